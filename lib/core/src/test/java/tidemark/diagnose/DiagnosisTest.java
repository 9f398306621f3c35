package tidemark.diagnose;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import tidemark.compact.Compactor;
import tidemark.deadletter.Commits;
import tidemark.deadletter.DeadLetters;
import tidemark.deadletter.Delivery;
import tidemark.deadletter.Partition;
import tidemark.deadletter.RetryPolicy;
import tidemark.lag.Lag;
import tidemark.log.Event;
import tidemark.log.ManualClock;
import tidemark.log.MemoryLog;
import tidemark.log.Retention;
import tidemark.time.BoundedDisorder;
import tidemark.time.DeclaredPolicy;
import tidemark.time.IdleRule;
import tidemark.time.Watermarks;

final class DiagnosisTest {
  private static final long MINUTE = 60_000;
  private static final Limits LIMITS = new Limits(10 * MINUTE, 20, 5 * MINUTE, 3);
  private static final DeclaredPolicy POLICY =
      DeclaredPolicy.of(BoundedDisorder.of(MINUTE)).withInputs("A", "B");

  /** A log, its consumer and what is measured of them, minute by minute. */
  private static final class Scene {
    private final ManualClock clock = new ManualClock(100 * MINUTE);
    private final MemoryLog log = MemoryLog.uncompacted(clock, MemoryLog.NO_ROLL);
    private final List<Sample> samples = new ArrayList<>();
    private final Watermarks watermarks;
    private long committed;
    private int attempts;

    Scene(DeclaredPolicy policy) {
      watermarks = policy.start();
    }

    Scene() {
      this(POLICY);
    }

    /** An event of an input, so old by its own time. */
    Scene append(String input, long age) {
      log.append(Event.of(input, "v").withEventTime(clock.millis() - age));
      return this;
    }

    Scene both() {
      return append("A", 0).append("B", 0);
    }

    /** Reads at most so many records, and commits. */
    Scene consume(int records) {
      int left = records;
      try (var cursor = log.read(Math.max(committed, log.startOffset()))) {
        while (left-- > 0 && cursor.next()) {
          watermarks.passTo(cursor.appendTime());
          watermarks.arrive(watermarks.input("" + cursor.entry().key()), cursor.eventTime());
          committed = cursor.position();
        }
      }
      return this;
    }

    void minute() {
      clock.advance(MINUTE);
      samples.add(sample());
    }

    Sample sample() {
      long now = clock.millis();
      return Sample.of(now, Lag.of(log, committed, now), attempts).with(watermarks);
    }

    /** Everything is well for half an hour. */
    Scene healthy() {
      for (int i = 0; i < 30; i++) {
        both().consume(2).minute();
      }
      return this;
    }

    String diagnosis() {
      List<Verdict> verdicts = Diagnosis.of(samples, LIMITS);
      TreeSet<String> names = new TreeSet<>();
      for (Verdict verdict : verdicts) {
        assertFalse(verdict.evidence().isBlank());
        names.add(verdict.getClass().getSimpleName());
      }
      return String.join("+", names);
    }

    String evidence() {
      return Diagnosis.of(samples, LIMITS).get(0).evidence();
    }
  }

  private static Scene growing() {
    Scene scene = new Scene().healthy();
    for (int i = 0; i < 60; i++) {
      scene.both().consume(1).minute();
    }
    return scene;
  }

  private static Scene stopped() {
    Scene scene = new Scene().healthy();
    for (int i = 0; i < 30; i++) {
      scene.both().minute();
    }
    return scene;
  }

  private static Scene gap() {
    Scene scene = new Scene().healthy();
    scene.both().both().log.roll();
    scene.log.retain(Retention.upTo(0));
    for (int i = 0; i < 30; i++) {
      scene.minute();
      scene.both().consume(2);
    }
    return scene;
  }

  private static Scene poison() {
    Scene scene = new Scene().healthy();
    for (int i = 0; i < 30; i++) {
      scene.attempts++;
      scene.both().minute();
    }
    return scene;
  }

  private static Scene late() {
    Scene scene = new Scene().healthy();
    for (int i = 0; i < 30; i++) {
      scene.append("A", 20 * MINUTE).append("B", 0).consume(2).minute();
    }
    return scene;
  }

  private static Scene silent() {
    Scene scene = new Scene().healthy();
    for (int i = 0; i < 30; i++) {
      scene.append("B", 0).consume(1).minute();
    }
    return scene;
  }

  private static Map<String, Scene> incidents() {
    Map<String, Scene> scenes = new LinkedHashMap<>();
    scenes.put("Healthy", new Scene().healthy());
    scenes.put("GrowingBacklog", growing());
    scenes.put("StoppedConsumer", stopped());
    scenes.put("RetentionGap", gap());
    scenes.put("PoisonStall", poison());
    scenes.put("EventTimeLateness", late());
    scenes.put("SilentInput", silent());
    return scenes;
  }

