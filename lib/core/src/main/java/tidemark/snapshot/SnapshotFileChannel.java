package tidemark.snapshot;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import tidemark.storage.StorageFile;

/** Reads a snapshot's file from its start. */
final class SnapshotFileChannel implements ReadableByteChannel {
  private final StorageFile file;
  private long position;
  private boolean open = true;

  SnapshotFileChannel(StorageFile file) {
    this.file = file;
  }

  @Override
  public int read(ByteBuffer target) throws IOException {
    int read = file.read(target, position);
    position += Math.max(0, read);
    return read;
  }

  /** Reads from the start again. */
  void rewind() {
    position = 0;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void close() throws IOException {
    open = false;
    file.close();
  }
}
