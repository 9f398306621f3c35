package tidemark.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/** Reads the batches of one segment file front to back, each checked before it is given out. */
final class SegmentReader implements AutoCloseable {
  private static final int CHUNK_BYTES = 64 << 10;

  private final CRC32C crc = new CRC32C();
  private final String name;
  private final StorageFile file;

  /** The file's bytes from {@code start} on. */
  private ByteBuffer buffer = ByteBuffer.allocate(0);

  private long start;
  private int batch;
  private int length;
  private long lastBase = -1;

  /** Reads from the batch at {@code position} on. */
  SegmentReader(Storage storage, String name, long position) throws IOException {
    this.name = name;
    this.file = storage.open(name);
    this.start = position;
  }

  /**
   * Moves to the next batch; false at {@code end}.
   *
   * @throws DamagedLogException if the next batch is not as it was written
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

  /** Reads on until the buffer holds this many bytes of the batch. */
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
        // Also after a failure: the buffer then ends where reading stopped, and can go on there.
        buffer.flip();
      }
      if (buffer.limit() < bytes) {
        throw damage("the file ends early");
      }
    }
  }

  DamagedLogException damage(String reason) {
    return new DamagedLogException(name, position(), reason);
  }

  /** Where the current batch stands in the file; before the first one, where reading starts. */
  long position() {
    return start + batch;
  }

  /** First position after the current batch. */
  long endPosition() {
    return position() + length;
  }

  /** Holds the current batch; a new one after some calls of {@link #next}. */
  ByteBuffer buffer() {
    return buffer;
  }

  /** Index of the current batch in {@link #buffer}. */
  int batch() {
    return batch;
  }

  /** The current batch as it was written. */
  ByteBuffer bytes() {
    return buffer.slice(batch, length);
  }

  long base() {
    return BatchLayout.base(buffer, batch);
  }

  long epoch() {
    return BatchLayout.epoch(buffer, batch);
  }

  /** Offset of the last record. */
  long last() {
    return BatchLayout.last(buffer, batch);
  }

  /** 0 in the batch that closes a segment. */
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
