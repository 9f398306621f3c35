package tidemark.bank;

import java.util.HashMap;
import java.util.Map;
import tidemark.bank.TakeSnapshot.Flag;
import tidemark.exercise.TableSnapshot;

/** The mistakes of {@link TakeSnapshot} that stand alone. */
final class TakeSnapshotSlips {
  private TakeSnapshotSlips() {}

  static TakeSnapshot.Answer model(Flag slip) {
    return (live, lastApplied, end, committed) -> {
      long next = lastApplied + 1;
      Map<String, Integer> state = slip == Flag.NO_STATE ? new HashMap<>() : new HashMap<>(live);
      return new TableSnapshot(
          state,
          switch (slip) {
            case LATER_OF_BOTH -> Math.max(committed, next);
            case EARLIER_OF_BOTH -> Math.min(committed, next);
            case BEHIND_COMMITTED -> committed + 1;
            case BEFORE_THE_END -> end - 1;
            case ONE_TOO_MANY -> next + 1;
            case NUMBER_OF_KEYS -> live.size();
            case IN_INT -> (int) next;
            default -> next;
          });
    };
  }
}
