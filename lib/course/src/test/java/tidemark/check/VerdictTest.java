package tidemark.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tidemark.exercise.LagReport;
import tidemark.exercise.ToyPolicyResult;

class VerdictTest {
  @ParameterizedTest
  @EnumSource(VerdictState.class)
  void theWordIsReadableInBothThemes(VerdictState state) {
    assertTrue(1.05 / (luminance(state.colour()) + 0.05) >= 4.5, state.colour());
    Verdict verdict = new Verdict("03-x", state, "a < b");
    assertTrue(verdict.html().contains("data-state=\"" + state.id() + "\" role=\"status\""));
    assertTrue(verdict.html().contains("a &lt; b"));
    assertFalse(verdict.html().contains("a < b"));
  }

  @Test
  void theLinkToAHintUnfoldsItAndJumpsWithoutScriptsToo() {
    String html = new Report().readOn(Catalogue.ofAllBanks().of("03-window-start")).html();
    assertTrue(html.contains("<a href=\"#Hints-on-window-start\" onclick=\"var notebook"), html);
    assertTrue(html.contains("hint.open = true"), html);
  }

  @Test
  void noTwoStatesLookAlike() {
    Set<String> icons = new HashSet<>();
    for (VerdictState state : VerdictState.values()) {
      assertTrue(icons.add(state.icon()), state.icon());
    }
  }

