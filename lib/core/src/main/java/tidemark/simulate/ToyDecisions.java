package tidemark.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import tidemark.log.Cursor;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.Log;
import tidemark.log.Position;
import tidemark.simulate.PlainState.Appended;

/** What a toy pipeline has decided: an entry each, in order, in a log that is synced each time. */
final class ToyDecisions {
  private final Log events;
  private final Log log;
  private final boolean keepsStale;
  private final TreeMap<Long, Appended> dead = new TreeMap<>();
  private final TreeMap<Long, Integer> starts = new TreeMap<>();
  private final List<Replay> replays = new ArrayList<>();
  private long applied;
  private long committed;

  /** A dead letter's replay, placed before the record at {@code place}. */
  record Replay(Appended record, long place, ToyPlace label) {
    long origin() {
      return record.offset();
    }
  }

  private ToyDecisions(Log events, Log log, boolean keepsStale) {
    this.events = events;
    this.log = log;
    this.keepsStale = keepsStale;
  }

  static ToyDecisions open(Log events, Log log, boolean keepsStale) {
    ToyDecisions decisions = new ToyDecisions(events, log, keepsStale);
    for (Entry entry : log.entries(log.startOffset())) {
      decisions.take(entry.event());
    }
    return decisions;
  }

  private void take(Event event) {
    ToyPlace place = ToyPlace.readFrom(event);
    String[] words = String.valueOf(event.value()).split(" ", -1);
    long offset = Long.parseLong(words[0]);
    boolean holds = keepsStale || place.holdsIn(events);
    switch (String.valueOf(event.key())) {
      case "applied" -> applied = holds ? offset : common(place.ends().get(0));
      case "committed" -> committed = holds ? offset : common(place.ends().get(0));
      case "forgotten" -> {
        dead.remove(offset);
        replays.removeIf(replay -> replay.origin() == offset);
      }
      default -> {
        if (holds) {
          takeOfRecord(String.valueOf(event.key()), offset, words, place);
        }
      }
    }
  }

  private void takeOfRecord(String kind, long offset, String[] words, ToyPlace place) {
    switch (kind) {
      case "start" -> starts.merge(offset, 1, Integer::sum);
      case "dead" -> dead.put(offset, letter(offset, words));
      case "replay" -> {
        Appended letter = dead.get(offset);
        if (letter != null) {
          replays.add(new Replay(letter, Long.parseLong(words[1]), place));
        }
      }
      default -> throw new IllegalStateException("a decision must be known, kind=" + kind);
    }
  }

  private static Appended letter(long offset, String[] words) {
    return new Appended(offset, 0, words[1], words[2], Long.parseLong(words[3]), words[4]);
  }

  /** The next position, lowered to where the restored event log has lost the records below it. */
  private long common(Position next) {
    return events.knowsEpoch(next.epoch())
        ? Math.min(next.offset(), events.endOfEpoch(next.epoch()))
        : 0;
  }

  private void store(String kind, String value, ToyPlace place) {
    log.append(place.mark(Event.of(kind, value)));
  }

  /** How often the process was started on a record. */
  int starts(long offset) {
    return starts.getOrDefault(offset, 0);
  }

  void start(long offset) {
    store("start", Long.toString(offset), ToyPlace.of(events, offset));
    starts.merge(offset, 1, Integer::sum);
  }

  boolean isDead(long offset) {
    return dead.containsKey(offset);
  }

  /** Offsets of all dead letters. */
  List<Long> dead() {
    return List.copyOf(dead.keySet());
  }

  void deadLetter(long offset) {
    try (Cursor cursor = events.read(offset)) {
      cursor.next();
      Entry entry = cursor.entry();
      Appended record = SimulatedNode.record(entry, Setup.reference());
      String text =
          offset
              + " "
              + record.key()
              + " "
              + (record.value() == null ? "∅" : record.value())
              + " "
              + record.eventTime()
              + " "
              + record.input();
      store("dead", text, ToyPlace.of(events, offset));
      dead.put(offset, letter(offset, text.split(" ", -1)));
    }
  }

  /** Every record below is decided. */
  long applied() {
    return applied;
  }

  void apply(long next) {
    store("applied", Long.toString(next), ToyPlace.next(events, next));
    applied = next;
  }

  long committed() {
    return committed;
  }

  void commit(long next) {
    store("committed", Long.toString(next), ToyPlace.next(events, next));
    committed = next;
  }

  List<Replay> replays() {
    return List.copyOf(replays);
  }

  void place(long origin, long place) {
    Appended letter = dead.get(origin);
    if (letter == null) {
      throw new IllegalArgumentException("a replay must be of a dead letter, offset=" + origin);
    }
    ToyPlace label = ToyPlace.of(events, origin).and(ToyPlace.next(events, place));
    store("replay", origin + " " + place, label);
    replays.add(new Replay(letter, place, label));
  }

  /** Drops a dead letter and its replay. */
  void forget(long origin) {
    store("forgotten", Long.toString(origin), ToyPlace.of(events, origin));
    dead.remove(origin);
    replays.removeIf(replay -> replay.origin() == origin);
  }

  /** The end of this log, to be named in a snapshot. */
  Position end() {
    return log.position(log.endOffset());
  }

  /** Whether this log still has all that a snapshot was made of. */
  boolean vouchesFor(ToyPlace end) {
    return end.holdsIn(log);
  }
}
