package tidemark.log;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Entries in offset order, from {@code base} on. It grows under the log's lock while it is the
 * active one, and never changes after that.
 */
final class MemorySegment {
  private static final long FIXED_BYTES = 3 * Long.BYTES;

  private final long base;
  private Stored[] stored = {};
  private int count;
  private long bytes;
  private long newestAppendTime = Long.MIN_VALUE;

  /** An entry and, for a tombstone that a compaction has met, its delete horizon. */
  record Stored(Entry entry, long deleteHorizon) {
    /** The same with this horizon, if it is a tombstone that has none yet. */
    Stored withHorizon(long newHorizon) {
      return entry.isTombstone() && deleteHorizon == Cursor.NO_HORIZON
          ? new Stored(entry, newHorizon)
          : this;
    }
  }

  MemorySegment(long base) {
    this.base = base;
  }

  static long bytes(Entry entry) {
    long bytes = FIXED_BYTES + length(entry.key()) + length(entry.value());
    List<Header> headers = entry.event().headers();
    for (int i = 0; i < headers.size(); i++) {
      bytes += headers.get(i).name().length() + length(headers.get(i).value());
    }
    return bytes;
  }

  private static int length(@Nullable Bytes bytes) {
    return bytes == null ? 0 : bytes.length();
  }

  void add(Stored next) {
    if (count == stored.length) {
      // A reader may hold the old array: what it has seen of it stays as it is.
      stored = Arrays.copyOf(stored, Math.max(8, 2 * count));
    }
    stored[count++] = next;
    bytes += bytes(next.entry());
    newestAppendTime = Math.max(newestAppendTime, next.entry().appendTime());
  }

  /** Index of the first entry at or after an offset; {@link #count} if there is none. */
  int firstAt(long fromInclusive) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (stored[middle].entry().offset() < fromInclusive) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  long base() {
    return base;
  }

  int count() {
    return count;
  }

  Stored stored(int index) {
    return stored[index];
  }

  /** The entries as they are now; those below {@link #count} do not change any more. */
  Stored[] array() {
    return stored;
  }

  long bytes() {
    return bytes;
  }

  /** How it ends, for retention at {@code now}. */
  SegmentAges.Tail tail(long now) {
    SegmentAges.Tail tail = SegmentAges.Tail.of(base);
    for (int i = 0; i < count; i++) {
      tail = tail.with(stored[i].entry().offset(), stored[i].entry().appendTime(), now);
    }
    return tail;
  }

  /** {@link Long#MIN_VALUE} in an empty segment, which so counts as older than every limit. */
  long newestAppendTime() {
    return newestAppendTime;
  }
}
