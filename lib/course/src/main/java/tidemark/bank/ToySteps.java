package tidemark.bank;

import java.util.ArrayList;
import java.util.List;
import tidemark.check.MethodExercise.Step;
import tidemark.exercise.ToyPolicyResult;

/** The toy policy, arrival by arrival. */
final class ToySteps {
  private ToySteps() {}

  static List<Step> of(List<?> timestamps, ToyPolicyResult expected, ToyPolicyResult yours) {
    List<Step> steps = new ArrayList<>();
    for (int i = 0; i < timestamps.size(); i++) {
      steps.add(
          new Step(
              "watermark after " + timestamps.get(i), watermark(expected, i), watermark(yours, i)));
    }
    if (yours.watermarks().size() > timestamps.size()) {
      steps.add(
          new Step(
              "number of watermarks",
              String.valueOf(timestamps.size()),
              String.valueOf(yours.watermarks().size())));
    }
    steps.add(
        new Step("on time", String.valueOf(expected.onTime()), String.valueOf(yours.onTime())));
    steps.add(new Step("late", String.valueOf(expected.late()), String.valueOf(yours.late())));
    return steps;
  }

  private static String watermark(ToyPolicyResult result, int i) {
    if (i >= result.watermarks().size()) {
      return "none";
    }
    return result.watermarks().get(i) == Long.MIN_VALUE
        ? "−∞"
        : result.watermarks().get(i).toString();
  }
}
