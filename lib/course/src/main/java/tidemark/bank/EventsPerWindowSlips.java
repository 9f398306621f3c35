package tidemark.bank;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tidemark.bank.EventsPerWindow.Flag;
import tidemark.exercise.ToyPolicyResult;

/** The mistakes of {@link EventsPerWindow} that stand alone. */
final class EventsPerWindowSlips {
  private EventsPerWindowSlips() {}

  static EventsPerWindow.Answer model(Flag slip) {
    return (result, size) -> {
      Map<Long, Long> counts = new TreeMap<>();
      for (long timestamp : counted(result, slip)) {
        if (timestamp >= 0 || slip != Flag.NO_NEGATIVE) {
          counts.merge(
              key(timestamp, size, slip),
              first(timestamp, slip),
              (count, one) -> count + (slip == Flag.ADDS_TIMESTAMPS ? timestamp : 1));
        }
      }
      if (slip == Flag.ZERO_FOR_ONLY_LATE) {
        for (long timestamp : result.late()) {
          counts.putIfAbsent(Math.floorDiv(timestamp, size) * size, 0L);
        }
      }
      if (slip == Flag.ZERO_WITHOUT_EVENTS && counts.isEmpty()) {
        counts.put(0L, 0L);
      }
      return counts;
    };
  }

  private static List<Long> counted(ToyPolicyResult result, Flag slip) {
    return switch (slip) {
      case COUNTS_WATERMARKS -> result.watermarks();
      case ONLY_LATE -> result.late();
      default -> result.onTime();
    };
  }

  private static long first(long timestamp, Flag slip) {
    return switch (slip) {
      case ADDS_TIMESTAMPS -> timestamp;
      case STARTS_AT_2 -> 2;
      case STARTS_AT_0 -> 0;
      default -> 1;
    };
  }

  private static long key(long timestamp, long size, Flag slip) {
    return switch (slip) {
      case TIMESTAMP -> timestamp;
      case PLACE_IN_WINDOW -> Math.floorMod(timestamp, size);
      case SIZE_OF_THE_EXAMPLE -> Math.floorDiv(timestamp, 10L) * 10;
      case NEAREST_EDGE -> Math.round((double) timestamp / size) * size;
      default -> Math.floorDiv(timestamp, size) * size;
    };
  }
}
