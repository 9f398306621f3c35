package tidemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tidemark.LogKind;
import tidemark.Seeds;
import tidemark.compact.Compactor;
import tidemark.log.Cursor;
import tidemark.log.Event;
import tidemark.log.Log;
import tidemark.log.ManualClock;
import tidemark.log.RewritableLog;
import tidemark.rebuild.Rebuild.Rebuilt;
import tidemark.snapshot.Snapshot;

/** A live consumer that compaction overtakes, over every kind of log. */
@ParameterizedClass
@EnumSource(LogKind.class)
final class CompactionCheckTest {
  private final LogKind kind;
  private final ManualClock clock = new ManualClock(1000);

  CompactionCheckTest(LogKind kind) {
    this.kind = kind;
  }

  /** Reads on from an offset to the end, with a cursor of its own; gives the next offset. */
  private static long readOn(Log log, long from, State state) {
    try (Cursor cursor = log.read(from)) {
      while (cursor.next()) {
        state.apply(cursor);
      }
      return cursor.position();
    }
  }

  @Test
  void consumerOvertakenByAPurgeIsToldBeforeItsSnapshotCountsAsSafe() {
    try (RewritableLog log = Histories.log(kind.create(clock), "a=1 b=1")) {
      KeyedTable table = new KeyedTable();
      long next = readOn(log, 0, table);
      CompactionCheck check = CompactionCheck.from(log, table.kind(), next);
      assertFalse(check.overtaken(next));
      Histories.append(log, "a=∅ c=1");
      Histories.clean(log, clock, 2);
      next = readOn(log, next, table);
      Snapshot wrong = table.snapshot(log.position(next));
      assertEquals(Map.of("a", "1", "b", "1", "c", "1"), table.toMap(), "a was deleted");
      assertInstanceOf(
          Rebuilt.class, Rebuild.of(log, table).from(wrong), "nobody can tell it from the marks");
      assertEquals(Map.of("a", "1", "b", "1", "c", "1"), table.toMap());

      assertTrue(check.overtaken(next));
      assertTrue(check.overtaken(next), "and it stays so");
      Rebuilt rebuilt = assertInstanceOf(Rebuilt.class, Rebuild.of(log, table).fromEmpty());
      assertEquals(Map.of("b", "1", "c", "1"), table.toMap());
      long right = rebuilt.position().offset();
      assertFalse(CompactionCheck.from(log, table.kind(), right).overtaken(right));
    }
  }

  @Test
  void purgeBelowThePositionOfTheLastQuestionDoesNotMatter() {
    try (RewritableLog log = Histories.log(kind.create(clock), "a=1 a=∅ b=1")) {
      KeyedTable table = new KeyedTable();
      CompactionCheck check = CompactionCheck.from(log, table.kind(), 0);
      long next = readOn(log, 0, table);
      assertFalse(check.overtaken(next));
      Histories.clean(log, clock, 2);
      assertEquals(1, log.marks().highestPurged());
      Histories.append(log, "b=2");
      assertFalse(check.overtaken(readOn(log, next, table)));
    }
  }

  @Test
  void supersededEntriesMatterOnlyWhereEveryRecordCounts() {
    try (RewritableLog log = kind.create(clock)) {
      CompactionCheck latest = CompactionCheck.from(log, StateKind.LATEST_PER_KEY, 0);
      CompactionCheck every = CompactionCheck.from(log, StateKind.EVERY_RECORD, 0);
      assertFalse(latest.overtaken(0));
      assertFalse(every.overtaken(0));
      Histories.append(log, "a=1 a=2");
      Histories.clean(log, clock, 1);
      assertFalse(latest.overtaken(2));
      assertTrue(every.overtaken(2));
    }
  }

  @Test
  void purgeAheadOfAConsumerThatLagsIsToldAtOnceAndLater() {
    try (RewritableLog log = Histories.log(kind.create(clock), "a=1 b=1 a=∅ c=1")) {
      KeyedTable table = new KeyedTable();
      Basis.restored(Histories.snapshotAt(log, 1, new KeyedTable()), table);
      CompactionCheck check = CompactionCheck.from(log, table.kind(), 1);
      Histories.clean(log, clock, 2);
      assertTrue(check.overtaken(1), "what is purged ahead will be missed");
      assertTrue(check.overtaken(readOn(log, 1, table)));
      assertEquals("1", table.toMap().get("a"), "it was missed");
    }
  }

