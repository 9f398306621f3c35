package tidemark.bank;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tidemark.bank.FoldRecord.Flag;
import tidemark.exercise.KeyedRecord;
import tidemark.exercise.PipelineState;

/** The mistakes of {@link FoldRecord} that stand alone. */
final class FoldSlips {
  private FoldSlips() {}

  static FoldRecord.Answer model(Flag slip) {
    return (before, record, dead) -> {
      long from = before.next() + (slip == Flag.SKIPS_ONE ? 1 : 0);
      return record.offset() < from ? before : after(before, record, dead, slip);
    };
  }

  private static PipelineState after(
      PipelineState before, KeyedRecord record, boolean dead, Flag slip) {
    Map<String, Integer> table = new TreeMap<>(before.table());
    Map<Long, Integer> counts = new TreeMap<>(before.counts());
    List<Long> late = new ArrayList<>(before.late());
    int value = record.value() == null ? 0 : record.value();
    if (!dead) {
      if (slip != Flag.NOT_IN_TABLE) {
        table.merge(record.key(), value, (old, now) -> slip == Flag.REPLACES ? now : old + now);
      }
      long line = before.watermark() - (slip == Flag.BOUND_TWICE ? 3 : 0);
      if (record.timestamp() < line) {
        late.add(slip == Flag.LATE_TIMESTAMPS ? record.timestamp() : record.offset());
      } else {
        counts.merge(key(record, slip), slip == Flag.SUMS ? value : 1, Integer::sum);
      }
    }
    boolean stays = dead && slip == Flag.DEAD_MOVES_NO_WATERMARK;
    long mark = record.timestamp() - bound(slip);
    return new PipelineState(
        record.offset() + (slip == Flag.LAST_FOR_NEXT ? 0 : 1),
        table,
        counts,
        stays ? before.watermark() : Math.max(before.watermark(), mark),
        late);
  }

  private static long key(KeyedRecord record, Flag slip) {
    long number = Math.floorDiv(record.timestamp(), 10L);
    return switch (slip) {
      case NUMBER -> number;
      case END -> number * 10 + 10;
      default -> number * 10;
    };
  }

  private static long bound(Flag slip) {
    return switch (slip) {
      case WITHOUT_BOUND -> 0;
      case FLINKS_NUMBER -> 4;
      default -> 3;
    };
  }
}
