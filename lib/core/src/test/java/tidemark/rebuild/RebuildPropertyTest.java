package tidemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;
import tidemark.compact.Compactor;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.ManualClock;
import tidemark.log.MemoryLog;
import tidemark.log.Retention;
import tidemark.log.RewritableLog;
import tidemark.rebuild.Rebuild.NotRebuilt;
import tidemark.rebuild.Rebuild.Outcome;
import tidemark.rebuild.Rebuild.Rebuilt;
import tidemark.rebuild.RebuildPlan.CannotProve;
import tidemark.snapshot.Snapshot;

/**
 * On random histories with snapshots, passes, purges, retention and skips, also in the middle of a
 * rebuild: a rebuild that is done gives exactly what the full history gives.
 */
class RebuildPropertyTest {
  /** What log and compactor take the time from. */
  protected final ManualClock clock = new ManualClock(0);

  private final Map<String, int[]> naive = new TreeMap<>();
  private long histories;
  private long plans;
  private long rebuilt;
  private long wronglySafe;
  private long again;

  /** A new empty compacted log. */
  protected RewritableLog create(long segmentBytes) {
    return MemoryLog.compacted(clock, segmentBytes);
  }

  /** How many random histories. */
  protected int runs() {
    return 400;
  }

  @Test
  void safeAlwaysRebuildsExactlyWhatTheFullHistoryGives() throws IOException {
    try {
      Seeds.forEach(
          runs(),
          (seed, random) -> {
            histories++;
            Run run = new Run(random);
            try (run.log) {
              for (int step = 0; step < 60; step++) {
                run.step();
              }
              run.checkAll();
            }
          });
    } finally {
      writeWhatWasJudged();
    }
    if (Seeds.all()) {
      assertTrue(rebuilt > runs(), "rebuilt " + rebuilt);
      checkCoverage();
    }
  }

  /** Also if a history failed: then it has the number of wrong verdicts until there. */
  private void writeWhatWasJudged() throws IOException {
    Files.write(
        Path.of("target", getClass().getSimpleName() + ".txt"),
        List.of(
            "histories=" + histories,
            "rebuilds asked for=" + plans,
            "safe=" + rebuilt,
            "safe, and not what the full history gives=" + wronglySafe,
            "overtaken and started again=" + again));
  }

  /** Whether the histories were of all kinds. */
  protected void checkCoverage() {
    assertTrue(again > 0, "some rebuild was overtaken and started again");
    for (String doubt : List.of("TombstonePurged", "EntryRemoved", "SkippedEntrySuperseded")) {
      int[] rightAndWrong = naive.getOrDefault(doubt, new int[2]);
      assertTrue(rightAndWrong[1] > 0, doubt + " is a reason: a naive rebuild went wrong");
      boolean alwaysWrong = doubt.equals("EntryRemoved");
      assertTrue(alwaysWrong || rightAndWrong[0] > 0, doubt + " is no proof: some went right");
    }
  }

  private record Kept(Snapshot table, Snapshot digest, boolean empty) {}

  private final class Run {
    private final RandomGenerator random;
    private final RewritableLog log;
    private final boolean retains;
    private final boolean skips;
    private final List<Entry> history = new ArrayList<>();
    private final TreeSet<Long> skipped = new TreeSet<>();
    private final TreeSet<Long> removed = new TreeSet<>();
    private final TreeSet<Long> purged = new TreeSet<>();
    private final List<Kept> snapshots = new ArrayList<>();

    Run(RandomGenerator random) {
      this.random = random;
      this.log = create(1 + random.nextInt(500));
      this.retains = random.nextInt(3) == 0;
      this.skips = random.nextInt(3) == 0;
    }

    void step() {
      clock.advance(random.nextInt(4));
      switch (random.nextInt(12)) {
        case 0 -> log.roll();
        case 1, 2 -> compact();
        case 3 -> {
          if (retains) {
            log.retain(Retention.since(clock.millis() - 60));
          }
        }
        case 4 -> snapshot();
        default -> append();
      }
    }

    private void append() {
      String value = random.nextInt(3) == 0 ? null : "v" + history.size();
      long offset = log.append(Event.of("k" + random.nextInt(4), value));
      history.add(new Entry(offset, clock.millis(), Event.of("k", null)));
      history.set((int) offset, log.entries(offset).get(0));
      if (skips && random.nextInt(20) == 0) {
        skipped.add(offset);
      }
    }

    private void compact() {
      List<Entry> before = log.entries(log.startOffset());
      long purgedBefore = log.marks().highestPurged();
      var done =
          Compactor.of(clock, Duration.ofMillis(random.nextInt(10)))
              .withBudget(random.nextBoolean() ? 1 : 1 << 16)
              .compact(log);
      before.removeAll(log.entries(log.startOffset()));
      before.forEach(entry -> removed.add(entry.offset()));
      assertEquals(before.size(), done.superseded() + done.purged());
      if (log.marks().highestPurged() > purgedBefore) {
        purged.add(log.marks().highestPurged());
      }
    }

