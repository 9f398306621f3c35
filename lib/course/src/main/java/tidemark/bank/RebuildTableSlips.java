package tidemark.bank;

import java.util.HashMap;
import java.util.Map;
import tidemark.bank.RebuildTable.Flag;
import tidemark.exercise.KeyedRecord;
import tidemark.exercise.TableSnapshot;

/** The mistakes of {@link RebuildTable} that stand alone. */
final class RebuildTableSlips {
  private RebuildTableSlips() {}

  static RebuildTable.Answer model(Flag slip) {
    return (snapshot, log) -> {
      Map<String, Integer> state = new HashMap<>(snapshot.state());
      long next = snapshot.nextOffset();
      for (KeyedRecord record : log) {
        boolean isOld = record.offset() < snapshot.nextOffset();
        if (!isOld) {
          apply(record, state, slip);
        }
        boolean unmoved = record.value() == null && slip == Flag.DELETES_MOVE_NOTHING;
        if (!unmoved && (!isOld || slip == Flag.END_OF_THE_LOG)) {
          next = record.offset() + 1;
        }
      }
      return new TableSnapshot(
          state,
          switch (slip) {
            case NUMBER_OF_RECORDS -> log.size();
            case ONE_MORE -> next + 1;
            default -> next;
          });
    };
  }

  private static void apply(KeyedRecord record, Map<String, Integer> state, Flag slip) {
    Integer value = record.value();
    if (value != null) {
      state.merge(record.key(), value, (old, now) -> slip == Flag.OLDER_WINS ? old : now);
    } else if (slip == Flag.KEEPS_NULL) {
      state.put(record.key(), null);
    } else {
      state.remove(record.key());
    }
  }
}
