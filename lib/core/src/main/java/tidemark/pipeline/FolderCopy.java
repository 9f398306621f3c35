package tidemark.pipeline;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.List;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/**
 * Copies a folder as it is found, durably. The process that writes to it has been fenced, and so
 * does at most one step more. The copy is the folder before that step, or after it, or with a part
 * of it if the step is a write.
 */
final class FolderCopy {
  private static final int CHUNK_BYTES = 1 << 16;
  private static final int MAX_ATTEMPTS = 3;

  private FolderCopy() {}

  static void copy(Storage from, Storage to) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        for (String left : to.names()) {
          to.delete(left);
        }
        List<String> names = from.names();
        for (String name : names) {
          copy(from, to, name);
        }
        to.sync();
        if (names.equals(from.names())) {
          return;
        }
      } catch (NoSuchFileException deleted) {
        if (attempt == MAX_ATTEMPTS) {
          throw deleted;
        }
      }
      if (attempt == MAX_ATTEMPTS) {
        throw new IOException(
            "a folder must hold still to be taken over, folder="
                + from
                + ": a process that knows of no fence is writing there; end it");
      }
    }
  }

  private static void copy(Storage from, Storage to, String name) throws IOException {
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
    try (StorageFile source = from.open(name);
        StorageFile target = to.create(name)) {
      long at = 0;
      while (source.read(chunk.clear(), at) > 0) {
        int bytes = chunk.flip().remaining();
        target.writeFully(chunk, at);
        at += bytes;
      }
      target.force();
    }
  }
}
