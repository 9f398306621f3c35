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
 * The dead letters on a log of their own, keyed by origin: of several with one origin the first
 * counts. A settlement is a later event without key and value. One thread.
 */
public final class DeadLetters {
  private static final String SETTLED = "tidemark.settled";

  private final Log log;
  private final Map<Position, DeadLetter> letters = new LinkedHashMap<>();
  private final Map<Position, Settlement> settled = new LinkedHashMap<>();

  /** How a replay ended. */
  public enum Settlement {
    /** Its effect is in the output. */
    REPLAYED,
    /** Its key had changed since, so that its effect is to be none. */
    SUPERSEDED
  }

  private DeadLetters(Log log) {
    this.log = log;
  }

  /**
   * Reads the dead letters of a log.
   *
   * @throws IllegalArgumentException if retention or compaction took some: then nobody can say what
   *     an output is missing
   */
  public static DeadLetters open(Log log) {
    if (log.marks().startOffset() > 0 || log.marks().highestRemoved() >= 0) {
      throw new IllegalArgumentException(
          "a dead-letter log is kept whole, marks="
              + log.marks()
              + ": keep retention and compaction away from it");
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
        throw new UncheckedIOException("a settlement is whole, entry=" + entry, damaged);
      }
    }
  }

  /**
   * Keeps a dead letter. It is durable when this returns. One of the same origin stays instead.
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

  /** Makes durable what {@link #holds} tells. */
  void sync() {
    log.sync();
    if (log.syncedEnd() < log.endOffset()) {
      throw new IllegalStateException(
          "a sync reaches the end, syncedEnd=" + log.syncedEnd() + ", end=" + log.endOffset());
    }
  }

  /** Whether a record is a dead letter, settled or not. */
  public boolean holds(Position place) {
    return letters.containsKey(place);
  }

  /** All of them, in the order they came. */
  public List<DeadLetter> all() {
    return List.copyOf(letters.values());
  }

  /** Those not settled, in the order they came. */
  public List<DeadLetter> open() {
    return letters.values().stream()
        .filter(letter -> !settled.containsKey(letter.origin().place()))
        .toList();
  }

  /** How a dead letter was settled, if it was. */
  public Optional<Settlement> settlement(Position place) {
    return Optional.ofNullable(settled.get(place));
  }

  /** Settles a dead letter, durably. The first settlement stays. */
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
   * What an output made from {@code [0, committed)} of a partition lacks. A dead letter of a record
   * that a power cut took from the partition names nothing. One that was a dead letter already is
   * named in the partition of its first origin only: of a log of dead letters this says nothing.
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