  /** WCAG's relative luminance. */
  private static double luminance(String colour) {
    double[] weights = {0.2126, 0.7152, 0.0722};
    double luminance = 0;
    for (int i = 0; i < 3; i++) {
      double part = Integer.parseInt(colour.substring(1 + 2 * i, 3 + 2 * i), 16) / 255.0;
      luminance +=
          weights[i] * (part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4));
    }
    return luminance;
  }

  @Test
  void aFailingCheckThrowsOneLineWithoutAStack() {
    NotRight thrown = new NotRight("03-x", VerdictState.WRONG);
    assertEquals("03-x: wrong", thrown.getMessage());
    assertEquals(0, thrown.getStackTrace().length);
  }

  @Test
  void anAnswerThatKeepsWhatItReturnsIsCopiedInTime() throws Exception {
    CallOutcome first = new CallOutcome.Returned(Values.copy(List.of(1L)));
    assertEquals(first, new CallOutcome.Returned(Values.copy(List.of(1L))));
    assertEquals("{a=1, b=−∞}", Values.show(Map.of("b", Long.MIN_VALUE, "a", 1)));
  }

  @Test
  void aLoopIsEndedByTheLimit() {
    Sandbox.LimitedRun run = Sandbox.run(overdue -> Thread.sleep(60_000), Duration.ofMillis(50));
    assertEquals(Sandbox.End.STOPPED, run.end());
  }

  @Test
  void anInterruptedCheckStopsTheAnswerAndHasNoVerdict() throws Exception {
    CompletableFuture<Thread> answering = new CompletableFuture<>();
    RetentionLoss.Answer endless =
        (start, committed) -> {
          answering.complete(Thread.currentThread());
          Thread.sleep(Duration.ofHours(1).toMillis());
          return 0;
        };
    CompletableFuture<Throwable> thrown = new CompletableFuture<>();
    CompletableFuture<Boolean> stillInterrupted = new CompletableFuture<>();
    Thread cell =
        new Thread(
            () -> {
              thrown.complete(
                  assertThrows(
                      CancellationException.class,
                      () -> BankTest.judge(new RetentionLoss(), endless)));
              stillInterrupted.complete(Thread.currentThread().isInterrupted());
            });
    cell.start();
    Thread answer = answering.get(60, TimeUnit.SECONDS);
    cell.interrupt();
    Throwable said = thrown.get(60, TimeUnit.SECONDS);
    assertTrue(String.valueOf(said).contains("nothing was recorded"), said::toString);
    assertTrue(stillInterrupted.get(60, TimeUnit.SECONDS));
    answer.join(60_000);
    assertFalse(answer.isAlive());
  }

  interface Summing {
    long sum(List<Long> numbers);
  }

  @Test
  void anInputThatWasChangedIsSaid() {
    MethodHandle handle = Invocation.handle(Summing.class, (Summing) numbers -> numbers.remove(0));
    Invocation.InputChanged changed =
        assertThrows(
            Invocation.InputChanged.class,
            () -> new Invocation(handle, arguments -> {}).call(List.of(List.of(4L, 5L))));
    assertEquals("Argument 1 was [4, 5], and is [5] after the call.", changed.getMessage());
  }

  @Test
  void valuesThatReadTheSameAndAreNotEqualAreTellableByTheirType() {
    MethodExercise<?, ?> counts =
        (MethodExercise<?, ?>) Catalogue.ofAllBanks().of("03-events-per-window");
    MethodExercise.ComparedValue row =
        counts.compared(List.of(), Map.of(0L, 1L, 5L, 2L), Map.of(0L, 1, 5L, 2L)).get(0);
    assertEquals("1 (Long)", row.expected());
    assertEquals("1 (Integer)", row.yours());
  }

  @Test
  void anAnswerThatAlwaysThrowsIsToldSo() {
    RetentionLoss.Answer answer =
        (start, committed) -> {
          throw new NullPointerException();
        };
    Verdict verdict = BankTest.judge(new RetentionLoss(), answer);
    assertTrue(verdict.text().contains("Each of them ends in an exception."), verdict::text);
    assertTrue(verdict.text().contains("the same: NullPointerException."), verdict::text);
  }

  static LagReport lostInInt(long start, long end, OptionalLong committed) {
    if (committed.isEmpty()) {
      return new LagReport(OptionalLong.empty(), 0);
    }
    long next = committed.getAsLong();
    return new LagReport(
        OptionalLong.of(Math.max(0, end - Math.max(next, start))), (int) Math.max(0, start - next));
  }

  @Test
  void anAnswerThatFailsOnLargeNumbersAloneIsAskedForAnInt() {
    MethodExercise<?, ?> exercise =
        (MethodExercise<?, ?>) Catalogue.ofAllBanks().of("01-offset-lag");
    Verdict verdict =
        Judgement.of(
            exercise,
            () -> {
              try {
                return MethodHandles.lookup()
                    .findStatic(
                        VerdictTest.class,
                        "lostInInt",
                        MethodType.methodType(
                            LagReport.class, long.class, long.class, OptionalLong.class));
              } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
              }
            },
            false);
    assertTrue(verdict.text().contains("does an int, or a cast to int, stand"), verdict::text);
  }

  @Test
  void whereMostNumbersAreLargeAnotherMistakeIsNotTakenForAnInt() {
    MethodExercise<?, ?> exercise = (MethodExercise<?, ?>) Catalogue.ofAllBanks().of("07-plan");
    List<List<Object>> probes = AnswerRun.probes(exercise);
    Object model = exercise.model(Set.of());
    List<List<Object>> failing = probes.subList(probes.size() - 3, probes.size());
    assertTrue(failing.stream().allMatch(probe -> Values.show(probe).matches(".*\\d{11}.*")));
    Object answer =
        Proxy.newProxyInstance(
            VerdictTest.class.getClassLoader(),
            new Class<?>[] {exercise.signature()},
            (proxy, method, arguments) -> {
              Object right = method.invoke(model, arguments);
              return failing.contains(List.of(arguments)) ? another(right) : right;
            });
    Verdict verdict = BankTest.judge(exercise, answer);
    assertEquals(VerdictState.WRONG, verdict.state(), verdict::text);
    assertFalse(verdict.text().contains("behaves exactly like"), verdict::text);
    assertFalse(verdict.text().contains("does an int"), verdict::text);
  }

  private static Object another(Object right) {
    Object[] all = right.getClass().getEnumConstants();
    return all[0].equals(right) ? all[1] : all[0];
  }

  @Test
  void aResultThatThrowsWhileItIsReadIsTheAnswersOwnFailure() throws Exception {
    List<Long> endless =
        new AbstractList<>() {
          @Override
          public Long get(int index) {
            throw new AssertionError("no such element");
          }

          @Override
          public int size() {
            return 1;
          }
        };
    MethodHandle handle = Invocation.handle(Sorting.class, (Sorting) numbers -> endless);
    CallOutcome outcome = new Invocation(handle, arguments -> {}).call(List.of(List.of()));
    assertEquals("throws AssertionError: no such element", outcome.toString());
  }

  interface Sorting {
    List<Long> sort(List<Long> numbers);
  }

  private static final class Unreadable extends RuntimeException {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
      throw new IllegalStateException("no message");
    }
  }

  @Test
  void whatCannotBeShownIsSaidAndIsNoFaultOfTheCheck() {
    List<Object> itself = new ArrayList<>();
    itself.add(itself);
    assertEquals("a value that cannot be shown: StackOverflowError", Values.show(itself));
    assertEquals("throws Unreadable", new CallOutcome.Threw(new Unreadable()).toString());
    String tooLong = new CallOutcome.Threw(new Error("x".repeat(1_000_000))).toString();
    assertTrue(tooLong.length() < 500, () -> "length=" + tooLong.length());
  }

  @Test
  @SuppressWarnings("NullAway") // A learner's code knows no such rule.
  void anAnswerOfNullsIsWrongAndShownAsAWhole() {
    Map<Object, Object> map = new HashMap<>();
    map.put(null, null);
    Verdict ofMap = always("03-events-per-window", map);
    assertEquals(VerdictState.WRONG, ofMap.state());
    assertTrue(ofMap.text().contains("yours {null=null}"), ofMap::text);
    Verdict ofLists = always("03-toy-policy", new ToyPolicyResult(null, null, null));
    assertEquals(VerdictState.WRONG, ofLists.state());
    assertTrue(ofLists.text().contains("onTime: expected [], yours null"), ofLists::text);
  }

  /** The verdict on an answer that gives the same whatever it is asked. */
  private static Verdict always(String id, Object result) {
    MethodExercise<?, ?> exercise = (MethodExercise<?, ?>) Catalogue.ofAllBanks().of(id);
    Method method = Invocation.methodOf(exercise.signature());
    MethodHandle constant = MethodHandles.constant(method.getReturnType(), result);
    return Judgement.of(
        exercise,
        () -> MethodHandles.dropArguments(constant, 0, method.getParameterTypes()),
        false);
  }

  @Test
  void progressIsReadableOnAMachineOfAnyLanguage() {
    Locale before = Locale.getDefault();
    Exercise exercise = Catalogue.ofAllBanks().of("03-window-start");
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG"));
      String line = Progress.json(exercise, VerdictState.RIGHT, "");
      assertTrue(line.contains("\"points\":2,\"of\":2,"), line);
    } finally {
      Locale.setDefault(before);
    }
  }
}
