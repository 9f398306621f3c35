package tidemark.pipeline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import tidemark.storage.Storage;

/** Where a pipeline keeps its own logs and snapshots: one folder each. */
@FunctionalInterface
public interface PipelineHome {
  /** The folder of this name; it is created if it is missing. */
  Storage folder(String name) throws IOException;

  /**
   * Removes the folder of this name, which is no longer needed. An old process may still have files
   * in it open. This default deletes the files, and leaves the empty folder.
   *
   * @throws IOException if a file could not be deleted; it and the files after it stay
   */
  default void remove(String name) throws IOException {
    try (Storage folder = folder(name)) {
      for (String file : folder.names()) {
        folder.delete(file);
      }
      folder.sync();
    }
  }

  /** A home with a directory for each folder below {@code directory}. */
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
