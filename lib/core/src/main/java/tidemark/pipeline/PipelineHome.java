package tidemark.pipeline;

import java.io.IOException;
import java.nio.file.Path;
import tidemark.storage.Storage;

/** Where a pipeline keeps its own logs and snapshots: one folder each. */
@FunctionalInterface
public interface PipelineHome {
  /** The folder of this name, made if need be. */
  Storage folder(String name) throws IOException;

  /** A folder for each below {@code directory}. */
  static PipelineHome in(Path directory) {
    return name -> Storage.directory(directory.resolve(name));
  }
}
