package tidemark.pipeline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import tidemark.storage.Storage;

/** Where a pipeline keeps its own logs and snapshots: one folder each. */
@FunctionalInterface
public interface PipelineHome {
  /** The folder of this name, made if need be. */
  Storage folder(String name) throws IOException;

  /**
   * Removes the folder of this name, which nobody needs any more; a process that was taken over may
   * still hold files in it. This default deletes the files, and leaves the empty folder.
   *
   * @throws IOException if something could not be deleted; the rest is left as it is
   */
  default void remove(String name) throws IOException {
    try (Storage folder = folder(name)) {
      for (String file : folder.names()) {
        folder.delete(file);
      }
      folder.sync();
    }
  }

  /** A folder for each below {@code directory}. */
  static PipelineHome in(Path directory) {
    return new PipelineHome() {
      @Override
      public Storage folder(String name) throws IOException {
        return Storage.directory(directory.resolve(name));
      }

      @Override
      public void remove(String name) throws IOException {
        Path folder = directory.resolve(name);
        if (Files.isDirectory(folder)) {
          try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
              Files.deleteIfExists(file);
            }
          }
          Files.deleteIfExists(folder);
        }
      }
    };
  }
}
