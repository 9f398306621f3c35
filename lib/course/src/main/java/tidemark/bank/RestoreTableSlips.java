package tidemark.bank;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tidemark.bank.RestoreTable.Flag;
import tidemark.exercise.KeyedRecord;
import tidemark.exercise.TableSnapshot;

/** The mistakes of {@link RestoreTable} that stand alone. */
final class RestoreTableSlips {
  private RestoreTableSlips() {}

  static RestoreTable.Answer model(Flag slip) {
    return (snapshot, log, start, committed) -> {
      if (gap(snapshot.nextOffset(), start, committed, slip)) {
        return overAGap(snapshot, slip);
      }
      Map<String, Integer> state = new HashMap<>(snapshot.state());
      for (int place = 0; place < log.size(); place++) {
        if (applies(log, place, snapshot.nextOffset(), committed, slip)) {
          put(log.get(place), state, slip);
        }
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
      case PLACES_FOR_OFFSETS -> place >= next;
      default -> offset >= next;
    };
  }

  private static void put(KeyedRecord change, Map<String, Integer> state, Flag slip) {
    Integer value = change.value();
    if (slip == Flag.ONLY_KNOWN_KEYS && !state.containsKey(change.key())) {
      return;
    }
    if (value == null || (slip == Flag.ZERO_IS_DELETE && value == 0)) {
      state.remove(change.key());
    } else {
      state.put(change.key(), value);
    }
  }
}
