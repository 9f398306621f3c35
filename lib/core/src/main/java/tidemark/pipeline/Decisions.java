package tidemark.pipeline;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tidemark.deadletter.Partition;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Event;
import tidemark.log.Log;
import tidemark.log.Position;
import tidemark.log.Retention;

/**
 * What was decided about the records of the event log. A decision is durable, on a log of its own,
 * before anything that follows from it is visible elsewhere. The last record of each key counts:
 *
 * <pre>
 * started   place of the record | how often the process was started on it 4
 * group     place of its first record | offset after its last record 8
 * applied   next position: every record below it is applied or a dead letter
 * committed next position: everything below it is in the table and published
 * replay n  place of the dead letter's record | next position at which its replay is placed
 * </pre>
 *
 * <p>If the event log has lost records, by a power cut or because an older copy was restored,
 * opening drops the decisions about them, and lowers each next position to the last offset that was
 * not lost. One thread.
 */
final class Decisions {
  private static final String STARTED = "started";
  private static final String GROUP = "group";
  private static final String APPLIED = "applied";
  private static final String COMMITTED = "committed";
  private static final String REPLAY = "replay ";

  private final Partition events;
  private final Log log;
  private final TreeMap<Long, Placed> placed = new TreeMap<>();
  private final TreeMap<Long, List<Placed>> byPlace = new TreeMap<>();
  private @Nullable Position started;
  private int starts;
  private long aloneBelow;
  private long applied;
  private long committed;

  /** A dead letter's record, and the next position before which its replay stands. */
  record Placed(Position record, Position at) {}

  private Decisions(Partition events, Log log) {
    this.events = events;
    this.log = log;
  }

  static Decisions open(Partition events, Log log) {
    Decisions decisions = new Decisions(events, log);
    try (Cursor cursor = log.read(log.startOffset())) {
      while (cursor.next()) {
        Bytes key = cursor.entry().key();
        Bytes value = cursor.entry().value();
        if (key != null && value != null) {
          decisions.take(key.toString(), value.buffer());
        }
      }
    }
    decisions.placed.values().forEach(decisions::index);
    return decisions;
  }

  private void take(String key, ByteBuffer value) {
    Position place = Places.read(value);
    if (key.equals(STARTED)) {
      boolean same = Places.holds(events, place);
      started = same ? place : null;
      starts = same ? value.getInt() : 0;
    } else if (key.equals(GROUP)) {
      aloneBelow = Places.holds(events, place) ? value.getLong() : 0;
    } else if (key.equals(APPLIED)) {
      applied = common(place);
    } else if (key.equals(COMMITTED)) {
      committed = common(place);
    } else if (key.startsWith(REPLAY)) {
      Position at = Places.read(value);
      if (Places.holds(events, place) && Places.stands(events, at)) {
        placed.put(Long.parseLong(key.substring(REPLAY.length())), new Placed(place, at));
      }
    }
  }

  private void index(Placed replay) {
    byPlace.computeIfAbsent(replay.at.offset(), at -> new ArrayList<>()).add(replay);
  }

  /** The next position, lowered to where the event log has lost the records below it. */
  private long common(Position next) {
    if (Places.stands(events, next)) {
      return next.offset();
    }
    boolean known = next.logId().equals(events.log().id()) && events.log().knowsEpoch(next.epoch());
    return known ? Math.min(next.offset(), events.log().endOfEpoch(next.epoch())) : 0;
  }

  /** Every record below this offset is decided: applied, or a dead letter. */
  long applied() {
    return applied;
  }

  /** Everything below this offset is in the table, and published. */
  long committed() {
    return committed;
  }

  /**
   * No record below this offset may be decided again: it was decided, or a replay has its place.
   */
  long decidedEnd() {
    long lastPlace = byPlace.isEmpty() ? 0 : byPlace.lastKey();
    return Math.max(Math.max(applied, committed), lastPlace);
  }

  /** How many processes started on a record without finishing it. */
  int starts(long offset) {
    return started != null && started.offset() == offset ? starts : 0;
  }

