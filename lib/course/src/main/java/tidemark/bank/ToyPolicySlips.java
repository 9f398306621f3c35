package tidemark.bank;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import tidemark.bank.ToyPolicy.Flag;
import tidemark.exercise.ToyPolicyResult;

/** The mistakes of {@link ToyPolicy} that stand alone. */
final class ToyPolicySlips {
  private ToyPolicySlips() {}

  static ToyPolicy.Answer model(Flag slip) {
    return (timestamps, bound) -> {
      List<Long> onTime = new ArrayList<>();
      List<Long> late = new ArrayList<>();
      List<Long> watermarks = new ArrayList<>();
      long watermark = start(timestamps, bound, slip);
      for (long timestamp : slip == Flag.SORTED_FIRST ? sorted(timestamps) : timestamps) {
        boolean isLate = timestamp < (slip == Flag.BOUND_TWICE ? watermark - bound : watermark);
        boolean swapped = slip == Flag.LATE_FOR_ON_TIME;
        (isLate == swapped ? onTime : late).add(timestamp);
        long before = watermark;
        watermark = next(before, timestamp, slip, bound);
        if (slip == Flag.LOOKS_AHEAD) {
          watermark = Collections.max(timestamps) - bound;
        }
        boolean unsaid =
            (slip == Flag.NO_WATERMARK_FOR_LATE && isLate)
                || (slip == Flag.ONLY_CHANGES && watermark == before && !watermarks.isEmpty())
                || slip == Flag.ONLY_THE_LAST;
        if (!unsaid) {
          watermarks.add(reported(watermark, bound, slip));
        }
      }
      if (slip == Flag.ONLY_THE_LAST) {
        watermarks.add(watermark);
      }
      return new ToyPolicyResult(onTime, late, watermarks);
    };
  }

  private static List<Long> sorted(List<Long> timestamps) {
    return timestamps.stream().sorted().toList();
  }

  private static long start(List<Long> timestamps, long bound, Flag slip) {
    return switch (slip) {
      case STARTS_AT_MINUS_1 -> -1;
      case STARTS_AT_MINUS_BOUND -> -bound;
      case STARTS_IN_INT -> Integer.MIN_VALUE;
      case STARTS_AT_THE_FIRST -> timestamps.isEmpty() ? 0 : timestamps.get(0);
      default -> Long.MIN_VALUE;
    };
  }

  private static long next(long watermark, long timestamp, Flag slip, long bound) {
    return switch (slip) {
      case BOUND_OF_THE_EXAMPLE -> Math.max(watermark, timestamp - 3);
      case BOUND_ADDED -> Math.max(watermark, timestamp + bound);
      case WITHOUT_ANY_BOUND -> Math.max(watermark, timestamp);
      case LESSER -> Math.min(watermark, timestamp - bound);
      case LAST_ON_TIME -> timestamp < watermark ? watermark : timestamp - bound;
      default -> Math.max(watermark, timestamp - bound);
    };
  }

  private static long reported(long watermark, long bound, Flag slip) {
    return switch (slip) {
      case REPORTS_MAXIMUM -> watermark + bound;
      case REPORTS_BOUND_TWICE -> watermark - bound;
      default -> watermark;
    };
  }
}
