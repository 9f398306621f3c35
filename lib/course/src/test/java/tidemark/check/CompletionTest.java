package tidemark.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tidemark.check.Completion.Shown;

/** What the record of notebook 10 says of an exercise that was checked several times. */
class CompletionTest {
  /** R is a check that says right, W one that says wrong. */
  @ParameterizedTest
  @CsvSource({
    "R, 1",
    "RR, 1",
    "RRRR, 1",
    "WR, 2",
    "WRR, 2",
    "WWWR, 4",
    "RWR, 3",
    "RRWR, 4",
    "RWRRR, 3",
    "WRWWR, 5",
    "W, 0",
    "RW, 1",
  })
  void checksAfterAnExerciseBecameRightAreNotCounted(String verdicts, int untilRight) {
    Shown shown = Shown.NOTHING;
    for (int i = 0; i < verdicts.length(); i++) {
      shown = shown.then(verdicts.charAt(i) == 'R' ? VerdictState.RIGHT : VerdictState.WRONG);
    }
    assertEquals(untilRight, shown.untilRight());
    assertEquals(verdicts.length(), shown.checks());
  }
}
