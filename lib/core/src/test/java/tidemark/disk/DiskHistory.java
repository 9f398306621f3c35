package tidemark.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import tidemark.Seeds;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.Log;
import tidemark.log.ManualClock;
import tidemark.log.Marks;
import tidemark.log.Retention;
import tidemark.log.RewritableLog.Disposition;
import tidemark.simulate.FaultyStorage;
import tidemark.storage.Storage;

/**
 * A random history of one log on disk, the same for the same seed, beside a model of it. It can be
 * played up to a crash; then {@link #checkRecovered} says what the log may hold.
 */
final class DiskHistory {
  private static final Durability[] DURABILITIES = {
    Durability.everyAppend(),
    Durability.every(3, Durability.NO_LIMIT),
    Durability.leftToSystem(),
    Durability.leftToSystem(4, Durability.NO_LIMIT)
  };

  private final ManualClock clock = new ManualClock(0);
  private final DiskLogOptions options;
  private final RandomGenerator random;

  private final TreeMap<Long, Entry> appended = new TreeMap<>();
  private final TreeMap<Long, Entry> survivors = new TreeMap<>();
  private long end;
  private Marks marks = Marks.NOTHING_REMOVED;

  /** What the operation under way would change. */
  private TreeMap<Long, Entry> goal = new TreeMap<>();

  private Marks highestMarks = Marks.NOTHING_REMOVED;
  private String operation = "open";
  private DiskLog log;

  DiskHistory(long seed, Storage storage) {
    random = Seeds.random(seed);
    options =
        new DiskLogOptions(
            clock,
            200 + random.nextInt(400),
            false,
            DURABILITIES[random.nextInt(DURABILITIES.length)]);
    log = DiskLog.open(storage, options);
  }

  /** How many I/O steps a history of so many operations takes. */
  static int steps(long seed, int operations) {
    FaultyStorage storage = new FaultyStorage();
    DiskHistory history = new DiskHistory(seed, storage);
    for (int i = 0; i < operations; i++) {
      history.choose();
      history.perform(storage);
      history.done();
    }
    return storage.steps();
  }

  DiskLogOptions options() {
    return options;
  }

  DiskLog log() {
    return log;
  }

  String operation() {
    return operation;
  }

  /** Goes on with the log as it was opened again after a failure that lost nothing. */
  void reopened(DiskLog again) {
    log = again;
  }

  /** Chooses the next operation; {@link #perform} does it, as often as it takes. */
  void choose() {
    goal = new TreeMap<>(survivors);
    highestMarks = marks;
    clock.advance(random.nextInt(5));
    switch (random.nextInt(12)) {
      case 0 -> operation = "roll";
      case 1 -> operation = "retain";
      case 2, 3 -> operation = "rewrite";
      case 4 -> operation = "sync";
      case 5 -> operation = "reopen";
      default -> operation = "append";
    }
    switch (operation) {
      case "append" -> chooseAppend();
      case "retain" -> keepFrom = random.nextLong(end + 1);
      case "rewrite" -> chooseRewrite();
      default -> {}
    }
  }

  private long keepFrom;
  private long bound;
  private long salt;

  private void chooseAppend() {
    String key = "k" + random.nextInt(4);
    String value = random.nextInt(4) == 0 ? null : "v".repeat(random.nextInt(40));
    Event event = Event.of(key, value).withEventTime(random.nextLong());
    if (random.nextInt(4) == 0) {
      event = event.withHeader(key, event.value());
    }
    Entry entry = new Entry(end, clock.millis(), event);
    appended.put(end, entry);
    goal.put(end, entry);
  }

  private void chooseRewrite() {
    salt = random.nextLong();
    long start = log.startOffset();
    bound = start + random.nextLong(log.activeStart() - start + 1);
    for (Entry entry : survivors.headMap(bound).values()) {
      Disposition disposition = disposition(entry.offset(), entry.isTombstone());
      if (disposition != Disposition.KEEP) {
        goal.remove(entry.offset());
        long purged = disposition == Disposition.PURGED ? entry.offset() : -1;
        highestMarks = highestMarks.raisedTo(new Marks(0, entry.offset(), purged));
      }
    }
  }

