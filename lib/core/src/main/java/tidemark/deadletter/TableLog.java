package tidemark.deadletter;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.Log;
import tidemark.log.Position;

/**
 * A table of one partition, kept on a log: an output that a delivery and a replay can share. The
 * value of a record replaces the value of its key, or is merged into it as an increment. A change
 * of the table is one event, so that an effect and its mark are one atomic step. Not thread-safe.
 *
 * <p>The last header of each event is the mark. Its name is {@value #HEADER}, and its value is the
 * identity of the record and whether it was replayed: {@code log id 16 | epoch 8 | offset 8 |
 * replayed 1}. Key and mark must fit into the limit of the log. If values replace each other the
 * log may be compacted: a mark is removed only if a later change of the same key exists, and that
 * change supersedes the replay anyway. A log of increments must be kept whole.
 */
public final class TableLog implements Handler, Replay.Target {
  static final String HEADER = "tidemark.change";

  private final Partition source;
  private final Log log;
  private final @Nullable Merge merge;
  private final Map<Bytes, LastChange> changes = new HashMap<>();
  private final Set<Position> replayed = new HashSet<>();
  private long next;

  /**
   * The record whose change was appended last. If the sync failed then, the next try must not
   * append the change again.
   */
  private @Nullable Position appended;

  /** The origin offset of the record that changed a key last, and the value it has since then. */
  private record LastChange(long offset, @Nullable Bytes value) {}

  /**
   * Makes the new value of a key from its old value and the value of a record. Equal arguments must
   * give an equal result, because a rebuild calls it again.
   */
  @FunctionalInterface
  public interface Merge {
    /**
     * The new value.
     *
     * @param old null if the table does not have the key
     * @param value the value of the record; null for a tombstone
     * @return null deletes the key
     */
    @Nullable Bytes merge(@Nullable Bytes old, @Nullable Bytes value);
  }

  private TableLog(Partition source, Log log, @Nullable Merge merge) {
    this.source = source;
    this.log = log;
    this.merge = merge;
  }

  /**
   * Reads a table in which the value of a record replaces the value of its key.
   *
   * @param source the partition whose records make the table
   * @param log the log that keeps the table, and nothing else
   * @throws tidemark.log.StalePositionException if the table has the effect of a record that the
   *     partition does not have: a power cut took it, or it is another log
   * @throws tidemark.log.RetentionGapException if retention removed changes from the log
   * @throws IllegalArgumentException if the log has an event that is not a change of a table
   * @throws UncheckedIOException if the log cannot be read, or a change on it is damaged
   */
  public static TableLog open(Partition source, Log log) {
    return read(new TableLog(source, log, null));
  }

  /**
   * Reads a table in which records are increments: the value of a record is merged into the value
   * of its key, and so a replay always applies. Otherwise as {@link #open}.
   *
   * @throws IllegalArgumentException also if compaction has removed changes from the log: then it
   *     is not known which letters were replayed
   */
  public static TableLog merging(Partition source, Log log, Merge merge) {
    if (log.marks().highestRemoved() >= 0) {
      throw new IllegalArgumentException(
          "a log of increments must be kept whole, marks="
              + log.marks()
              + ": do not compact it, and rebuild the table from its partition on a new log");
    }
    return read(new TableLog(source, log, merge));
  }

  private static TableLog read(TableLog table) {
    try (Cursor cursor = table.log.read(0)) {
      while (cursor.next()) {
        table.take(cursor.entry().event());
      }
    }
    return table;
  }

  private void take(Event event) {
    Bytes mark = DeadLetterLayout.last(event, HEADER);
    if (mark == null || event.key() == null) {
      throw new IllegalArgumentException(
          "a table's log must have only changes of the table, event="
              + event
              + ": use another log");
    }
    try (DataInputStream in = DeadLetterLayout.in(mark)) {
      Position place = DeadLetterLayout.readPlace(in);
      if (place.offset() >= source.log().startOffset()) {
        source.log().require(new Position(place.logId(), place.epoch(), place.offset() + 1));
      }
      if (in.readBoolean()) {
        replayed.add(place);
      } else {
        next = Math.max(next, place.offset() + 1);
      }
      changes.put(event.key(), new LastChange(place.offset(), event.value()));
    } catch (IOException damaged) {
      throw new UncheckedIOException(
          "a change must have a whole mark, event="
              + event
              + ": the log is damaged; rebuild the table on a new log",
          damaged);
    }
  }

  @Override
  public void handle(Entry entry) {
    change(entry, source.place(entry.offset()), false);
  }

  @Override
  public boolean applied(Entry entry) {
    return entry.offset() < next;
  }

  @Override
  public void replay(DeadLetter letter) {
    change(letter.entry(), letter.origin().place(), true);
  }

  private void change(Entry entry, Position place, boolean isReplay) {
    if (entry.key() == null || !takes(place)) {
      throw new IllegalArgumentException(
          "a table must be given records of its own partition that have a key, entry="
              + entry
              + "; give it a key, or handle it in another output");
    }
    Bytes mark =
        DeadLetterLayout.bytes(
            out -> {
              DeadLetterLayout.writePlace(out, place);
              out.writeBoolean(isReplay);
            });
    Bytes value = merge == null ? entry.value() : merge.merge(value(entry.key()), entry.value());
    Event event =
        new Event(entry.key(), value, entry.event().eventTime(), List.of())
            .withHeader(HEADER, mark);
    if (!place.equals(appended)) {
      log.append(event);
      appended = place;
    }
    log.sync();
    take(event);
  }

  @Override
  public boolean takes(Position place) {
    return source.vouchesFor(place);
  }

  @Override
  public boolean replayed(Position place) {
    return replayed.contains(place);
  }

  @Override
  public boolean isSuperseded(DeadLetter letter) {
    Bytes key = letter.entry().key();
    return merge == null && key != null && lastChange(key) > letter.origin().place().offset();
  }

  /**
   * The origin offset of the last record that changed or deleted a key; −1 if there was none. After
   * a replay this is the offset at which the replayed record was first, not where the replay
   * happened.
   *
   * @throws IllegalStateException if the table does not have the key and compaction has purged
   *     tombstones: one of them may have been the last change
   */
  public long lastChange(Bytes key) {
    LastChange change = changes.get(key);
    if (change == null && log.marks().highestPurged() >= 0) {
      throw new IllegalStateException(
          "a table must have kept its deletes to judge a replay, key="
              + key
              + ", highestPurged="
              + log.marks().highestPurged()
              + ": compaction may have removed the delete of this key; rebuild the table from its"
              + " partition on a new log");
    }
    return change == null ? -1 : change.offset;
  }

  /** The value of a key; null if the table does not have the key. */
  public @Nullable Bytes value(Bytes key) {
    LastChange change = changes.get(key);
    return change == null ? null : change.value;
  }
}
