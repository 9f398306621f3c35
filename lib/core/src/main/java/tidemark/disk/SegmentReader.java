package tidemark.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/**
 * Reads the batches of one segment file from front to back, and checks each one before it can be
 * asked about. One thread. What it says of the current batch holds until the next call of {@link
 * #next}.
 */
final class SegmentReader implements AutoCloseable {
  private static final int CHUNK_BYTES = 64 << 10;

  private final CRC32C crc = new CRC32C();
  private final String name;
  private final StorageFile file;

  /** Bytes of the file; index 0 is position {@link #start} in the file. */
  private ByteBuffer buffer = ByteBuffer.allocate(0);

  private long start;
  private int batch;
  private int length;
  private long lastBase = -1;

  /** Opens a segment file, to be read from the batch that begins at {@code position} on. */
  SegmentReader(Storage storage, String name, long position) throws IOException {
    this.name = name;
    this.file = storage.open(name);
    this.start = position;
  }

  /**
   * Moves to the next batch; false if none begins before {@code end}. After a failure it may be
   * called again, and reads the same batch.
   *
   * @param end position in the file, exclusive: where the last batch ends
   * @throws DamagedLogException if the next batch is not as it was written, or goes past {@code
   *     end}, or the base offsets do not rise
   */
  boolean next(long end) throws IOException {
    batch += length;
    length = 0;
    if (position() >= end) {
      return false;
    }
    load(BatchLayout.HEADER_BYTES, end);
    int claimed = BatchLayout.length(buffer, batch);
    String problem = BatchLayout.lengthProblem(claimed);
    if (problem != null) {
      throw damage(problem);
    }
    load(claimed, end);
    if (BatchLayout.crc(buffer, batch, crc) != buffer.getInt(batch)) {
      throw damage("the checksum of the batch is wrong, length=" + claimed);
    }
    if (base() <= lastBase) {
      throw damage("offsets must rise, base=" + base() + " after " + lastBase);
    }
    length = claimed;
    lastBase = base();
    return true;
  }

  /** Reads until the buffer has the first {@code bytes} bytes of the batch. */
  private void load(int bytes, long end) throws IOException {
    long left = end - position();
    if (bytes > left) {
      throw damage(
          "the batch goes past the end, it has " + bytes + " bytes, " + left + " are left");
    }
    if (batch + bytes > buffer.limit()) {
      int wanted = (int) Math.min(Math.max(bytes, CHUNK_BYTES), left);
      buffer.position(batch);
      start += batch;
      batch = 0;
      buffer =
          wanted > buffer.capacity() ? ByteBuffer.allocate(wanted).put(buffer) : buffer.compact();
      buffer.limit((int) Math.min(buffer.capacity(), end - start));
      try {
        file.readFully(buffer, start + buffer.position());
      } finally {
        // Also after a failure: the buffer then ends where reading stopped; a retry goes on there.
        buffer.flip();
      }
      if (buffer.limit() < bytes) {
        throw damage("the file ends early");
      }
    }
  }

  /** The exception for damage of the current batch. */
  DamagedLogException damage(String reason) {
    return new DamagedLogException(name, position(), reason);
  }

  /**
   * Position of the current batch in the file; before the first one, the position where reading
   * starts.
   */
  long position() {
    return start + batch;
  }

  /** Position of the first byte after the current batch. */
  long endPosition() {
    return position() + length;
  }

  /**
   * The buffer that has the current batch. A call of {@link #next} may replace it by another one.
   */
  ByteBuffer buffer() {
    return buffer;
  }

  /** Index of the current batch in {@link #buffer}. */
  int batch() {
    return batch;
  }

  /** A view of the current batch, byte for byte as it is in the file. */
  ByteBuffer bytes() {
    return buffer.slice(batch, length);
  }

  /**
   * Offset of the batch's first record; in a closing batch, the base offset of the next segment.
   */
  long base() {
    return BatchLayout.base(buffer, batch);
  }

  long epoch() {
    return BatchLayout.epoch(buffer, batch);
  }

  /** Offset of the batch's last record. */
  long last() {
    return BatchLayout.last(buffer, batch);
  }

  /** Number of records; 0 in the batch that closes a segment. */
  int count() {
    return BatchLayout.count(buffer, batch);
  }

  long newestAppendTime() {
    return BatchLayout.newestAppendTime(buffer, batch);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
