package tidemark.bank;

import java.util.Comparator;
import java.util.List;
import java.util.NoSuchElementException;
import tidemark.bank.Idleness.Flag;
import tidemark.exercise.InputWatermark;

/** The mistakes of {@link Idleness} that stand alone. */
final class IdlenessSlips {
  private IdlenessSlips() {}

  static Idleness.Answer model(Flag slip) {
    return (inputs, now, silence, emitted) -> {
      List<InputWatermark> active =
          inputs.stream().filter(input -> isActive(input, now, silence, slip)).toList();
      long combined =
          active.isEmpty()
              ? allIdle(inputs, now, slip)
              : active.stream().mapToLong(InputWatermark::mark).min().orElseThrow();
      return switch (slip) {
        case LESSER -> Math.min(emitted, combined);
        case STAYS -> emitted;
        default -> Math.max(emitted, combined);
      };
    };
  }

  private static boolean isActive(InputWatermark input, long now, long silence, Flag slip) {
    long silent = now - input.heardAt();
    return switch (slip) {
      case IDLE_FOR_ACTIVE -> silent >= silence;
      case BY_EVENT_TIME -> now - input.mark() < silence;
      case SILENCE_OF_THE_EXAMPLE -> silent < 10;
      case NEVER_HEARD_HOLDS -> silent < silence || input.mark() == Long.MIN_VALUE;
      default -> silent < silence;
    };
  }

  private static long allIdle(List<InputWatermark> inputs, long now, Flag slip) {
    return switch (slip) {
      case ALL_IDLE_LEAST -> inputs.stream().mapToLong(InputWatermark::mark).min().orElseThrow();
      case ALL_IDLE_NOW -> now;
      case ALL_IDLE_0 -> 0;
      case ALL_IDLE_FAILS -> throw new NoSuchElementException("no input is active");
      case ALL_IDLE_LAST_HEARD ->
          inputs.stream().max(Comparator.comparing(InputWatermark::heardAt)).orElseThrow().mark();
      default -> inputs.stream().mapToLong(InputWatermark::mark).max().orElseThrow();
    };
  }
}