    /** What the full history makes, below an offset. */
    private <S extends State> S truth(long endExclusive, S state) {
      MemoryLog full = MemoryLog.uncompacted(clock, MemoryLog.NO_ROLL);
      history.forEach(entry -> full.append(entry.event()));
      try (Cursor cursor = full.read(0)) {
        while (cursor.next() && cursor.offset() < endExclusive) {
          if (!skipped.contains(cursor.offset())) {
            state.apply(cursor);
          }
        }
      }
      return state;
    }

    private void snapshot() {
      long at = random.nextLong(history.size() + 1);
      var position = log.position(at);
      KeyedTable table = truth(at, new KeyedTable());
      Digest digest = truth(at, new Digest());
      snapshots.add(new Kept(table.snapshot(position), digest.snapshot(position), table.isEmpty()));
    }

    void checkAll() {
      for (Kept kept : List.copyOf(snapshots)) {
        check(new KeyedTable(), kept.table, kept.empty);
        check(new Digest(), kept.digest, kept.empty);
      }
      check(new KeyedTable(), new KeyedTable().snapshot(log.position(0)), true);
      check(new Digest(), new Digest().snapshot(log.position(0)), true);
      for (Kept kept : List.copyOf(snapshots)) {
        interrupted(new KeyedTable(), kept.table);
        interrupted(new Digest(), kept.digest);
      }
      interrupted(new KeyedTable(), new KeyedTable().snapshot(log.position(0)));
    }

    private long[] skips() {
      return skipped.stream().mapToLong(Long::longValue).toArray();
    }

    private void check(State state, Snapshot from, boolean empty) {
      plans++;
      Outcome outcome = Rebuild.of(log, state).skipping(skips()).from(from);
      boolean safe = isSafe(state.kind(), from.position().offset(), empty);
      assertEquals(safe, outcome instanceof Rebuilt, "" + outcome);
      if (outcome instanceof Rebuilt done) {
        requireExact(state, done);
        assertEquals(history.size(), done.position().offset());
      } else if (outcome instanceof NotRebuilt not && not.plan() instanceof CannotProve cannot) {
        boolean right = naiveIsRight(state, from);
        for (var doubt : cannot.doubts()) {
          naive
              .computeIfAbsent(doubt.getClass().getSimpleName(), name -> new int[2])[
              right ? 0 : 1]++;
        }
      }
    }

    /** The state is what the full history gives up to where the rebuild says that it is. */
    private void requireExact(State state, Rebuilt done) {
      State truth = truth(done.position().offset(), fresh(state));
      rebuilt++;
      wronglySafe += describe(truth).equals(describe(state)) ? 0 : 1;
      assertSame(truth, state);
    }

    /** The rule, from the sets of all that went, not from the marks. */
    private boolean isSafe(StateKind kind, long from, boolean empty) {
      boolean nothingRemoved = removed.tailSet(from).isEmpty();
      boolean latest =
          (empty || purged.tailSet(from).isEmpty())
              && (nothingRemoved || skipped.tailSet(from + 1).isEmpty());
      return log.startOffset() <= from
          && (kind == StateKind.EVERY_RECORD ? nothingRemoved : latest);
    }

    private boolean naiveIsRight(State state, Snapshot from) {
      Basis.restored(from, state);
      try (Cursor cursor = log.read(from.position().offset())) {
        while (cursor.next()) {
          if (!skipped.contains(cursor.offset())) {
            state.apply(cursor);
          }
        }
      }
      return describe(state).equals(describe(truth(history.size(), fresh(state))));
    }

    /** A rebuild in whose middle the log goes on. */
    private void interrupted(State state, Snapshot from) {
      plans++;
      Interrupted interrupted = new Interrupted(state, this::middle);
      if (Rebuild.of(log, interrupted).skipping(skips()).from(from) instanceof Rebuilt done) {
        again += done.attempts() - 1;
        requireExact(state, done);
      }
    }

    private void middle() {
      if (random.nextInt(6) == 0) {
        clock.advance(5);
        int before = skipped.size();
        step();
        if (skipped.size() > before) {
          skipped.pollLast(); // The rebuild cannot know of a skip in the future.
        }
      }
    }
  }

  private static State fresh(State like) {
    return like instanceof Digest ? new Digest() : new KeyedTable();
  }

  private static void assertSame(State expected, State actual) {
    assertEquals(describe(expected), describe(actual));
    if (expected instanceof KeyedTable table && actual instanceof KeyedTable rebuilt) {
      for (String key : table.toMap().keySet()) {
        assertEquals(table.lastChange(Bytes.text(key)), rebuilt.lastChange(Bytes.text(key)));
      }
    }
  }

  private static String describe(State state) {
    return state instanceof Digest digest
        ? digest.count() + "#" + digest.hash()
        : ((KeyedTable) state).toMap().toString();
  }
}
