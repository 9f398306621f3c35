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
 * An output that a delivery and a replay can share: a table of one partition, on a log. A change is
 * one event, so effect and mark are one step. One thread.
 *
 * <p>Each event carries in its last header, {@value #HEADER}, the place of its record and whether
 * it was replayed: {@code log id 16 | epoch 8 | offset 8 | replayed 1}. Compaction may take such a
 * mark only with a later change of the key, and then a replay is superseded anyway.
 */
public final class TableLog implements Handler, Replay.Target {
  static final String HEADER = "tidemark.change";

  private final Partition source;
  private final Log log;
  private final Map<Bytes, Change> changes = new HashMap<>();
  private final Set<Position> replayed = new HashSet<>();
  private long next;

  /** Appended, though its sync may have failed: not to be appended twice. */
  private @Nullable Position appended;

  private record Change(long offset, @Nullable Bytes value) {}

  private TableLog(Partition source, Log log) {
    this.source = source;
    this.log = log;
  }

  /**
   * Reads the table.
   *
   * @throws tidemark.log.StalePositionException if a power cut took from the partition what is in
   *     the table
   */
  public static TableLog open(Partition source, Log log) {
    TableLog table = new TableLog(source, log);
    try (Cursor cursor = log.read(0)) {
      while (cursor.next()) {
        table.take(cursor.entry().event());
      }
    }
    return table;
  }

  private void take(Event event) {
    Bytes mark = DeadLetter.last(event, HEADER);
    if (mark == null || event.key() == null) {
      throw new IllegalArgumentException("a table log has only changes, event=" + event);
    }
    try (DataInputStream in = DeadLetter.in(mark)) {
      Position place = DeadLetter.readPlace(in);
      if (place.offset() >= source.log().startOffset()) {
        source.log().require(new Position(place.logId(), place.epoch(), place.offset() + 1));
      }
      if (in.readBoolean()) {
        replayed.add(place);
      } else {
        next = Math.max(next, place.offset() + 1);
      }
      changes.put(event.key(), new Change(place.offset(), event.value()));
    } catch (IOException damaged) {
      throw new UncheckedIOException("a change is whole, event=" + event, damaged);
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
          "a table takes records of its partition, with a key, entry=" + entry);
    }
    Bytes mark =
        DeadLetter.bytes(
            out -> {
              DeadLetter.writePlace(out, place);
              out.writeBoolean(isReplay);
            });
    Event event =
        new Event(entry.key(), entry.value(), entry.event().eventTime(), List.of())
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

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException if that cannot be known, because compaction purged deletes
   */
  @Override
  public long lastChange(Bytes key) {
    Change change = changes.get(key);
    if (change == null && log.marks().highestPurged() >= 0) {
      throw new IllegalStateException(
          "a table that judges a replay has kept its deletes, key="
              + key
              + ", highestPurged="
              + log.marks().highestPurged()
              + ": the key may have been deleted since");
    }
    return change == null ? -1 : change.offset;
  }

  /** The key's value; null if it has none. */
  public @Nullable Bytes value(Bytes key) {
    Change change = changes.get(key);
    return change == null ? null : change.value;
  }
}