  @Test
  void everyPairOfTheSevenIncidentsIsToldApart() {
    Map<String, Scene> scenes = incidents();
    List<String> names = List.copyOf(scenes.keySet());
    int pairs = 0;
    for (String name : names) {
      String verdict = scenes.getOrDefault(name, new Scene()).diagnosis();
      assertEquals(name, verdict);
      pairs += names.indexOf(name);
    }
    assertEquals(21, pairs);
    System.out.println("diagnosis: " + pairs + " of 21 pairs of incidents told apart");
  }

  @Test
  void poisonStallOnAQuietTopicIsNotAStoppedConsumerNorHealthy() {
    Scene scene = new Scene().healthy();
    scene.both();
    for (int i = 0; i < 30; i++) {
      scene.attempts += i % 5 == 0 ? 1 : 0;
      scene.minute();
    }
    assertEquals("PoisonStall", scene.diagnosis());
    assertEquals(
        "the committed offset stands at 60 while attempts climb from 4 to 6", scene.evidence());
  }

  @Test
  void poisonThatDelaysALittleIsNoIncidentUntilAttemptsAreMany() {
    Scene scene = new Scene().healthy().both();
    scene.attempts = 1;
    scene.minute();
    scene.attempts = 2;
    scene.minute();
    assertEquals("Healthy", scene.diagnosis());
    scene.attempts = 3;
    scene.minute();
    assertEquals("PoisonStall", scene.diagnosis());
  }

  @Test
  void consumerThatTriedAndThenWentSilentIsStoppedNotStuck() {
    Scene scene = poison();
    for (int i = 0; i < 30; i++) {
      scene.both().minute();
    }
    assertEquals("StoppedConsumer", scene.diagnosis());
  }

  @Test
  void consumerThatIsCaughtUpOnAQuietTopicIsHealthy() {
    Scene scene = new Scene().healthy();
    for (int i = 0; i < 300; i++) {
      scene.minute();
    }
    assertEquals("Healthy", scene.diagnosis());
    scene.both().minute();
    assertEquals("Healthy", scene.diagnosis(), "the record came only now");
  }

  @Test
  void stoppedConsumerOnAQuietTopicIsSeenByTheAgeOfItsNextRecord() {
    Scene scene = new Scene().healthy().both();
    for (int i = 0; i < 30; i++) {
      scene.minute();
    }
    assertEquals("StoppedConsumer", scene.diagnosis());
    assertEquals(
        "the committed offset stands at 60 for 1800000 ms, no attempt was added, and there are"
            + " records to read",
        scene.evidence());
  }

  @Test
  void lagOfHolesOnlyIsHealthy() {
    Scene scene = new Scene().healthy();
    scene.log.append(Event.of("A", null));
    scene.log.append(Event.of("A", null));
    scene.log.roll();
    for (int pass = 0; pass < 2; pass++) {
      Compactor.of(scene.clock, Duration.ZERO).compact(scene.log);
    }
    for (int i = 0; i < 30; i++) {
      scene.minute();
    }
    assertEquals(OptionalLong.of(2), scene.sample().lag().offsetLag());
    assertEquals("Healthy", scene.diagnosis());
  }

  @Test
  void backlogDoesNotCountAsLateness() {
    Scene scene = growing();
    long delay = Lag.eventTimeDelay(scene.clock.millis(), scene.watermarks.watermark()).orElse(0);
    assertTrue(delay > 20 * MINUTE, "delay " + delay);
    assertEquals("GrowingBacklog", scene.diagnosis());
  }

  @Test
  void steadyBacklogThatIsWorkedOffIsHealthy() {
    Scene scene = new Scene().healthy();
    for (int i = 0; i < 100; i++) {
      scene.both();
    }
    for (int i = 0; i < 60; i++) {
      scene.both().consume(4).minute();
    }
    assertEquals("Healthy", scene.diagnosis());
  }

  @Test
  void silentInputIsToldFromRealLateness() {
    assertEquals("SilentInput", silent().diagnosis());
    assertTrue(
        silent().evidence().startsWith("nothing was heard of input A for 1800000 ms"),
        silent().evidence());
    assertEquals("EventTimeLateness", late().diagnosis());
    assertTrue(late().evidence().startsWith("events of input A are read"), late().evidence());
  }

  @Test
  void inputThatWasNeverHeardHoldsTheWatermark() {
    Scene scene = new Scene();
    for (int i = 0; i < 30; i++) {
      scene.append("B", 0).consume(1).minute();
    }
    assertEquals("SilentInput", scene.diagnosis());
    assertTrue(scene.evidence().contains("at −∞ while"), scene.evidence());
  }

  @Test
  void idleInputHoldsNothing() {
    Scene scene = new Scene(POLICY.withIdle(IdleRule.after(5 * MINUTE))).healthy();
    for (int i = 0; i < 30; i++) {
      scene.append("B", 0).consume(1).minute();
    }
    assertEquals("Healthy", scene.diagnosis());
  }