  /**
   * Whether an earlier process ended in a group with this record. Then the record is started by
   * itself, so that a record which kills the process is found.
   */
  boolean mustGoAlone(long offset) {
    return offset < aloneBelow || starts(offset) > 0;
  }

  /** Replays whose places are in a range of next positions, in the order they were placed. */
  List<Placed> replays(long fromInclusive, long toInclusive) {
    if (byPlace.isEmpty()) {
      return List.of();
    }
    List<Placed> found = new ArrayList<>();
    byPlace.subMap(fromInclusive, true, toInclusive, true).values().forEach(found::addAll);
    return found;
  }

  /** All replays, in the order they were placed. */
  List<Placed> replays() {
    return List.copyOf(placed.values());
  }

  void start(long offset) {
    started(offset, starts(offset) + 1);
  }

  /** Takes back the last start: the process stopped in order, and not because of the record. */
  void takeBackStart(long offset) {
    started(offset, Math.max(0, starts(offset) - 1));
  }

  private void started(long offset, int count) {
    Position place = events.place(offset);
    append(STARTED, started(place, count));
    log.sync();
    started = place;
    starts = count;
  }

  private static ByteBuffer started(Position place, int count) {
    ByteBuffer value = ByteBuffer.allocate(Places.SIZE + Integer.BYTES);
    Places.put(place, value);
    return value.putInt(count);
  }

  /** Stores that the records of {@code [offset, endExclusive)} are started together; durable. */
  void startGroup(long offset, long endExclusive) {
    ByteBuffer value = ByteBuffer.allocate(Places.SIZE + Long.BYTES);
    Places.put(events.place(offset), value);
    append(GROUP, value.putLong(endExclusive));
    log.sync();
  }

  /** Stores that every record below {@code next} is decided; durable. */
  void apply(long next) {
    append(APPLIED, events.log().position(next));
    log.sync();
    applied = next;
  }

  /**
   * Stores that everything below {@code next} is in the table and published; durable with the next
   * decision, or {@link #sync}.
   */
  void commit(long next) {
    append(COMMITTED, events.log().position(next));
    committed = next;
  }

  void sync() {
    log.sync();
  }

  /**
   * Gives the replay of a dead letter its place, before the record at {@code atOffset}; durable.
   */
  void place(Position record, long atOffset) {
    long number = placed.isEmpty() ? 0 : placed.lastKey() + 1;
    Placed newest = new Placed(record, events.log().position(atOffset));
    append(number, newest);
    log.sync();
    placed.put(number, newest);
    index(newest);
  }

  /** How many records its log has. */
  long size() {
    return log.endOffset() - log.startOffset();
  }

  /**
   * Copies what still counts to the end of the log, and removes everything before the copy. Drops
   * the replays that are not needed any more.
   */
  void clean(Predicate<Placed> unneeded) {
    placed.values().removeIf(unneeded);
    byPlace.clear();
    placed.values().forEach(this::index);
    log.roll();
    long from = log.endOffset();
    if (started != null) {
      append(STARTED, started(started, starts));
    }
    append(APPLIED, events.log().position(applied));
    append(COMMITTED, events.log().position(committed));
    for (Map.Entry<Long, Placed> replay : placed.entrySet()) {
      append(replay.getKey(), replay.getValue());
    }
    log.sync();
    log.retain(Retention.activeSegmentOnly().keeping(from));
  }

  private void append(long number, Placed replay) {
    ByteBuffer value = ByteBuffer.allocate(2 * Places.SIZE);
    Places.put(replay.record, value);
    Places.put(replay.at, value);
    append(REPLAY + number, value);
  }

  private void append(String key, Position next) {
    ByteBuffer value = ByteBuffer.allocate(Places.SIZE);
    Places.put(next, value);
    append(key, value);
  }

  private void append(String key, ByteBuffer value) {
    log.append(new Event(Bytes.text(key), Bytes.copyOf(value.flip()), 0, List.of()));
  }
}
