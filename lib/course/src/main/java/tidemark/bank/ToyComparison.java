package tidemark.bank;

import java.util.ArrayList;
import java.util.List;
import tidemark.check.MethodExercise.ComparedValue;
import tidemark.exercise.ToyPolicyResult;
import tidemark.time.EventTime;

/** Compares results of the toy policy, arrival by arrival. */
final class ToyComparison {
  private ToyComparison() {}

  static List<ComparedValue> of(
      List<?> timestamps, ToyPolicyResult expected, ToyPolicyResult yours) {
    List<ComparedValue> values = new ArrayList<>();
    for (int i = 0; i < timestamps.size(); i++) {
      values.add(
          new ComparedValue(
              "watermark after " + timestamps.get(i), watermark(expected, i), watermark(yours, i)));
    }
    if (yours.watermarks().size() > timestamps.size()) {
      values.add(
          new ComparedValue(
              "number of watermarks",
              String.valueOf(timestamps.size()),
              String.valueOf(yours.watermarks().size())));
    }
    values.add(
        new ComparedValue(
            "on time", String.valueOf(expected.onTime()), String.valueOf(yours.onTime())));
    values.add(
        new ComparedValue("late", String.valueOf(expected.late()), String.valueOf(yours.late())));
    return values;
  }

  private static String watermark(ToyPolicyResult result, int i) {
    if (i >= result.watermarks().size()) {
      return "none";
    }
    return EventTime.format(result.watermarks().get(i));
  }
}
