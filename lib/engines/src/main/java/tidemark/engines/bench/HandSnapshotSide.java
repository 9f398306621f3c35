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
 * The limit of what can be reached: the entries of an array, written through a buffer of 1 MiB into
 * one file, each buffer behind a checksum, and one sync. Read from mapped memory, after each
 * checksum was verified; nothing is made of the entries.
 */
final class HandSnapshotSide implements SnapshotSide {
  private static final int HEAD = 8;
  private static final int ROW = SnapshotWork.KEY_BYTES + SnapshotWork.VALUE_BYTES;
  private static final int BUFFER = 1 << 20;

  private final SnapshotWork work;
  private final FileChannel file;
  private final CRC32C crc = new CRC32C();
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);

  HandSnapshotSide(SnapshotWork work, Path directory) {
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
  public void write() {
    try {
      buffer.clear().position(HEAD);
      work.fill(this::put);
      writeBuffer();
      file.force(true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void put(int entry, ByteBuffer value) {
    if (buffer.remaining() < ROW) {
      writeBuffer();
    }
    buffer.put(work.key(entry)).put(value);
  }

  private void writeBuffer() {
    int length = buffer.position() - HEAD;
    buffer.putInt(0, length).putInt(4, checksum(buffer, HEAD, length));
    buffer.flip();
    try {
      while (buffer.hasRemaining()) {
        file.write(buffer);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    buffer.clear().position(HEAD);
  }

  private int checksum(ByteBuffer bytes, int start, int length) {
    crc.reset();
    crc.update(bytes.slice(start, length));
    return (int) crc.getValue();
  }

  @Override
  public void change(int round) {
    throw new UnsupportedOperationException("the file written by hand is never changed");
  }

  @Override
  public void save() {
    throw new UnsupportedOperationException("the file written by hand is never changed");
  }

  @Override
  public void merge() {}

  @Override
  public long read() {
    return digest();
  }

  @Override
  public long digest() {
    try {
      MappedByteBuffer mapped = file.map(FileChannel.MapMode.READ_ONLY, 0, file.size());
      ByteBuffer row = mapped.duplicate();
      long sum = 0;
      for (int at = 0; at < mapped.capacity(); ) {
        int length = mapped.getInt(at);
        if (checksum(mapped, at + HEAD, length) != mapped.getInt(at + 4)) {
          throw new IllegalStateException("a block must be as it was written, position=" + at);
        }
        int end = at + HEAD + length;
        for (at += HEAD; at < end; at += ROW) {
          int valueAt = at + SnapshotWork.KEY_BYTES;
          sum +=
              SnapshotWork.digest(
                  mapped.limit(valueAt).position(at), row.limit(at + ROW).position(valueAt));
        }
        mapped.clear();
      }
      return sum;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
