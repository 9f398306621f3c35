package tidemark.bank;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tidemark.exercise.PoisonException;

/** What an attempt at a record says of the next attempt. */
final class CrashingDecisionsTest {
  private static CrashingDecisions decisions(String mood) {
    CrashingProcess process = new CrashingProcess(CrashingProcess.NEVER, List::of);
    return new CrashingDecisions(process, Map.of(3L, mood), Set.of());
  }

  @Test
  void poisonExceptionDoesNotSayWhetherAnotherAttemptWouldFail() {
    CrashingDecisions once = decisions("fails once");
    assertThrows(PoisonException.class, () -> once.attempt(3));
    assertDoesNotThrow(() -> once.attempt(3));
    CrashingDecisions always = decisions("poison");
    assertThrows(PoisonException.class, () -> always.attempt(3));
    assertThrows(PoisonException.class, () -> always.attempt(3));
    CrashingDecisions later = decisions("works once");
    assertDoesNotThrow(() -> later.attempt(3));
    assertThrows(PoisonException.class, () -> later.attempt(3));
  }
}
