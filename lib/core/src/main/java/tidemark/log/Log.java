package tidemark.log;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * One partition, append only. One writer thread; any number of reader threads, each with its own
 * {@link Cursor}.
 *
 * <ul>
 *   <li>An offset is given once and never changes. What lies below the synced end survives a power
 *       cut; what lies above it may be lost, and then a new epoch begins.
 *   <li>Only retention moves the start offset; only compaction makes holes.
 *   <li>Bytes in, the same bytes out: an empty value is not a null value, headers keep their order
 *       and repeats.
 * </ul>
 */
public interface Log extends AutoCloseable {
  /** The largest value, in bytes. */
  int MAX_VALUE_BYTES = 16 << 20;

  /** The largest key and headers together, in bytes: see {@link #append}. */
  int MAX_KEY_AND_HEADERS_BYTES = 1 << 20;

  /** The epoch before the first record, where every log begins: it ends at offset 0. */
  long NO_EPOCH = 0;

  /** The log's identity: random, and never changed. */
  UUID id();

  /**
   * Appends an event, and returns its offset. A value may have at most 16 MiB; key and headers
   * together may have at most 1 MiB.
   *
   * @throws IllegalArgumentException if the log is compacted and the event has no key, or its value
   *     is longer than {@link #MAX_VALUE_BYTES}, or its key and headers together are longer than
   *     {@link #MAX_KEY_AND_HEADERS_BYTES}, where a header counts its name in UTF-8, its value and
   *     8 bytes; no offset is used then
   * @throws IllegalStateException if the log is closed
   * @throws java.io.UncheckedIOException if it cannot be written. The log is then as before, and
   *     the append may be tried again. But if it is not known what is on the disk after the
   *     failure, every later change is refused until the log is opened again
   */
  long append(Event event);

  /** The first offset that retention has not removed, inclusive. */
  default long startOffset() {
    return marks().startOffset();
  }

  /**
   * The next offset to be written: readers see every entry below it. Events that the log still
   * holds back (see {@link #sync}) have offsets at or above it already.
   */
  long endOffset();

  /** The synced end: everything below this offset survives a power cut. */
  long syncedEnd();

  /**
   * Makes all events that were appended durable, and shows them to readers. A log that makes each
   * event durable before {@link #append} returns does nothing here.
   *
   * @throws IllegalStateException if the log is closed
   * @throws java.io.UncheckedIOException if it cannot be written; see {@link #append}. No event is
   *     lost from memory: a later call tries again
   */
  default void sync() {}

  /** Start offset and what compaction took away, read at one moment. */
  Marks marks();

  /**
   * The epoch of the last record: what {@link #epochAt} gives for it. A log begins a new epoch when
   * an offset that was seen may be given again. Epochs are compared for equality only.
   */
  long epoch();

  /**
   * The epoch in which the record at an offset was appended; for the end offset, that of the last
   * record. Together with the log's id and the offset it names that record for life, through
   * compaction and reopening.
   *
   * @throws RetentionGapException if {@code offset < startOffset()} and the epoch is forgotten
   * @throws IllegalArgumentException if {@code offset < 0} or {@code offset > endOffset()}
   */
  long epochAt(long offset);

  /** Whether the log remembers an epoch: it forgets those that end below the start offset. */
  boolean knowsEpoch(long epoch);

  /**
   * Where an epoch ended: the offset at which a later one began; for the current one, the end
   * offset.
   *
   * @throws IllegalArgumentException if the log does not know the epoch: it began in another copy
   *     of this log, or it ended below the start offset and was forgotten; ask {@link #knowsEpoch}
   *     first
   */
  long endOfEpoch(long epoch);

  /**
   * A cursor whose first entry is the first surviving one at or after {@code fromInclusive}.
   * Reading may start at the end offset: the cursor is then empty until something is appended.
   *
   * @throws RetentionGapException if {@code 0 <= fromInclusive < startOffset()}
   * @throws IllegalArgumentException if {@code fromInclusive < 0} or {@code fromInclusive >
   *     endOffset()}
   * @throws IllegalStateException if the log is closed
   */
  Cursor read(long fromInclusive);

  /**
   * Closes the active segment and starts a new one, unless the active one is empty. Only closed
   * segments can be rewritten or removed. What was appended is durable then, as by {@link #sync}.
   *
   * @throws IllegalStateException if the log is closed
   * @throws java.io.UncheckedIOException if it cannot be written. The log is then as before. But if
   *     it is not known what is on the disk after the failure, every later change is refused until
   *     the log is opened again
   */
  void roll();

