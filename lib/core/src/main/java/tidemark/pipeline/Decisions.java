package tidemark.pipeline;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tidemark.deadletter.Partition;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Event;
import tidemark.log.Log;
import tidemark.log.Position;

/**
 * What was decided of the event log's records, durable on a log of its own before anything of it is
 * seen elsewhere. The last record of each key counts:
 *
 * <pre>
 * started   place of the record | how often the process was started on it 4
 * applied   next position: every record below it is applied or a dead letter
 * committed next position: everything below it is in the table and published
 * replay n  place of the dead letter's record | next position at which its replay is placed
 * </pre>
 *
 * <p>What the event log no longer vouches for is dropped at opening; of a next position as much is
 * kept as both histories have in common. One thread.
 */
final class Decisions {
  private static final String STARTED = "started";
  private static final String APPLIED = "applied";
  private static final String COMMITTED = "committed";
  private static final String REPLAY = "replay ";

  private final Partition events;
  private final Log log;
  private final Map<Long, Placed> placed = new TreeMap<>();
  private @Nullable Position started;
  private int starts;
  private long applied;
  private long committed;
  private long replayCount;

  /** A dead letter's record, and where its replay stands. */
  record Placed(Position record, long atOffset) {}

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
    return decisions;
  }

  private void take(String key, ByteBuffer value) {
    Position place = Places.read(value);
    if (key.equals(STARTED)) {
      boolean same = Places.holds(events, place);
      started = same ? place : null;
      starts = same ? value.getInt() : 0;
    } else if (key.equals(APPLIED)) {
      applied = common(place);
    } else if (key.equals(COMMITTED)) {
      committed = common(place);
    } else if (key.startsWith(REPLAY)) {
      long number = Long.parseLong(key.substring(REPLAY.length()));
      replayCount = Math.max(replayCount, number + 1);
      Position at = Places.read(value);
      if (Places.holds(events, place) && Places.stands(events, at)) {
        placed.put(number, new Placed(place, at.offset()));
      }
    }
  }

  /** As much of [0, next) as the event log still has in common with the history it was taken of. */
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

  /** How often the process was started on a record, and was not done with it. */
  int starts(long offset) {
    return started != null && started.offset() == offset ? starts : 0;
  }

  /** Replays, in the order they were placed. */
  List<Placed> replays() {
    return List.copyOf(placed.values());
  }

  void start(long offset) {
    started(offset, starts(offset) + 1);
  }

  /** The process ends there by its own will: that start is not held against the record. */
  void takeBackStart(long offset) {
    started(offset, Math.max(0, starts(offset) - 1));
  }

  private void started(long offset, int count) {
    Position place = events.place(offset);
    ByteBuffer value = ByteBuffer.allocate(Places.SIZE + Integer.BYTES);
    Places.put(place, value);
    store(STARTED, value.putInt(count));
    started = place;
    starts = count;
  }

  void apply(long next) {
    store(APPLIED, next);
    applied = next;
  }

  void commit(long next) {
    store(COMMITTED, next);
    committed = next;
  }

  /** The replay of a dead letter takes place before the record at {@code atOffset}, for ever. */
  Placed place(Position record, long atOffset) {
    ByteBuffer value = ByteBuffer.allocate(2 * Places.SIZE);
    Places.put(record, value);
    Places.put(events.log().position(atOffset), value);
    store(REPLAY + replayCount, value);
    Placed newest = new Placed(record, atOffset);
    placed.put(replayCount++, newest);
    return newest;
  }

  private void store(String key, long next) {
    ByteBuffer value = ByteBuffer.allocate(Places.SIZE);
    Places.put(events.log().position(next), value);
    store(key, value);
  }

  private void store(String key, ByteBuffer value) {
    log.append(new Event(Bytes.text(key), Bytes.copyOf(value.clear()), 0, List.of()));
    log.sync();
  }
}
