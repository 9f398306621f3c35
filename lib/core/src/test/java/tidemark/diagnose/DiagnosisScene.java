package tidemark.diagnose;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import tidemark.lag.Lag;
import tidemark.log.Event;
import tidemark.log.ManualClock;
import tidemark.log.MemoryLog;
import tidemark.log.Retention;
import tidemark.time.BoundedDisorder;
import tidemark.time.DeclaredPolicy;
import tidemark.time.Watermarks;

/** A log, its consumer and what is measured of them, minute by minute. */
final class DiagnosisScene {
  static final long MINUTE = 60_000;
  static final Thresholds THRESHOLDS =
      new Thresholds(Duration.ofMinutes(10), 20, Duration.ofMinutes(5), 3);
  static final DeclaredPolicy POLICY =
      DeclaredPolicy.of(BoundedDisorder.of(MINUTE)).withInputs("A", "B");

  final ManualClock clock = new ManualClock(100 * MINUTE);
  final MemoryLog log = MemoryLog.uncompacted(clock, MemoryLog.NO_ROLL);
  final List<Sample> samples = new ArrayList<>();
  final Watermarks watermarks;
  long committed;
  int attempts;

  DiagnosisScene(DeclaredPolicy policy) {
    watermarks = policy.start();
  }

  DiagnosisScene() {
    this(POLICY);
  }

  /** An event of an input, so old by its own time. */
  DiagnosisScene append(String input, long age) {
    log.append(Event.of(input, "v").withEventTime(clock.millis() - age));
    return this;
  }

  DiagnosisScene both() {
    return append("A", 0).append("B", 0);
  }

  /** Reads at most so many records, and commits. */
  DiagnosisScene consume(int records) {
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
  DiagnosisScene healthy() {
    for (int i = 0; i < 30; i++) {
      both().consume(2).minute();
    }
    return this;
  }

  String diagnosis() {
    List<Finding> findings = Diagnosis.of(samples, THRESHOLDS);
    TreeSet<String> names = new TreeSet<>();
    for (Finding finding : findings) {
      assertFalse(finding.evidence().isBlank());
      names.add(finding.getClass().getSimpleName());
    }
    return String.join("+", names);
  }

  String evidence() {
    return Diagnosis.of(samples, THRESHOLDS).get(0).evidence();
  }

  static DiagnosisScene growing() {
    DiagnosisScene scene = new DiagnosisScene().healthy();
    for (int i = 0; i < 60; i++) {
      scene.both().consume(1).minute();
    }
    return scene;
  }

  static DiagnosisScene stopped() {
    DiagnosisScene scene = new DiagnosisScene().healthy();
    for (int i = 0; i < 30; i++) {
      scene.both().minute();
    }
    return scene;
  }

  static DiagnosisScene gap() {
    DiagnosisScene scene = new DiagnosisScene().healthy();
    scene.both().both().log.roll();
    scene.log.retain(Retention.upTo(0));
    for (int i = 0; i < 30; i++) {
      scene.minute();
      scene.both().consume(2);
    }
    return scene;
  }

  static DiagnosisScene poison() {
    DiagnosisScene scene = new DiagnosisScene().healthy();
    for (int i = 0; i < 30; i++) {
      scene.attempts++;
      scene.both().minute();
    }
    return scene;
  }

  static DiagnosisScene late() {
    DiagnosisScene scene = new DiagnosisScene().healthy();
    for (int i = 0; i < 30; i++) {
      scene.append("A", 20 * MINUTE).append("B", 0).consume(2).minute();
    }
    return scene;
  }

  static DiagnosisScene silent() {
    DiagnosisScene scene = new DiagnosisScene().healthy();
    for (int i = 0; i < 30; i++) {
      scene.append("B", 0).consume(1).minute();
    }
    return scene;
  }
}
