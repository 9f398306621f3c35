package tidemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
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
import tidemark.log.Event;
import tidemark.log.ManualClock;
import tidemark.log.Retention;
import tidemark.log.RewritableLog;
import tidemark.rebuild.Rebuild.NotRebuilt;
import tidemark.rebuild.Rebuild.Rebuilt;
import tidemark.rebuild.RebuildPlan.CannotProve;
import tidemark.rebuild.RebuildPlan.EntryRemoved;
import tidemark.rebuild.RebuildPlan.MarksKeptMoving;
import tidemark.rebuild.RebuildPlan.Refused;
import tidemark.rebuild.RebuildPlan.RetentionGap;
import tidemark.rebuild.RebuildPlan.SkippedEntrySuperseded;

/** What a rebuild does when the log changes while it reads, over every kind of log. */
@ParameterizedClass
@EnumSource(LogKind.class)
final class RebuildOvertakenTest {
  private final LogKind kind;
  private final ManualClock clock = new ManualClock(1000);

  RebuildOvertakenTest(LogKind kind) {
    this.kind = kind;
  }

  @Test
  void rebuildOvertakenByAPurgeStartsAgain() {
    RewritableLog log = Histories.log(kind.create(clock), "a=1 b=1");
    log.roll();
    Histories.append(log, "a=∅");
    boolean[] done = {false};
    Interrupted state =
        new Interrupted(
            new KeyedTable(),
            () -> {
              if (!done[0]) {
                done[0] = true;
                Histories.clean(log, clock, 2);
              }
            });
    assertEquals(new Rebuilt(log.position(3), 1, 2), Rebuild.of(log, state).fromEmpty());
    assertEquals(Map.of("b", "1"), ((KeyedTable) state.inner()).toMap());
    log.close();
  }

  @Test
  void rebuildDuringWhichEntriesAreSupersededNeedNotStartAgain() {
    RewritableLog log = Histories.log(kind.create(clock), "a=1 b=1");
    log.roll();
    Histories.append(log, "a=2");
    Interrupted state = new Interrupted(new KeyedTable(), () -> Histories.clean(log, clock, 1));
    Rebuilt rebuilt = assertInstanceOf(Rebuilt.class, Rebuild.of(log, state).fromEmpty());
    assertEquals(1, rebuilt.attempts());
    assertEquals(Map.of("a", "2", "b", "1"), ((KeyedTable) state.inner()).toMap());
    log.close();
  }

  @Test
  void rebuildThatIsOvertakenAgainAndAgainGivesUp() {
    RewritableLog log = Histories.log(kind.create(clock), "a=1 a=2");
    Interrupted state =
        new Interrupted(
            new KeyedTable(),
            () -> {
              Histories.append(log, "x=1 x=∅");
              Histories.clean(log, clock, 2);
            });
    NotRebuilt not = assertInstanceOf(NotRebuilt.class, Rebuild.of(log, state).fromEmpty());
    assertEquals(new CannotProve(List.of(new MarksKeptMoving(16))), not.plan());
    assertTrue(state.isEmpty());
    assertTrue(state.applied() >= 16);
    log.close();
  }

  @Test
  void countingOvertakenByCompactionCannotBeProved() {
    RewritableLog log = Histories.log(kind.create(clock), "a=+1");
    log.roll();
    Histories.append(log, "b=+1 b=+1");
    Interrupted state = new Interrupted(new Digest(), () -> Histories.clean(log, clock, 1));
    assertEquals(
        new NotRebuilt(new CannotProve(List.of(new EntryRemoved(0, 1)))),
        Rebuild.of(log, state).fromEmpty());
    log.close();
  }

  @Test
  void skippingOvertakenByCompactionCannotBeProved() {
    RewritableLog log = Histories.log(kind.create(clock), "a=1");
    log.roll();
    Histories.append(log, "b=1 b=poison");
    Interrupted state = new Interrupted(new KeyedTable(), () -> Histories.clean(log, clock, 1));
    assertEquals(
        new NotRebuilt(new CannotProve(List.of(new SkippedEntrySuperseded(2, 1)))),
        Rebuild.of(log, state).skipping(2).fromEmpty());
    log.close();
  }

  @Test
  void rebuildOvertakenByRetentionIsRefused() {
    RewritableLog log = Histories.log(kind.create(clock), "a=1 b=1");
    log.roll();
    Histories.append(log, "c=1");
    Interrupted state = new Interrupted(new KeyedTable(), () -> log.retain(Retention.upTo(0)));
    assertEquals(
        new NotRebuilt(new Refused(new RetentionGap(0, 2))), Rebuild.of(log, state).fromEmpty());
    log.close();
  }

  @Test
  void rebuildIsRightWhileOthersWriteAndCompact() {
    Seeds.forEach(1, (seed, random) -> rebuildWhileOthersWriteAndCompact(random));
  }

  private void rebuildWhileOthersWriteAndCompact(RandomGenerator random) throws Exception {
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
    boolean last;
    do {
      last = compactor.isDone();
      if (Rebuild.of(log, table).fromEmpty() instanceof Rebuilt done) {
        assertEquals(latest(history.subList(0, (int) done.position().offset())), table.toMap());
      }
    } while (!last);
    writer.get(20, TimeUnit.SECONDS);
    compactor.get(20, TimeUnit.SECONDS);
    assertInstanceOf(Rebuilt.class, Rebuild.of(log, table).fromEmpty());
    assertEquals(latest(history), table.toMap());
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
