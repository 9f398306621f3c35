package tidemark.deadletter;

import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tidemark.deadletter.SettlementLayout.Release;
import tidemark.deadletter.SettlementLayout.Settled;
import tidemark.log.Cursor;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.Log;
import tidemark.log.Position;
import tidemark.log.Retention;

/**
 * The dead letters of all partitions, on a log of their own. A letter is identified by its origin;
 * if the log has several of one origin the first one counts. How a letter was settled is a later
 * event on the same log. Not thread-safe.
 */
public final class DeadLetters {
  private final Log log;
  private final Map<Position, DeadLetter> letters = new LinkedHashMap<>();
  private final Map<Position, Settled> settled = new LinkedHashMap<>();
  private final Map<UUID, NavigableMap<Long, Position>> byOffset = new HashMap<>();
  private final Map<UUID, Release> released = new HashMap<>();

  /** By letter: the highest offset of its events on the log: itself, its copies, its settlement. */
  private final Map<Position, Long> newestOf = new HashMap<>();

  /** The entry read last, if it may be the first event of a letter's long form; else null. */
  private @Nullable Entry before;

  /** How a dead letter was settled. */
  public enum Settlement {
    /** It was replayed: its effect is in the output. */
    REPLAYED,
    /** It was dropped: what it would replace has changed since. */
    SUPERSEDED,
    /** A person dropped it, for a reason of their own: nothing is missing without it. */
    DISCARDED
  }

  private DeadLetters(Log log) {
    this.log = log;
  }

  /**
   * Reads the dead letters of a log.
   *
   * @throws IllegalArgumentException if retention or compaction removed anything from the log: then
   *     it is not known what an output lacks
   * @throws UncheckedIOException if the log cannot be read, or a settlement on it is damaged
   */
  public static DeadLetters open(Log log) {
    if (log.marks().startOffset() > 0 || log.marks().highestRemoved() >= 0) {
      throw new IllegalArgumentException(
          "a dead-letter log must be kept whole, marks="
              + log.marks()
              + ": retention or compaction removed records; use neither on it");
    }
    return openCleaned(log);
  }

  /**
   * Reads the dead letters of a log from which {@link #clean} may have removed settled ones. The
   * caller must know that nothing else removed records from it, because this cannot be checked.
   *
   * @throws UncheckedIOException if the log cannot be read, or a settlement on it is damaged
   */
  public static DeadLetters openCleaned(Log log) {
    DeadLetters found = new DeadLetters(log);
    try (Cursor cursor = log.read(log.startOffset())) {
      while (cursor.next()) {
        found.take(cursor.entry());
      }
    }
    return found;
  }

  private void take(Entry entry) {
    DeadLetter letter = DeadLetterLayout.read(entry.event());
    letter = letter == null ? DeadLetterLayout.readLong(before, entry) : letter;
    before = entry.event().headers().isEmpty() ? entry : null;
    if (letter != null) {
      keep(letter, entry.offset());
      return;
    }
    Settled settlement = SettlementLayout.settled(entry);
    if (settlement != null) {
      newestOf.put(settlement.place(), entry.offset());
      settled.putIfAbsent(settlement.place(), settlement);
    }
    Release release = SettlementLayout.release(entry);
    if (release != null) {
      released.put(release.last().logId(), release);
    }
  }

  private void keep(DeadLetter letter, long offset) {
    Position place = letter.origin().place();
    newestOf.put(place, offset);
    letters.putIfAbsent(place, letter);
    byOffset.computeIfAbsent(place.logId(), id -> new TreeMap<>()).put(place.offset(), place);
  }

  /**
   * Adds a dead letter, which is durable when this returns. If there is one of the same origin
   * already, that one is kept.
   *
   * @throws UncheckedIOException if it cannot be written; the caller must not commit past the
   *     record then
   * @throws IllegalArgumentException if the log refuses it, because its limits are lower than those
   *     of the log from which the record came, or because it is a compacted log
   * @throws IllegalStateException if the log's {@code sync} does not make all of it durable
   */
  public void add(DeadLetter letter) {
    if (!letters.containsKey(letter.origin().place())) {
      keep(letter, append(letter));
    }
    sync();
  }

