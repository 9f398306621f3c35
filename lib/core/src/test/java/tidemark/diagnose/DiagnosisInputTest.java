package tidemark.diagnose;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import tidemark.lag.Lag;
import tidemark.time.IdleRule;

/** Inputs that are silent, late, idle or were never heard, told apart. */
final class DiagnosisInputTest {
  @Test
  void silentInputIsToldFromRealLateness() {
    assertEquals("SilentInput", DiagnosisScene.silent().diagnosis());
    assertTrue(
        DiagnosisScene.silent()
            .evidence()
            .startsWith("nothing was heard of input A for 1800000 ms"),
        DiagnosisScene.silent().evidence());
    assertEquals("EventTimeLateness", DiagnosisScene.late().diagnosis());
    assertTrue(
        DiagnosisScene.late().evidence().startsWith("events of input A are read"),
        DiagnosisScene.late().evidence());
  }

  @Test
  void inputThatWasNeverHeardHoldsTheWatermark() {
    DiagnosisScene scene = new DiagnosisScene();
    for (int i = 0; i < 30; i++) {
      scene.append("B", 0).consume(1).minute();
    }
    assertEquals("SilentInput", scene.diagnosis());
    assertTrue(scene.evidence().contains("at −∞ while"), scene.evidence());
  }

  @Test
  void idleInputHoldsNothing() {
    DiagnosisScene scene =
        new DiagnosisScene(
                DiagnosisScene.POLICY.withIdle(IdleRule.after(5 * DiagnosisScene.MINUTE)))
            .healthy();
    for (int i = 0; i < 30; i++) {
      scene.append("B", 0).consume(1).minute();
    }
    assertEquals("Healthy", scene.diagnosis());
  }

  @Test
  void inputHeardAtMinusInfinityIsSilentNotSpeaking() {
    Lag caughtUp = Lag.of(new DiagnosisScene().log, 0, 0);
    long never = Long.MIN_VALUE;
    List<Sample.Input> inputs =
        List.of(
            new Sample.Input("A", 0, 20 * DiagnosisScene.MINUTE, false),
            new Sample.Input("B", never, never, false));
    assertEquals(
        List.of(new Finding.SilentInput("B", never, Long.MAX_VALUE)),
        Diagnosis.of(
            List.of(new Sample(20 * DiagnosisScene.MINUTE, caughtUp, 0, inputs)),
            DiagnosisScene.THRESHOLDS));
  }
}
