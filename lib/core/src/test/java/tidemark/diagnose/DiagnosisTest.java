package tidemark.diagnose;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
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

final class DiagnosisTest {
  private static Map<String, DiagnosisScene> incidents() {
    Map<String, DiagnosisScene> scenes = new LinkedHashMap<>();
    scenes.put("Healthy", new DiagnosisScene().healthy());
    scenes.put("GrowingBacklog", DiagnosisScene.growing());
    scenes.put("StoppedConsumer", DiagnosisScene.stopped());
    scenes.put("RetentionGap", DiagnosisScene.gap());
    scenes.put("PoisonStall", DiagnosisScene.poison());
    scenes.put("EventTimeLateness", DiagnosisScene.late());
    scenes.put("SilentInput", DiagnosisScene.silent());
    return scenes;
  }

  @Test
  void everyPairOfTheSevenIncidentsIsToldApart() {
    Map<String, DiagnosisScene> scenes = incidents();
    List<String> names = List.copyOf(scenes.keySet());
    int pairs = 0;
    for (String name : names) {
      String finding = scenes.getOrDefault(name, new DiagnosisScene()).diagnosis();
      assertEquals(name, finding);
      pairs += names.indexOf(name);
    }
    assertEquals(21, pairs);
  }

  @Test
  void poisonStallOnAQuietTopicIsNotAStoppedConsumerNorHealthy() {
    DiagnosisScene scene = new DiagnosisScene().healthy();
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
    DiagnosisScene scene = new DiagnosisScene().healthy().both();
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
    DiagnosisScene scene = DiagnosisScene.poison();
    for (int i = 0; i < 30; i++) {
      scene.both().minute();
    }
    assertEquals("StoppedConsumer", scene.diagnosis());
  }

  @Test
  void consumerThatIsCaughtUpOnAQuietTopicIsHealthy() {
    DiagnosisScene scene = new DiagnosisScene().healthy();
    for (int i = 0; i < 300; i++) {
      scene.minute();
    }
    assertEquals("Healthy", scene.diagnosis());
    scene.both().minute();
    assertEquals("Healthy", scene.diagnosis(), "the record came only now");
  }

  @Test
  void stoppedConsumerOnAQuietTopicIsSeenByTheAgeOfItsNextRecord() {
    DiagnosisScene scene = new DiagnosisScene().healthy().both();
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
    DiagnosisScene scene = new DiagnosisScene().healthy();
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
    DiagnosisScene scene = DiagnosisScene.growing();
    long delay = Lag.eventTimeDelay(scene.clock.millis(), scene.watermarks.watermark()).orElse(0);
    assertTrue(delay > 20 * DiagnosisScene.MINUTE, "delay " + delay);
    assertEquals("GrowingBacklog", scene.diagnosis());
  }

  @Test
  void steadyBacklogThatIsWorkedOffIsHealthy() {
    DiagnosisScene scene = new DiagnosisScene().healthy();
    for (int i = 0; i < 100; i++) {
      scene.both();
    }
    for (int i = 0; i < 60; i++) {
      scene.both().consume(4).minute();
    }
    assertEquals("Healthy", scene.diagnosis());
  }

  @Test
  void severalIncidentsHoldAtOnce() {
    DiagnosisScene scene = new DiagnosisScene().healthy();
    for (int i = 0; i < 60; i++) {
      scene
          .append("B", 20 * DiagnosisScene.MINUTE)
          .append("B", 20 * DiagnosisScene.MINUTE)
          .consume(1)
          .minute();
    }
    assertEquals("EventTimeLateness+GrowingBacklog+SilentInput", scene.diagnosis());
    DiagnosisScene stalled = DiagnosisScene.poison();
    stalled.log.roll();
    stalled.log.retain(Retention.upTo(0));
    stalled.both().minute();
    assertEquals("PoisonStall+RetentionGap", stalled.diagnosis());
  }

  @Test
  void gapSaysWhatIsLostAlsoAfterTheConsumerWentOn() {
    assertEquals(
        "retention removed offsets [60, 64) before they were read",
        DiagnosisScene.gap().evidence());
  }

  @Test
  void consumerThatNeverCommittedIsStoppedNotHealthy() {
    DiagnosisScene scene = new DiagnosisScene().both();
    for (int i = 0; i < 30; i++) {
      scene.clock.advance(DiagnosisScene.MINUTE);
      scene.samples.add(Sample.of(scene.clock.millis(), Lag.withoutCommit(scene.log), 0));
    }
    assertEquals("StoppedConsumer", scene.diagnosis());
    assertTrue(scene.evidence().startsWith("nothing was ever committed"), scene.evidence());
  }

  @Test
  void commitBeyondTheEndIsNotHealthy() {
    DiagnosisScene scene = new DiagnosisScene().healthy();
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
        Delivery.of(
            partition,
            progress,
            dead,
            RetryPolicy.bounded(6, Duration.ofMillis(DiagnosisScene.MINUTE)));
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
    assertEquals(
        List.of(new Finding.PoisonStall(0, 5, 4)),
        Diagnosis.of(samples, DiagnosisScene.THRESHOLDS));
  }

  @Test
  void emptySeriesIsRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> Diagnosis.of(List.of(), DiagnosisScene.THRESHOLDS));
  }

  @Test
  void timesAndCountsAtTheEndsOfLongDoNotWrap() {
    long first = Long.MIN_VALUE + 1;
    Lag left =
        new Lag(
            OptionalLong.of(0),
            0,
            9,
            OptionalLong.of(9),
            OptionalLong.of(9 * DiagnosisScene.MINUTE));
    Lag old =
        new Lag(
            OptionalLong.of(0),
            0,
            9,
            OptionalLong.of(9),
            OptionalLong.of(11 * DiagnosisScene.MINUTE));
    assertEquals(
        List.of(new Finding.StoppedConsumer(OptionalLong.of(0), Long.MAX_VALUE)),
        Diagnosis.of(
            List.of(Sample.of(first, old, 0), Sample.of(DiagnosisScene.MINUTE, old, 0)),
            DiagnosisScene.THRESHOLDS));
    assertEquals(
        List.of(new Finding.PoisonStall(0, 5, 0)),
        Diagnosis.of(
            List.of(Sample.of(first, left, 0), Sample.of(first + 1, left, 5)),
            DiagnosisScene.THRESHOLDS));
    List<Sample> much = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      OptionalLong records = OptionalLong.of(Long.MAX_VALUE / 4 * (1 + i / 3));
      Lag lag = new Lag(OptionalLong.of(i), 0, Long.MAX_VALUE, records, OptionalLong.of(1));
      much.add(Sample.of(i, lag, 0));
    }
    long quarter = 1L << 61;
    assertEquals(
        List.of(new Finding.GrowingBacklog(quarter, 2 * quarter, 3 * quarter)),
        Diagnosis.of(much, DiagnosisScene.THRESHOLDS));
  }
}