  @Test
  void severalIncidentsHoldAtOnce() {
    Scene scene = new Scene().healthy();
    for (int i = 0; i < 60; i++) {
      scene.append("B", 20 * MINUTE).append("B", 20 * MINUTE).consume(1).minute();
    }
    assertEquals("EventTimeLateness+GrowingBacklog+SilentInput", scene.diagnosis());
    Scene stalled = poison();
    stalled.log.roll();
    stalled.log.retain(Retention.upTo(0));
    stalled.both().minute();
    assertEquals("PoisonStall+RetentionGap", stalled.diagnosis());
  }

  @Test
  void gapSaysWhatIsLostAlsoAfterTheConsumerWentOn() {
    assertEquals("retention removed offsets [60, 64) before they were read", gap().evidence());
  }

  @Test
  void consumerThatNeverCommittedIsStoppedNotHealthy() {
    Scene scene = new Scene().both();
    for (int i = 0; i < 30; i++) {
      scene.clock.advance(MINUTE);
      scene.samples.add(Sample.of(scene.clock.millis(), Lag.withoutCommit(scene.log), 0));
    }
    assertEquals("StoppedConsumer", scene.diagnosis());
    assertTrue(scene.evidence().startsWith("nothing was ever committed"), scene.evidence());
  }

  @Test
  void commitBeyondTheEndIsNotHealthy() {
    Scene scene = new Scene().healthy();
    scene.committed = 2020;
    scene.minute();
    assertEquals("StaleCommit", scene.diagnosis());
    assertEquals("the committed offset 2020 lies beyond the end 60", scene.evidence());
  }

  @Test
  void stallOfADeliveryIsSeenWhileItRetries() {
    ManualClock clock = new ManualClock(0);
    MemoryLog log = MemoryLog.uncompacted(clock, MemoryLog.NO_ROLL);
    log.append(Event.of("k", "poison"));
    MemoryLog other = MemoryLog.uncompacted(clock, MemoryLog.NO_ROLL);
    Partition partition = new Partition("p", log);
    Commits progress = Commits.open(partition, other);
    DeadLetters dead = DeadLetters.open(MemoryLog.uncompacted(clock, MemoryLog.NO_ROLL));
    Delivery delivery =
        Delivery.of(partition, progress, dead, RetryPolicy.bounded(6, Duration.ofMillis(MINUTE)));
    List<Sample> samples = new ArrayList<>();
    int[] tries = new int[1];
    delivery
        .withSleeper(
            wait -> {
              clock.advance(wait.toMillis());
              Lag lag = Lag.of(log, progress.committed(), clock.millis());
              samples.add(Sample.of(clock.millis(), lag, tries[0]));
            })
        .run(
            entry -> {
              tries[0]++;
              throw new IllegalArgumentException();
            });
    assertEquals(List.of(new Verdict.PoisonStall(0, 5, 4)), Diagnosis.of(samples, LIMITS));
  }

  @Test
  void emptySeriesIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> Diagnosis.of(List.of(), LIMITS));
  }

  @Test
  void inputHeardAtMinusInfinityIsSilentNotSpeaking() {
    Lag caughtUp = Lag.of(new Scene().log, 0, 0);
    long never = Long.MIN_VALUE;
    List<Sample.Input> inputs =
        List.of(
            new Sample.Input("A", 0, 20 * MINUTE, false),
            new Sample.Input("B", never, never, false));
    assertEquals(
        List.of(new Verdict.SilentInput("B", never, Long.MAX_VALUE)),
        Diagnosis.of(List.of(new Sample(20 * MINUTE, caughtUp, 0, inputs)), LIMITS));
  }

  @Test
  void timesAndCountsAtTheEndsOfLongDoNotWrap() {
    long first = Long.MIN_VALUE + 1;
    Lag left = new Lag(OptionalLong.of(0), 0, 9, OptionalLong.of(9), OptionalLong.of(9 * MINUTE));
    Lag old = new Lag(OptionalLong.of(0), 0, 9, OptionalLong.of(9), OptionalLong.of(11 * MINUTE));
    assertEquals(
        List.of(new Verdict.StoppedConsumer(OptionalLong.of(0), Long.MAX_VALUE)),
        Diagnosis.of(List.of(Sample.of(first, old, 0), Sample.of(MINUTE, old, 0)), LIMITS));
    assertEquals(
        List.of(new Verdict.PoisonStall(0, 5, 0)),
        Diagnosis.of(List.of(Sample.of(first, left, 0), Sample.of(first + 1, left, 5)), LIMITS));
    List<Sample> much = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      OptionalLong records = OptionalLong.of(Long.MAX_VALUE / 4 * (1 + i / 3));
      Lag lag = new Lag(OptionalLong.of(i), 0, Long.MAX_VALUE, records, OptionalLong.of(1));
      much.add(Sample.of(i, lag, 0));
    }
    long quarter = 1L << 61;
    assertEquals(
        List.of(new Verdict.GrowingBacklog(quarter, 2 * quarter, 3 * quarter)),
        Diagnosis.of(much, LIMITS));
  }
}
