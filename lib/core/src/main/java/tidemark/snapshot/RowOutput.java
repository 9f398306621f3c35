package tidemark.snapshot;

import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import tidemark.log.Bytes;

/**
 * Writes the rows of a section, or what changed in them: see {@link SnapshotWriter#rows} and {@link
 * SnapshotWriter#changes}. Its methods throw {@link IOException} if the bytes cannot be written,
 * and {@link IllegalStateException} after the writer was frozen or closed. Not thread-safe.
 */
public final class RowOutput {
  private static final int CHANGES = -1;

  private final String section;
  private final DataOutput content;
  private final int count;
  private int rows;

  /**
   * Rows for a section.
   *
   * @param count how many rows are put; −1 for changes, whose number is free
   */
  RowOutput(String section, DataOutput content, int count) {
    this.section = section;
    this.content = content;
    this.count = count;
  }

  /**
   * Puts a row.
   *
   * @param number a number that goes with the row
   * @param value null for none: the key is known without a value
   */
  public void put(long number, Bytes key, @Nullable Bytes value) throws IOException {
    requireRoom();
    head(number, key.length(), value == null ? Frames.NO_VALUE : value.length());
    content.write(key.toByteArray());
    if (value != null) {
      content.write(value.toByteArray());
    }
    rows++;
  }

  /**
   * Puts a row that lies in memory as it is stored: number, length of the key, length of the value,
   * −1 for none, key, value.
   *
   * @param memory a buffer with an array; neither its position nor its limit matter
   * @param from index where the row begins
   * @throws IllegalArgumentException if a length is negative
   */
  @SuppressWarnings("ByteBufferBackingArray") // It is asked for.
  public void put(ByteBuffer memory, int from) throws IOException {
    requireRoom();
    int key = memory.getInt(from + Frames.ROW_KEY_LENGTH_AT);
    int value = memory.getInt(from + Frames.ROW_VALUE_LENGTH_AT);
    if (key < 0 || value < Frames.NO_VALUE) {
      throw new IllegalArgumentException(
          "a row must have a key, and a value or −1, keyLength=%d, valueLength=%d; give the place where a row begins"
              .formatted(key, value));
    }
    int bytes = Frames.ROW_HEAD_BYTES + key + Math.max(0, value);
    content.write(memory.array(), memory.arrayOffset() + from, bytes);
    rows++;
  }

  /**
   * Says that the base's row of this key is gone; it need not have one.
   *
   * @throws IllegalStateException also if all rows are written, not what changed
   */
  public void remove(Bytes key) throws IOException {
    if (count != CHANGES) {
      throw new IllegalStateException(
          "a row must be removed among changes only, section=" + section + "; leave it out");
    }
    head(0, key.length(), Frames.REMOVED);
    content.write(key.toByteArray());
  }

  private void head(long number, int key, int value) throws IOException {
    content.writeLong(number);
    content.writeInt(key);
    content.writeInt(value);
  }

  private void requireRoom() {
    if (count != CHANGES && rows == count) {
      throw new IllegalStateException(
          "a section must get as many rows as it was begun with, section=%s, count=%d; begin it with as many as there are"
              .formatted(section, count));
    }
  }

  /** Checks, at the section's end, that no row is missing. */
  void requireAll() {
    if (count != CHANGES && rows != count) {
      throw new IllegalStateException(
          "a section must get as many rows as it was begun with, section=%s, count=%d, rows=%d; begin another snapshot"
              .formatted(section, count, rows));
    }
  }
}
