package tidemark.exercise;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * An event log as it is handed over to a reader: it may have holes, and a record may come again.
 * Not thread-safe.
 *
 * <ol>
 *   <li>Who asks from an offset gets the first record at or above it, or the end.
 *   <li>If record <i>d</i> comes again before <i>r</i>, then each process that is to get <i>r</i>
 *       gets <i>d</i> first, once. The end can stand for <i>r</i>. Such a record is on its way to
 *       the reader already: it can be read, also if it was removed from the log.
 * </ol>
 */
final class HandedLog {
  /**
   * What is in a log.
   *
   * @param records ascending; an offset between them that has no record is a hole
   * @param first the first offset
   * @param end above all of them
   * @param again by the offset of a record, or the end: which record comes again before it
   */
  record Content(List<KeyedRecord> records, long first, long end, Map<Long, Long> again) {
    Content {
      records = List.copyOf(records);
      again = Map.copyOf(again);
    }

    /** A log from the first of these records to the last, in which nothing comes again. */
    static Content of(List<KeyedRecord> records) {
      long first = records.isEmpty() ? 0 : records.get(0).offset();
      long end = records.isEmpty() ? 0 : records.get(records.size() - 1).offset() + 1;
      return new Content(records, first, end, Map.of());
    }

    /** The offset after the last record; the first offset if there is none. */
    long afterLast() {
      return records.isEmpty() ? first : records.get(records.size() - 1).offset() + 1;
    }
  }

  private final Content content;
  private final NavigableMap<Long, KeyedRecord> records = new TreeMap<>();
  private final Set<Long> handedAgain = new HashSet<>();
  private final Set<Long> onTheirWay = new HashSet<>();
  private final List<String> redelivered = new ArrayList<>();
  private long start;
  private boolean isAsked;

  HandedLog(Content content) {
    this.content = content;
    start = content.first;
    content.records.forEach(record -> records.put(record.offset(), record));
  }

  /** Another process reads from now on. */
  void restart() {
    handedAgain.clear();
    onTheirWay.clear();
  }

  long start() {
    return start;
  }

  long end() {
    return content.end;
  }

  boolean has(long offset) {
    return records.containsKey(offset);
  }

  /** The records that are still there. */
  Collection<KeyedRecord> kept() {
    return records.tailMap(start, true).values();
  }

  /** Whether a reader has ever asked which record it gets. */
  boolean isAsked() {
    return isAsked;
  }

  /** What has come again so far, a sentence without its full stop each. */
  List<String> redelivered() {
    return redelivered;
  }

  void deleteBelow(long offset) {
    start = Math.max(start, Math.min(offset, end()));
  }

  /** The record at an offset. */
  KeyedRecord read(long offset) {
    KeyedRecord record = records.get(offset);
    if (record == null && offset >= start && offset < end()) {
      throw new IllegalStateException(
          "a record must be in the log to be read, offset=%d, and there is a hole; nextRecord(%d) is %d"
              .formatted(offset, offset, after(offset)));
    }
    if (record == null || (offset < start && !onTheirWay.contains(offset))) {
      throw new IllegalStateException(
          "a record must be in the log to be read, offset=%d, start=%d, end=%d"
              .formatted(offset, start, end()));
    }
    return record;
  }

  /** What a reader at {@code from} gets. */
  long next(long from) {
    isAsked = true;
    if (from < start || from > end()) {
      throw new IllegalStateException(
          "a reader must stand in the log, from=%d, start=%d, end=%d"
              .formatted(from, start, end()));
    }
    long next = after(from);
    Long old = content.again.get(next);
    if (old == null || !handedAgain.add(next)) {
      return next;
    }
    onTheirWay.add(old);
    redelivered.add("record %d came again before %d".formatted(old, next));
    return old;
  }

  private long after(long from) {
    Long next = records.ceilingKey(from);
    return next == null ? end() : next;
  }
}