  /**
   * Removes whole segments from the front as {@code retention} says, never the active one, and
   * returns the new start offset. The new start offset is durable before anything is deleted. A
   * cursor whose next entry was removed throws {@link RetentionGapException}.
   *
   * @throws IllegalStateException if the log is closed
   * @throws java.io.UncheckedIOException if it cannot be written; segments that were not deleted
   *     are deleted when the log is opened the next time
   */
  long retain(Retention retention);

  /**
   * The surviving entries at or after {@code fromInclusive}, copied. For small logs: all of them
   * are in memory at once. Errors are those of {@link #read}.
   */
  default List<Entry> entries(long fromInclusive) {
    List<Entry> entries = new ArrayList<>();
    try (Cursor cursor = read(fromInclusive)) {
      while (cursor.next()) {
        entries.add(cursor.entry());
      }
    }
    return entries;
  }

  /**
   * A place in this log that can be stored outside of it. It means: everything below {@code offset}
   * was read. Like a commit to Kafka, it names the epoch of the record before the place.
   *
   * @throws RetentionGapException if the record before it is gone and that record's epoch forgotten
   * @throws IllegalArgumentException if {@code offset < 0} or {@code offset > endOffset()}
   */
  default Position position(long offset) {
    requireInLog(offset);
    return new Position(id(), offset == 0 ? NO_EPOCH : epochAt(offset - 1), offset);
  }

  /**
   * The identity of the record at an offset, which never changes: the log, the epoch in which the
   * record was appended, the offset. Dead letters and published output use it as their key.
   *
   * @throws RetentionGapException if the record is gone and its epoch forgotten
   * @throws IllegalArgumentException if {@code offset < 0} or {@code offset >= endOffset()}
   */
  default Position identityOf(long offset) {
    long end = endOffset();
    if (offset < 0 || offset >= end) {
      throw new IllegalArgumentException(
          "a record's offset must be in [0, endOffset), offset="
              + offset
              + ", endOffset="
              + end
              + "; ask about a record that was appended");
    }
    return new Position(id(), epochAt(offset), offset);
  }

  /**
   * Refuses an offset that the log has not reached.
   *
   * @throws IllegalArgumentException if {@code offset < 0} or {@code offset > endOffset()}
   */
  default void requireInLog(long offset) {
    long end = endOffset();
    if (offset < 0 || offset > end) {
      throw new IllegalArgumentException(
          "an offset must be in [0, endOffset], offset="
              + offset
              + ", endOffset="
              + end
              + "; ask about what was appended");
    }
  }

  /**
   * Refuses a stored place if it is not certain that this log still has the records the place was
   * taken after.
   *
   * @throws StalePositionException if the place is of another log; or if it lies beyond the end of
   *     its epoch; or if its epoch is not known and {@code offset >= startOffset()}: then it was
   *     taken in a copy of this log, or before a power cut took the records below it
   * @throws RetentionGapException if its epoch is not known and {@code offset < startOffset()}
   */
  default void require(Position position) {
    if (!position.logId().equals(id())) {
      throw new StalePositionException(
          "a position must be of this log, position.logId=%s, log.id=%s; find the log it belongs to"
              .formatted(position.logId(), id()));
    }
    long start = startOffset();
    boolean known = knowsEpoch(position.epoch());
    if (!known && position.offset() < start) {
      throw new RetentionGapException(position.offset(), start);
    }
    if (!known || position.offset() > endOfEpoch(position.epoch())) {
      throw new StalePositionException(
          "a position must not lie beyond the end of its epoch, position=%d, epoch=%d, endOfEpoch=%s: the log was cut there, or is a copy that went another way; rebuild from an older snapshot or from empty"
              .formatted(
                  position.offset(),
                  position.epoch(),
                  known ? "" + endOfEpoch(position.epoch()) : "unknown"));
    }
  }

  /**
   * Refuses an offset at which reading cannot start.
   *
   * @throws RetentionGapException if {@code 0 <= fromInclusive < startOffset()}
   * @throws IllegalArgumentException if {@code fromInclusive < 0} or {@code fromInclusive >
   *     endOffset()}
   */
  default void requireReadableFrom(long fromInclusive) {
    long start = startOffset();
    long end = endOffset();
    if (fromInclusive < 0 || fromInclusive > end) {
      throw new IllegalArgumentException(
          "reading must start in [startOffset, endOffset], from=%d, startOffset=%d, endOffset=%d; choose an offset in between"
              .formatted(fromInclusive, start, end));
    }
    if (fromInclusive < start) {
      throw new RetentionGapException(fromInclusive, start);
    }
  }

  /**
   * Makes all that was appended durable, and closes the log. Calling it again does nothing. If it
   * fails because waiting events cannot be written, the log stays open and keeps them, and calling
   * it again tries again; after any other failure the log is closed.
   *
   * @throws java.io.UncheckedIOException if something could not be written
   */
  @Override
  void close();
}