  private long append(DeadLetter letter) {
    try {
      return log.append(DeadLetterLayout.shortForm(letter));
    } catch (IllegalArgumentException noRoomForTheHeader) {
      long last = 0;
      for (Event part : DeadLetterLayout.longForm(letter)) {
        last = log.append(part);
      }
      return last;
    }
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

  /** The dead letter of a record, settled or not; null if there is none. */
  public @Nullable DeadLetter letter(Position place) {
    return letters.get(place);
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

  /**
   * Tells the breaker of a partition that its dead letters so far are poison, and not the work of
   * an outage, and allows this many more in a row after the newest one. Durable on return. A
   * delivery in another process learns of it when it opens its dead letters again.
   *
   * @param more how many more dead letters in a row are allowed; at least 1
   * @throws IllegalArgumentException if {@code more < 1}
   * @throws IllegalStateException if the partition has no dead letter
   */
  public void releaseBreaker(Partition partition, int more) {
    if (more < 1) {
      throw new IllegalArgumentException(
          "a release must allow at least one more dead letter, more="
              + more
              + "; say how many are expected");
    }
    Position last = newestBelow(partition, Long.MAX_VALUE);
    if (last == null) {
      throw new IllegalStateException(
          "a breaker must have a dead letter to be released, partition="
              + partition.name()
              + "; name a partition that has some");
    }
    Release release = new Release(last, more);
    log.append(SettlementLayout.event(release));
    released.put(last.logId(), release);
    sync();
  }

  /** The last release of a partition's breaker; null if there is none. */
  @Nullable Release release(Partition partition) {
    return released.get(partition.log().id());
  }

  /** The newest letter of a partition below an offset, settled or not; null if there is none. */
  @Nullable Position newestBelow(Partition partition, long offset) {
    NavigableMap<Long, Position> places =
        byOffset.getOrDefault(partition.log().id(), new TreeMap<>());
    Map.Entry<Long, Position> newest = places.lowerEntry(offset);
    while (newest != null && !partition.vouchesFor(newest.getValue())) {
      newest = places.lowerEntry(newest.getKey());
    }
    return newest == null ? null : newest.getValue();
  }

  /** How the dead letter of a record was settled; empty if it is open. */
  public Optional<Settlement> settlement(Position place) {
    return Optional.ofNullable(settled.get(place)).map(Settled::settlement);
  }

  /** Why the dead letter of a record was discarded; empty if it was not. */
  public Optional<String> discardReason(Position place) {
    return Optional.ofNullable(settled.get(place))
        .map(Settled::reason)
        .filter(why -> !why.isEmpty());
  }

  /**
   * Discards an open dead letter: a person decides that nothing is missing without it. Durable on
   * return.
   *
   * @param reason why, for people to read later; cut after {@value Reason#MAX_TEXT} characters
   * @throws IllegalArgumentException if there is no open dead letter of that record, or no reason
   */
  public void discard(Position place, String reason) {
    if (reason.isBlank()) {
      throw new IllegalArgumentException("a discard must have a reason, reason=\"\": say why");
    }
    if (!letters.containsKey(place) || settled.containsKey(place)) {
      throw new IllegalArgumentException(
          "a dead letter must be open to be discarded, place="
              + place
              + ", settlement="
              + settlement(place).map(Settlement::name).orElse("no such letter")
              + "; list the open ones and name one of them");
    }
    settle(new Settled(place, Settlement.DISCARDED, Failures.cut(reason)));
  }

  /**
   * Settles a dead letter. Durable on return. If it is settled already, that settlement is kept.
   *
   * @throws UncheckedIOException if it cannot be written
   */
  public void settle(Position place, Settlement settlement) {
    settle(new Settled(place, settlement, ""));
  }

  private void settle(Settled how) {
    if (!settled.containsKey(how.place())) {
      append(how);
      settled.put(how.place(), how);
    }
    sync();
  }

  private void append(Settled how) {
    newestOf.put(how.place(), log.append(SettlementLayout.event(how)));
  }

  /** How many offsets the log takes up with letters, settlements, releases and copies of them. */
  public long size() {
    return log.endOffset() - log.startOffset();
  }

  /**
   * The settled letters whose events all lie below an offset of the log of dead letters: the letter
   * itself, its copies and its settlement.
   */
  public List<DeadLetter> settledBelow(long endExclusive) {
    return letters.values().stream()
        .filter(letter -> settled.containsKey(letter.origin().place()))
        .filter(letter -> newestOf.getOrDefault(letter.origin().place(), 0L) < endExclusive)
        .toList();
  }

  /**
   * Removes settled letters, and gives back the disk space at the front of the log. First every
   * letter that stays is copied to the end of the log, durably; then the segments that lie wholly
   * below {@code keptFromInclusive} are removed. After that the log can only be opened by {@link
   * #openCleaned}. A crash in between leaves letters twice on the log, which counts as once.
   *
   * @param gone the origins of some of {@link #settledBelow} {@code (keptFromInclusive)}
   * @param keptFromInclusive the first offset of a segment of the log: nothing at or after it is
   *     removed
   * @throws UncheckedIOException if it cannot be written; open the dead letters again then
   */
  public void clean(Collection<Position> gone, long keptFromInclusive) {
    for (Position place : gone) {
      letters.remove(place);
      settled.remove(place);
      newestOf.remove(place);
      byOffset.getOrDefault(place.logId(), new TreeMap<>()).remove(place.offset(), place);
    }
    log.roll();
    for (DeadLetter letter : letters.values()) {
      Position place = letter.origin().place();
      newestOf.put(place, append(letter));
      Settled how = settled.get(place);
      if (how != null) {
        append(how);
      }
    }
    released.values().forEach(release -> log.append(SettlementLayout.event(release)));
    sync();
    log.retain(Retention.activeSegmentOnly().keeping(keptFromInclusive));
  }

  /**
   * Names the records that are missing in an output that was made from {@code [0, committed)} of a
   * partition: those whose dead letters are open. A dead letter whose record a power cut took from
   * the partition is not named: the output lacks nothing there. A dead letter of a dead letter is
   * named in the partition where its record was read first, and not in the log of dead letters from
   * which it was read again.
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
