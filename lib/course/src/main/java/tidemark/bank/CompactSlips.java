package tidemark.bank;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import tidemark.bank.Compact.Flag;
import tidemark.exercise.KeyedRecord;

/** The mistakes of {@link Compact} that stand alone. */
final class CompactSlips {
  private CompactSlips() {}

  static Compact.Answer model(Flag slip) {
    return (log, activeFrom) -> {
      long until = activeFrom - (slip == Flag.ONE_FEWER_CLOSED ? 1 : 0);
      Map<String, Long> last = new HashMap<>();
      for (int place = 0; place < log.size(); place++) {
        KeyedRecord record = log.get(place);
        if (slip == Flag.PLACES_FOR_OFFSETS ? place < until : record.offset() < until) {
          last.put(record.key(), record.offset());
        }
      }
      List<KeyedRecord> kept = new ArrayList<>();
      for (KeyedRecord record : log) {
        boolean newest = Long.valueOf(record.offset()).equals(last.get(record.key()));
        boolean tombstone = record.value() == null && slip == Flag.KEEPS_ALL_TOMBSTONES;
        if (record.offset() >= until || (newest && !zero(record, slip)) || tombstone) {
          kept.add(record);
        }
      }
      return ordered(without(log, kept, slip), slip);
    };
  }

  private static boolean zero(KeyedRecord record, Flag slip) {
    Integer value = record.value();
    return slip == Flag.ZERO_IS_DELETE && (value == null || value == 0);
  }

  private static List<KeyedRecord> without(
      List<KeyedRecord> log, List<KeyedRecord> kept, Flag slip) {
    if (slip == Flag.DELETED_FOR_GOOD) {
      var deleted =
          log.stream()
              .filter(record -> record.value() == null)
              .map(KeyedRecord::key)
              .collect(Collectors.toSet());
      kept.removeIf(record -> deleted.contains(record.key()));
    }
    return kept;
  }

  private static List<KeyedRecord> ordered(List<KeyedRecord> kept, Flag slip) {
    switch (slip) {
      case REVERSED -> Collections.reverse(kept);
      case ORDER_OF_TIMESTAMPS -> kept.sort(Comparator.comparing(KeyedRecord::timestamp));
      case ALL_IN_ORDER_OF_KEYS -> kept.sort(Comparator.comparing(KeyedRecord::key));
      default -> {
        // In the order of the log.
      }
    }
    return kept;
  }
}
