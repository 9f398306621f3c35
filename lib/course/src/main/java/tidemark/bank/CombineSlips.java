package tidemark.bank;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import tidemark.bank.Combine.Flag;
import tidemark.exercise.ToyPolicyResult;

/** The mistakes of {@link Combine} that stand alone. */
final class CombineSlips {
  private CombineSlips() {}

  static Combine.Answer model(Flag slip) {
    return (inputs, arrivals, bound) -> {
      Map<String, Long> marks = new HashMap<>();
      inputs.forEach(input -> marks.put(input, Long.MIN_VALUE));
      ToyPolicyResult result =
          new ToyPolicyResult(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
      long watermark = slip == Flag.FIRST_JUDGED_BY_0 ? 0 : Long.MIN_VALUE;
      for (var arrival : arrivals) {
        boolean isLate = arrival.timestamp() < watermark;
        judge(arrival.timestamp(), isLate, result, slip);
        if (isLate && slip == Flag.LATE_DOES_NOT_COUNT) {
          continue;
        }
        long taken =
            switch (slip) {
              case BOUND_OF_THE_EXAMPLE -> 3;
              case WITHOUT_BOUND -> 0;
              default -> bound;
            };
        long own = marks.merge(arrival.input(), arrival.timestamp() - taken, Math::max);
        long before = watermark;
        watermark = combined(Collections.min(marks.values()), own, before, slip);
        report(new long[] {before, watermark, own}, result, slip);
      }
      return result;
    };
  }

  private static void judge(long timestamp, boolean isLate, ToyPolicyResult result, Flag slip) {
    if (isLate != (slip == Flag.LATE_FOR_ON_TIME)) {
      result.late().add(timestamp);
    } else {
      result.onTime().add(timestamp);
    }
    if (isLate && slip == Flag.LATE_ALSO_ON_TIME) {
      result.onTime().add(timestamp);
    }
  }

  private static long combined(long least, long own, long before, Flag slip) {
    boolean unknown = least == Long.MIN_VALUE;
    return switch (slip) {
      case NEVER_RISES -> Math.min(before, own);
      case OWN_UNTIL_ALL -> unknown ? own : least;
      case ZERO_UNTIL_ALL -> unknown ? 0 : least;
      default -> least;
    };
  }

  /** Reports one of the watermark before, the watermark now, and the input's own mark. */
  private static void report(long[] marks, ToyPolicyResult result, Flag slip) {
    switch (slip) {
      case BEFORE_EACH -> result.watermarks().add(marks[0]);
      case REPORTS_OWN -> result.watermarks().add(marks[2]);
      case FLINKS_NUMBER -> result.watermarks().add(marks[1] - 1);
      case ONLY_KNOWN -> {
        if (marks[1] != Long.MIN_VALUE) {
          result.watermarks().add(marks[1]);
        }
      }
      default -> result.watermarks().add(marks[1]);
    }
  }
}