  @Test
  void snapshotsOfRandomConsumersAreRightUnlessTheyAreTold() {
    int[] told = {0};
    int[] toldAndWrong = {0};
    Seeds.forEach(
        300,
        (seed, random) -> {
          List<Event> history = new ArrayList<>();
          try (RewritableLog log = kind.create(clock)) {
            KeyedTable table = new KeyedTable();
            CompactionCheck check = CompactionCheck.from(log, table.kind(), 0);
            long next = 0;
            for (int step = 0; step < 60; step++) {
              switch (random.nextInt(8)) {
                case 0 -> Histories.clean(log, clock, 1);
                case 1, 2 -> next = readSome(log, next, table, random.nextInt(6));
                case 3 -> {
                  KeyedTable rebuilt = new KeyedTable();
                  boolean safe =
                      Rebuild.of(log, rebuilt).from(table.snapshot(log.position(next)))
                          instanceof Rebuilt;
                  boolean right = latest(history).equals(rebuilt.toMap());
                  if (check.overtaken(next)) {
                    told[0]++;
                    toldAndWrong[0] += safe && !right ? 1 : 0;
                    var again = assertInstanceOf(Rebuilt.class, Rebuild.of(log, table).fromEmpty());
                    next = again.position().offset();
                    check = CompactionCheck.from(log, table.kind(), next);
                  } else {
                    assertTrue(safe && right, "seed=" + seed + ": " + history);
                  }
                }
                default -> {
                  String value = random.nextInt(3) == 0 ? null : "v" + step;
                  Event event = Event.of("k" + random.nextInt(4), value);
                  log.append(event);
                  history.add(event);
                }
              }
            }
          }
        });
    if (Seeds.all()) {
      assertTrue(
          toldAndWrong[0] > 0 && toldAndWrong[0] < told[0], toldAndWrong[0] + " of " + told[0]);
    }
  }

  private static long readSome(Log log, long from, State state, int atMost) {
    try (Cursor cursor = log.read(from)) {
      for (int i = 0; i < atMost && cursor.next(); i++) {
        state.apply(cursor);
      }
      return cursor.position();
    }
  }

  @Test
  void consumerThatAsksIsRightWhileOthersWriteAndCompact() {
    Seeds.forEach(1, (seed, random) -> askWhileOthersWriteAndCompact(random));
  }

  private void askWhileOthersWriteAndCompact(RandomGenerator random) throws Exception {
    List<Event> history = new ArrayList<>();
    for (int i = 0; i < 600; i++) {
      history.add(Event.of("k" + random.nextInt(5), random.nextInt(3) == 0 ? null : "v" + i));
    }
    RewritableLog log = kind.create(clock);
    CompletableFuture<Void> writer =
        CompletableFuture.runAsync(
            () -> {
              for (Event event : history) {
                if (log.append(event) % 20 == 0) {
                  log.roll();
                }
              }
            });
    CompletableFuture<Void> compactor =
        CompletableFuture.runAsync(
            () -> {
              while (!writer.isDone()) {
                Compactor.of(clock, Duration.ZERO).compact(log);
              }
            });
    KeyedTable table = new KeyedTable();
    long from = 0;
    boolean last;
    do {
      last = compactor.isDone();
      CompactionCheck check = CompactionCheck.from(log, table.kind(), from);
      for (boolean overtaken = false; !overtaken && from < history.size(); ) {
        from = readOn(log, from, table);
        overtaken = check.overtaken(from);
        if (!overtaken) {
          assertEquals(latest(history.subList(0, (int) from)), table.toMap());
        }
      }
      from =
          Rebuild.of(log, table).fromEmpty() instanceof Rebuilt done ? done.position().offset() : 0;
    } while (!last);
    writer.get(20, TimeUnit.SECONDS);
    compactor.get(20, TimeUnit.SECONDS);
    log.close();
  }

  private static Map<String, String> latest(List<Event> history) {
    Map<String, String> latest = new TreeMap<>();
    for (Event event : history) {
      latest.compute("" + event.key(), (k, v) -> event.isTombstone() ? null : "" + event.value());
    }
    return latest;
  }
}
