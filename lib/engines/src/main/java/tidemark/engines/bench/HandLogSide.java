package tidemark.engines.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * The limit of what can be reached: keys of 16 bytes and values of 100, each batch behind one
 * checksum, written through a buffer of 1 MiB into one file. It is read from mapped memory, each
 * batch after its checksum was verified. It has no nulls, holes, indexes or recovery.
 */
final class HandLogSide implements LogSide {
  private static final int HEAD = 8;
  static final int KEY = 16;
  static final int RECORD = KEY + 100;
  private static final int BUFFER = 1 << 20;

  private final LogWork work;
  private final FileChannel file;
  private final CRC32C crc = new CRC32C();

  HandLogSide(LogWork work, Path directory) {
    this.work = work;
    try {
      file =
          FileChannel.open(
              directory.resolve("by-hand"),
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void append() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
    int record = 0;
    try {
      while (record < work.records()) {
        int count = Math.min(work.batch(), work.records() - record);
        if (buffer.remaining() < HEAD + count * RECORD) {
          write(buffer);
        }
        int start = buffer.position();
        buffer.putInt(count).putInt(0);
        for (int i = 0; i < count; i++, record++) {
          buffer.put(work.key(record)).put(work.value(record));
        }
        buffer.putInt(start + 4, checksum(buffer, start + HEAD, count * RECORD));
        if (work.synced()) {
          write(buffer);
          file.force(false);
        }
      }
      write(buffer);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write(ByteBuffer buffer) throws IOException {
    buffer.flip();
    while (buffer.hasRemaining()) {
      file.write(buffer);
    }
    buffer.clear();
  }

  private int checksum(ByteBuffer buffer, int start, int length) {
    crc.reset();
    crc.update(buffer.slice(start, length));
    return (int) crc.getValue();
  }

  /** Sees a record where it lies, and adds it to a sum. */
  interface Visit {
    long add(long sum, long offset, ByteBuffer mapped, int at);
  }

  @Override
  public long replay() {
    return replay(
        (sum, offset, mapped, at) ->
            31 * sum + offset + mapped.getLong(at) + mapped.getLong(at + KEY) + RECORD);
  }

  /** Shows all records in turn; their bytes stay mapped. */
  long replay(Visit visit) {
    try {
      MappedByteBuffer mapped = file.map(FileChannel.MapMode.READ_ONLY, 0, file.size());
      long sum = 0;
      long offset = 0;
      int at = 0;
      while (at < mapped.limit()) {
        int count = mapped.getInt(at);
        if (checksum(mapped, at + HEAD, count * RECORD) != mapped.getInt(at + 4)) {
          throw new IllegalStateException("a batch must be as it was written, position=" + at);
        }
        at += HEAD;
        for (int i = 0; i < count; i++, at += RECORD) {
          sum = visit.add(sum, offset++, mapped, at);
        }
      }
      return sum;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public long replayObjects() {
    return replay();
  }

  @Override
  public void compact() {
    throw new UnsupportedOperationException("the file written by hand is never compacted");
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
