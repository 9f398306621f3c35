package tidemark.compact;

import java.util.Arrays;

/**
 * For each offset from a start on, one bit: whether it is the newest offset of its key so far. It
 * answers without the key, and stays in the processor's cache where a table of all keys does not.
 *
 * <p>Offsets that are far apart would make it large, so it has a most size. Once an offset lies
 * beyond that, nothing is known of any offset: {@link #covers} says so.
 */
final class NewestOffsets {
  private static final int FIRST_WORDS = 1;

  private final int mostWords;

  /** The lowest offset, −1 while there is none. */
  private long start = -1;

  private long[] words = new long[FIRST_WORDS];

  /** The first offset after all that were added, −1 while there is none. */
  private long end = -1;

  private boolean isOver;

  /** Takes at most {@code mostBytes}, but at least 8. */
  NewestOffsets(long mostBytes) {
    this.mostWords =
        (int) Math.max(FIRST_WORDS, Math.min(Integer.MAX_VALUE / 2, mostBytes / Long.BYTES));
  }

  /** Forgets all offsets. The next one that is added is the lowest. */
  void clear() {
    words = new long[FIRST_WORDS];
    start = -1;
    end = -1;
    isOver = false;
  }

  /** Whether it knows of an offset whether it is the newest of its key. */
  boolean covers(long offset) {
    return !isOver && offset >= start && offset < end;
  }

  /** Whether an offset that is covered is the newest of its key. */
  boolean isNewest(long offset) {
    long at = offset - start;
    return (words[(int) (at >>> 6)] & 1L << at) != 0;
  }

  /** Adds the newest offset of a key, higher than all that were added before. */
  void add(long offset) {
    if (isOver) {
      return;
    }
    if (start < 0) {
      start = offset;
    }
    long at = offset - start;
    if (at >>> 6 >= words.length && !hasRoomFor(at >>> 6)) {
      isOver = true;
      words = new long[FIRST_WORDS];
      return;
    }
    words[(int) (at >>> 6)] |= 1L << at;
    end = offset + 1;
  }

  private boolean hasRoomFor(long word) {
    if (word >= mostWords) {
      return false;
    }
    words = Arrays.copyOf(words, (int) Math.min(mostWords, Math.max(word + 1, 2L * words.length)));
    return true;
  }

  /** Says that an offset which was added is the newest of its key no more. */
  void supersede(long offset) {
    if (!isOver) {
      long at = offset - start;
      words[(int) (at >>> 6)] &= ~(1L << at);
    }
  }

  /** Memory that it takes now, in bytes. */
  long bytes() {
    return (long) words.length * Long.BYTES;
  }
}
