package tidemark.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class WatermarksTest {
  private static final int A = 0;
  private static final int B = 1;
  private static final DeclaredPolicy TWO =
      DeclaredPolicy.of(BoundedDisorder.of(0)).withInputs("A", "B").withIdle(IdleRule.after(100));

  /** The same watermarks, saved and restored. */
  static Watermarks restored(Watermarks saved) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    saved.save(new DataOutputStream(bytes));
    Watermarks restored = saved.policy().start();
    restored.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    return restored;
  }

  private static String refusal(Runnable call) {
    return String.valueOf(assertThrows(IllegalArgumentException.class, call::run).getMessage());
  }

  @Test
  void watermarkIsTheLeastOfTheActiveInputs() {
    Watermarks watermarks = TWO.start();
    watermarks.arrive(A, 50);
    assertEquals(7, watermarks.arrive(B, 7));
    assertEquals(50, watermarks.arrive(B, 70));
    assertEquals(70, watermarks.mark(B));
  }

  @Test
  void inputNotHeardFromHoldsTheWatermarkAtMinusInfinityUntilItIsIdle() {
    Watermarks watermarks = TWO.start();
    watermarks.passTo(1000);
    assertEquals(Long.MIN_VALUE, watermarks.arrive(A, 5000));
    watermarks.passTo(1050);
    watermarks.arrive(A, 5001);
    assertEquals(Long.MIN_VALUE, watermarks.passTo(1099));
    assertEquals(5001, watermarks.passTo(1100));
    assertTrue(watermarks.isIdle(B));
    assertFalse(watermarks.isIdle(A));
  }

  @Test
  void whenAllAreIdleTheGreatestMarkCountsWhateverTheOrder() {
    for (int first : new int[] {A, B}) {
      Watermarks watermarks = TWO.start();
      watermarks.arrive(A, 5);
      assertEquals(4, watermarks.arrive(B, 4));
      watermarks.declareIdle(first);
      assertEquals(5, watermarks.declareIdle(1 - first));
    }
  }

  @Test
  void whenAllAreIdleAndNoneWasHeardNothingMoves() {
    Watermarks watermarks = TWO.start();
    watermarks.passTo(0);
    assertEquals(Long.MIN_VALUE, watermarks.passTo(1_000_000));
    assertTrue(watermarks.isIdle(A) && watermarks.isIdle(B));
  }

  @Test
  void inputThatComesBackCountsAtOnceAndTheWatermarkDoesNotGoBack() {
    Watermarks watermarks = TWO.start();
    watermarks.arrive(A, 50);
    assertEquals(50, watermarks.declareIdle(B));
    assertEquals(50, watermarks.arrive(B, 20));
    assertEquals(50, watermarks.arrive(A, 60));
    assertEquals(55, watermarks.arrive(B, 55));
  }

  @Test
  void restoredWatermarkIsTheOnePutOutNotTheOneRecomputed() throws IOException {
    Watermarks watermarks = TWO.start();
    watermarks.arrive(A, 1);
    watermarks.declareIdle(B);
    assertEquals(1, watermarks.arrive(B, 0));
    Watermarks restored = restored(watermarks);
    assertEquals(1, restored.watermark());
    assertEquals(1, restored.arrive(B, 0));
    assertEquals(2, restored(watermarks).arrive(B, 5) + restored.arrive(B, 1));
  }

  @Test
  void endOfInputIsPlusInfinity() {
    Watermarks watermarks = TWO.start();
    assertEquals(Long.MAX_VALUE, watermarks.end());
    assertEquals(Long.MAX_VALUE, watermarks.arrive(A, 3));
  }

  @Test
  void undeclaredInputsAreRefused() {
    assertEquals(
        "an input must be declared before its events, input=C, declared=[A, B]: name it in the policy",
        refusal(() -> TWO.start().input("C")));
    assertEquals(
        "an input must be declared before its events, input=2, declared=[A, B]: name it in the policy",
        refusal(() -> TWO.start().arrive(2, 0)));
    assertEquals(
        "an input must be declared only once, inputs=[A, A]; name each one once",
        refusal(() -> TWO.withInputs("A", "A")));
    assertEquals(
        "a policy must have at least one input, inputs=[]: name one", refusal(TWO::withInputs));
  }

  @Test
  void stateOfAnotherPolicyIsRefused() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TWO.start().save(new DataOutputStream(bytes));
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    Watermarks other = TWO.withIdle(IdleRule.never()).start();
    assertThrows(IllegalArgumentException.class, () -> other.restore(in));
  }

  @Test
  void stateOfOtherInputsThatReadTheSameIsRefused() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TWO.withInputs("A, B", "C").start().save(new DataOutputStream(bytes));
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    Watermarks other = TWO.withInputs("A", "B, C").start();
    assertThrows(IllegalArgumentException.class, () -> other.restore(in));
  }

  @Test
  void stateIsRestoredIntoNewWatermarksOnly() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TWO.start().save(new DataOutputStream(bytes));
    List<Consumer<Watermarks>> works =
        List.of(
            used -> used.passTo(0),
            used -> used.arrive(A, 0),
            used -> used.declareIdle(B),
            Watermarks::end);
    for (Consumer<Watermarks> work : works) {
      Watermarks used = TWO.start();
      work.accept(used);
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
      assertThrows(IllegalStateException.class, () -> used.restore(in));
    }
  }

  @Test
  void policyStatesScopeIdleRuleAndLateRule() {
    assertEquals(
        "Scope: the inputs A, B. The watermark is the minimum of the active inputs' own, and an"
            + " input's own is the largest timestamp seen minus 0; before the first event it is −∞."
            + " Idle: an input is idle, and left out, once nothing was heard of it for 100 of append"
            + " time. When all are idle, the greatest of their watermarks counts. One that is heard"
            + " again counts at once, and the watermark does not go back. Late, and kept in the side"
            + " output: an event strictly below the watermark, even if its window is still open."
            + " Future: every timestamp is believed. This is a declared policy, not a measured"
            + " bound: a later event may still arrive below the watermark.",
        TWO.describe());
    String other =
        DeclaredPolicy.of(BoundedDisorder.of(3).withMaxAhead(60))
            .withLate(LateRule.windowClosed(5))
            .describe();
    for (String part :
        List.of("the input input", "minus 3", "ended 5 or more below", "more than 60 ahead")) {
      assertTrue(other.contains(part), other);
    }
  }

  @Test
  void savedIdentityIsATextOfItsOwn() {
    assertEquals(
        "policy/1 bound=0 maxAhead=9223372036854775807 silence=100 late=below-watermark",
        TWO.identity());
    assertEquals(
        "policy/1 bound=3 maxAhead=7 silence=9223372036854775807 late=window-closed+5",
        DeclaredPolicy.of(BoundedDisorder.of(3).withMaxAhead(7))
            .withLate(LateRule.windowClosed(5))
            .identity());
  }
}
