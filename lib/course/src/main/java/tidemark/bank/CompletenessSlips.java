package tidemark.bank;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import tidemark.bank.StateCompleteness.Flag;
import tidemark.exercise.CompleteBelow;

/** The mistakes of {@link StateCompleteness} that stand alone. */
final class CompletenessSlips {
  private CompletenessSlips() {}

  static StateCompleteness.Answer model(Flag slip) {
    return (committed, dead, settled) -> {
      List<Long> except = except(slip, committed, dead, settled);
      long first = except.isEmpty() ? committed : except.get(0);
      long below = below(slip, committed, dead, except);
      return switch (slip) {
        case FIRST_AND_NAMED -> new CompleteBelow(first, except);
        case BEFORE_THE_FIRST ->
            new CompleteBelow(except.isEmpty() ? committed : first - 1, List.of());
        case WITH_THE_FIRST ->
            new CompleteBelow(except.isEmpty() ? committed : first + 1, List.of());
        case BEHIND_THE_FIRST ->
            new CompleteBelow(except.isEmpty() ? committed : first + 1, except);
        default -> new CompleteBelow(below, except);
      };
    };
  }

  private static long below(Flag slip, long committed, List<Long> dead, List<Long> except) {
    long next = committed;
    while (dead.contains(next)) {
      next++;
    }
    return switch (slip) {
      case ONE_EARLY -> committed - 1;
      case ONE_MORE -> committed + 1;
      case UP_TO_THE_LAST -> except.isEmpty() ? committed : except.get(except.size() - 1);
      case SUBTRACTS -> committed - except.size();
      case OVER_THE_NEXT -> next;
      default -> committed;
    };
  }

  private static List<Long> except(Flag slip, long committed, List<Long> dead, Set<Long> settled) {
    long end = slip == Flag.LEAVES_OUT_THE_LAST ? committed - 1 : committed;
    return dead.stream()
        .filter(offset -> slip == Flag.ONLY_BEYOND ? offset >= committed : offset < end)
        .filter(offset -> settled.contains(offset) == (slip == Flag.ONLY_SETTLED))
        .sorted(slip == Flag.DESCENDING ? Comparator.reverseOrder() : Comparator.naturalOrder())
        .toList();
  }
}
