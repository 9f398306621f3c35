package tidemark.deadletter;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.Log;
import tidemark.log.Position;

/**
 * The dead letters on a log of their own. A letter is identified by its origin; if there are
 * several of one origin the first one counts. A settlement is a later event without key and value.
 * One thread.
 */
public final class DeadLetters {
  private static final String SETTLED = "tidemark.settled";

  private final Log log;
  private final Map<Position, DeadLetter> letters = new LinkedHashMap<>();
  private final Map<Position, Settlement> settled = new LinkedHashMap<>();

  /** How a dead letter was settled. */
  public enum Settlement {
    /** It was replayed: its effect is in the output. */
    REPLAYED,
    /** It was dropped: what it would replace has changed since. */
    SUPERSEDED
  }

  private DeadLetters(Log log) {
    this.log = log;
  }

  /**
   * Reads the dead letters of a log.
   *
   * @throws IllegalArgumentException if retention or compaction removed some: then it cannot be
   *     told what an output lacks
   * @throws UncheckedIOException if the log cannot be read, or a settlement on it is damaged
   */
  public static DeadLetters open(Log log) {
    if (log.marks().startOffset() > 0 || log.marks().highestRemoved() >= 0) {
      throw new IllegalArgumentException(
          "a dead-letter log must be kept whole, marks="
              + log.marks()
              + ": retention or compaction removed records; use neither on it");
    }
    DeadLetters found = new DeadLetters(log);
    try (Cursor cursor = log.read(0)) {
      while (cursor.next()) {
        found.take(cursor.entry());
      }
    }
    return found;
  }

  private void take(Entry entry) {
    Bytes mark = DeadLetter.last(entry.event(), SETTLED);
    DeadLetter letter = DeadLetter.read(entry.event());
    if (letter != null) {
      letters.putIfAbsent(letter.origin().place(), letter);
    } else if (mark != null) {
      try (DataInputStream in = DeadLetter.in(mark)) {
        settled.putIfAbsent(DeadLetter.readPlace(in), Settlement.valueOf(in.readUTF()));
      } catch (IOException damaged) {
        throw new UncheckedIOException(
            "a settlement must hold an identity and its kind, entry="
                + entry
                + ": the log is damaged",
            damaged);
      }
    }
  }

  /**
   * Adds a dead letter. It is durable when this returns. If there is one of the same origin
   * already, that one is kept.
   *
   * @throws UncheckedIOException if it cannot be written; move no offset then
   * @throws IllegalArgumentException if the log does not take it: its key and headers, with the one
   *     that is added, may be too long for a log on disk
   */
  public void add(DeadLetter letter) {
    if (!letters.containsKey(letter.origin().place())) {
      log.append(letter.toEvent());
      letters.put(letter.origin().place(), letter);
    }
    sync();
  }

  /** Makes durable every letter that {@link #holds} knows. */
  void sync() {
    log.sync();
    if (log.syncedEnd() < log.endOffset()) {
      throw new IllegalStateException(
          "a sync must reach the end, syncedEnd="
              + (log.syncedEnd() + ", endOffset=" + log.endOffset())
              + ": dead letters must be on a log whose sync makes all durable");
    }
  }

  /** Whether a record is a dead letter, settled or not. */
  public boolean holds(Position place) {
    return letters.containsKey(place);
  }

  /** All dead letters, in the order in which they were added. */
  public List<DeadLetter> all() {
    return List.copyOf(letters.values());
  }

  /** The dead letters that are not settled, in the order in which they were added. */
  public List<DeadLetter> open() {
    return letters.values().stream()
        .filter(letter -> !settled.containsKey(letter.origin().place()))
        .toList();
  }

  /** How the dead letter of a record was settled; empty if it is open. */
  public Optional<Settlement> settlement(Position place) {
    return Optional.ofNullable(settled.get(place));
  }

  /** Settles a dead letter, durably. If it is settled already, that settlement is kept. */
  void settle(Position place, Settlement settlement) {
    if (!settled.containsKey(place)) {
      Bytes mark =
          DeadLetter.bytes(
              out -> {
                DeadLetter.writePlace(out, place);
                out.writeUTF(settlement.name());
              });
      log.append(new Event(null, null, 0, List.of()).withHeader(SETTLED, mark));
      settled.put(place, settlement);
    }
    sync();
  }

  /**
   * What an output that was made from {@code [0, committed)} of a partition lacks. A dead letter
   * whose record a power cut took from the partition is not named: the output lacks nothing there.
   * A dead letter of a dead letter is named in the partition where its record was read first, and
   * not in the log of dead letters from which it was read again.
   */
  public Completeness completeness(Partition partition, long committed) {
    List<Long> except =
        open().stream()
            .map(letter -> letter.origin().place())
            .filter(place -> place.offset() < committed)
            .filter(partition::vouchesFor)
            .map(Position::offset)
            .sorted()
            .toList();
    return new Completeness(partition.name(), committed, except);
  }
}
