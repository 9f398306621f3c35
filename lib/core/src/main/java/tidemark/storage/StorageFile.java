package tidemark.storage;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/** One open file of a {@link Storage}. Reads are safe for many threads, changes for one. */
public interface StorageFile extends AutoCloseable {

  /** Reads at least one byte, possibly fewer than {@code target} takes; −1 at the file's end. */
  int read(ByteBuffer target, long position) throws IOException;

  /** Writes at least one byte, possibly fewer than {@code source} has. */
  int write(ByteBuffer source, long position) throws IOException;

  /** Cuts the file. */
  void truncate(long size) throws IOException;

  /** Size in bytes. */
  long size() throws IOException;

  /** Makes all that was written so far survive a power cut. */
  void force() throws IOException;

  /**
   * Fails if the name under which this file was opened no longer leads to it: somebody deleted or
   * replaced it, and what is written would be lost with the last handle.
   */
  void requireNamed() throws IOException;

  @Override
  void close() throws IOException;

  /** Reads until {@code target} is full or the file ends. */
  default void readFully(ByteBuffer target, long position) throws IOException {
    long at = position;
    for (int read = 0; target.hasRemaining() && read >= 0; at += read) {
      read = read(target, at);
    }
  }

  /** Writes all of {@code source}. */
  default void writeFully(ByteBuffer source, long position) throws IOException {
    long at = position;
    while (source.hasRemaining()) {
      int written = write(source, at);
      if (written <= 0) {
        throw new EOFException(
            "a write must take at least one byte, position="
                + at
                + ", written="
                + written
                + "; look at the disk");
      }
      at += written;
    }
  }
}