  private Disposition disposition(long offset, boolean tombstone) {
    long dice = (offset * 0x9E3779B97F4A7C15L ^ salt) >>> 61;
    return dice < 4
        ? Disposition.KEEP
        : tombstone && dice < 6 ? Disposition.PURGED : Disposition.SUPERSEDED;
  }

  void perform(Storage storage) {
    switch (operation) {
      case "roll" -> log.roll();
      case "retain" -> {
        highestMarks = highestMarks.raisedTo(new Marks(log.activeStart(), -1, -1));
        long start = log.retain(Retention.upTo(0).keeping(keepFrom));
        assertTrue(start <= Math.max(keepFrom, marks.startOffset()), "kept from " + keepFrom);
        goal.headMap(start).clear();
        highestMarks = marks.raisedTo(new Marks(start, -1, -1));
      }
      case "rewrite" ->
          log.rewrite(bound, 1000, entry -> disposition(entry.offset(), entry.isTombstone()));
      case "sync" -> log.sync();
      case "reopen" -> {
        log.sync();
        log.close();
        log = DiskLog.open(storage, options);
        assertTrue(log.recovery().closedCleanly(), "" + log.recovery());
      }
      default ->
          assertEquals(end, log.append(appended.lastEntry().getValue().event()), "next offset");
    }
  }

  /** The operation succeeded. */
  void done() {
    end = operation.equals("append") ? end + 1 : end;
    survivors.clear();
    survivors.putAll(goal);
    marks = highestMarks;
  }

  /** What a log says that was not interrupted. */
  void checkWhole() {
    assertEquals(marks, log.marks());
    assertEquals(List.copyOf(survivors.headMap(log.endOffset()).values()), entries(log));
  }

  static List<Entry> entries(Log log) {
    return log.entries(log.startOffset());
  }

  /** What a log may hold that was found after the operation was interrupted. */
  void checkRecovered(DiskLog found, long minEnd) {
    long foundEnd = found.endOffset();
    assertTrue(foundEnd >= minEnd && foundEnd <= end + 1, "end=" + foundEnd + " min=" + minEnd);
    assertEquals(foundEnd, found.syncedEnd(), "what was recovered is durable");
    Marks raised = found.marks();
    assertEquals(raised, raised.raisedTo(marks), "marks never fall");
    assertEquals(highestMarks, highestMarks.raisedTo(raised), "marks say what was done");
    TreeMap<Long, Entry> present = new TreeMap<>();
    for (Entry entry : entries(found)) {
      assertEquals(appended.get(entry.offset()), entry, "never a wrong record");
      present.put(entry.offset(), entry);
    }
    List<Long> both = new ArrayList<>(survivors.headMap(foundEnd).keySet());
    boolean rewritten = true;
    for (long offset : both.stream().filter(o -> o >= raised.startOffset()).toList()) {
      boolean kept = present.containsKey(offset);
      if (goal.containsKey(offset) || operation.equals("retain")) {
        assertTrue(kept, "lost " + offset);
      } else if (kept) {
        rewritten = false;
      } else {
        assertTrue(rewritten, "swapped front to back, but " + offset + " went before one in front");
        assertTrue(offset <= raised.highestRemoved(), "the mark is durable first: " + offset);
        if (disposition(offset, isTombstone(offset)) == Disposition.PURGED) {
          assertTrue(offset <= raised.highestPurged(), "the mark is durable first: " + offset);
        }
      }
    }
    present.keySet().removeAll(both);
    present.remove(end);
    assertEquals(List.of(), List.copyOf(present.keySet()), "nothing comes back");
  }

  private boolean isTombstone(long offset) {
    Entry entry = survivors.get(offset);
    return entry != null && entry.isTombstone();
  }
}
