package tidemark.log;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * One partition, append only. One writer thread; any number of reader threads, each with its own
 * {@link Cursor}.
 *
 * <ul>
 *   <li>An offset is given once and never changes. The end offset never goes back in a log whose
 *       writer has seen it synced.
 *   <li>Only retention moves the start offset; only compaction makes holes.
 *   <li>Bytes in, the same bytes out: an empty value is not a null value, headers keep their order
 *       and repeats.
 * </ul>
 */
public interface Log extends AutoCloseable {
  /** The largest value, in bytes. */
  int MAX_VALUE_BYTES = 16 << 20;

  /** The log's identity, for life. */
  UUID id();

  /**
   * Appends, and gives the offset.
   *
   * @throws IllegalArgumentException if the log is compacted and the event has no key, or its value
   *     is longer than {@link #MAX_VALUE_BYTES}; no offset is used then
   */
  long append(Event event);

  /** The first offset that retention has not removed, inclusive. */
  default long startOffset() {
    return marks().startOffset();
  }

  /** The next offset to be written. Readers see what lies below. */
  long endOffset();

  /** What a power cut cannot take lies below this offset. */
  long syncedEnd();

  /**
   * Makes all that was appended durable, and seen by readers. Only a log that lets events wait, or
   * leaves them to the system, has to do anything.
   *
   * @throws java.io.UncheckedIOException if it cannot; what waits still waits then
   */
  default void sync() {}

  /** Start offset and what compaction took away, read at one moment. */
  Marks marks();

  /** How often the log was recovered after an unclean stop. */
  long epoch();

  /** The end of an epoch: where a later one began, or the end offset for the current one. */
  long endOfEpoch(long epoch);

  /**
   * A cursor whose first entry is the first surviving one at or after {@code fromInclusive}.
   *
   * @throws RetentionGapException if {@code fromInclusive < startOffset()}
   * @throws IllegalArgumentException if {@code fromInclusive > endOffset()}
   */
  Cursor read(long fromInclusive);

  /** Closes the active segment and starts a new one, unless the active one is empty. */
  void roll();

  /**
   * Removes whole segments from the front as {@code retention} says, never the active one. Gives
   * the start offset.
   */
  long retain(Retention retention);

  /** The surviving entries at or after {@code fromInclusive}, copied. For small logs. */
  default List<Entry> entries(long fromInclusive) {
    List<Entry> entries = new ArrayList<>();
    try (Cursor cursor = read(fromInclusive)) {
      while (cursor.next()) {
        entries.add(cursor.entry());
      }
    }
    return entries;
  }

  /** A place in this log, to be stored outside of it. */
  default Position position(long offset) {
    return new Position(id(), epoch(), offset);
  }

  /**
   * Refuses a stored place that this log cannot vouch for.
   *
   * @throws StalePositionException if it is of another log, or lies beyond the end of its epoch
   */
  default void require(Position position) {
    if (!position.logId().equals(id())) {
      throw new StalePositionException(
          "a position belongs to one log, position.logId=" + position.logId() + ", log.id=" + id());
    }
    if (position.epoch() > epoch() || position.offset() > endOfEpoch(position.epoch())) {
      throw new StalePositionException(
          "a position does not lie beyond the end of its epoch, position="
              + position.offset()
              + ", epoch="
              + position.epoch()
              + ", endOfEpoch="
              + (position.epoch() > epoch() ? "unknown" : endOfEpoch(position.epoch()))
              + ": the log was cut there after an unclean stop; rebuild from an older snapshot or from empty");
    }
  }

  /** Calling it again does nothing, unless it failed. */
  @Override
  void close();
}
