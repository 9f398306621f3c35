package tidemark.storage;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * One open file of a {@link Storage}. Many threads may read; one thread at a time makes changes.
 * Positions and sizes are in bytes from the start of the file. Every method throws {@link
 * IOException} if the system refuses.
 */
public interface StorageFile extends AutoCloseable {

  /**
   * Reads into {@code target} and returns how many bytes: at least 1, perhaps fewer than fit; −1 at
   * or beyond the file's end.
   */
  int read(ByteBuffer target, long position) throws IOException;

  /**
   * Writes from {@code source} and returns how many bytes: at least 1, perhaps fewer than it has. A
   * write beyond the end makes the file longer.
   */
  int write(ByteBuffer source, long position) throws IOException;

  /** Cuts off everything at or after {@code size}; a file that is not longer stays as it is. */
  void truncate(long size) throws IOException;

  /** Size in bytes. */
  long size() throws IOException;

  /** Makes all that was written into this file so far survive a power cut. */
  void force() throws IOException;

  /**
   * Checks that the name under which this file was opened still leads to it.
   *
   * @throws IOException if somebody deleted or replaced the file: what is written to it would be
   *     lost when it is closed
   */
  void requireNamed() throws IOException;

  @Override
  void close() throws IOException;

  /**
   * Reads until {@code target} is full or the file ends. It is no error if the file ends first: ask
   * {@link ByteBuffer#hasRemaining}.
   */
  default void readFully(ByteBuffer target, long position) throws IOException {
    long at = position;
    for (int read = 0; target.hasRemaining() && read >= 0; at += read) {
      read = read(target, at);
    }
  }

  /**
   * Writes all of {@code source}.
   *
   * @throws EOFException if the system takes no more bytes
   */
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
