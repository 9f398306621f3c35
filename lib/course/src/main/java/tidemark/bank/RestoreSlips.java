package tidemark.bank;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tidemark.bank.Restore.Flag;
import tidemark.exercise.KeyedRecord;
import tidemark.exercise.TableSnapshot;

/** The mistakes of {@link Restore} that stand alone. */
final class RestoreSlips {
  private RestoreSlips() {}

  static Restore.Answer model(Flag slip) {
    return (snapshot, log, start, committed) -> {
      if (gap(snapshot.nextOffset(), start, committed, slip)) {
        return overAGap(snapshot, slip);
      }
      Map<String, Integer> state = new HashMap<>(snapshot.state());
      for (int place = 0; place < log.size(); place++) {
        if (applies(log, place, snapshot.nextOffset(), committed, slip)) {
          add(log.get(place), state, slip);
        }
      }
      if (slip == Flag.DROPS_ZEROS) {
        state.values().removeIf(value -> value == 0);
      }
      return state;
    };
  }

  private static boolean gap(long next, long start, long committed, Flag slip) {
    return switch (slip) {
      case GAP_BY_COMMITTED -> committed < next;
      case GAP_TURNED_ROUND -> start < next;
      case ONLY_THE_EDGE -> start != next;
      case ONE_LOST_IS_NO_GAP -> start > next + 1;
      default -> start > next;
    };
  }

  private static Map<String, Integer> overAGap(TableSnapshot snapshot, Flag slip) {
    return switch (slip) {
      case EMPTY_OVER_A_GAP -> new HashMap<>();
      case SNAPSHOT_OVER_A_GAP -> snapshot.state();
      case ANOTHER_EXCEPTION -> throw new IllegalArgumentException("retention gap");
      default -> throw new IllegalStateException("retention gap");
    };
  }

  private static boolean applies(
      List<KeyedRecord> log, int place, long next, long committed, Flag slip) {
    long offset = log.get(place).offset();
    return switch (slip) {
      case UP_TO_COMMITTED -> offset >= next && offset < committed;
      case FROM_THE_LATER -> offset >= Math.max(next, committed);
      case FROM_THE_EARLIER -> offset >= Math.min(next, committed);
      case PLACES_FOR_OFFSETS -> place >= next;
      default -> offset >= next;
    };
  }

  private static void add(KeyedRecord record, Map<String, Integer> state, Flag slip) {
    Integer amount = record.value();
    boolean passed = slip == Flag.ONLY_KNOWN_KEYS && !state.containsKey(record.key());
    if (amount == null || passed) {
      return;
    }
    state.merge(
        record.key(),
        slip == Flag.COUNTS ? Integer.valueOf(1) : amount,
        (before, now) ->
            switch (slip) {
              case GREATEST -> Math.max(before, now);
              case KEEPS_FIRST -> before;
              default -> before + now;
            });
  }
}
