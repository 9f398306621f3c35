package tidemark.exercise;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tidemark.simulate.Evidence;
import tidemark.simulate.Evidence.Row;
import tidemark.time.EventTime;

/** A run beside what must happen, as two lanes. */
final class TrialEvidence {
  private static final List<String> NOTHING = List.of("–");
  private static final Pattern NUMBER = Pattern.compile("(\\d+)");

  private TrialEvidence() {}

  static Evidence of(TrialRun run, Map<Long, PipelineState> wanted, String sentence) {
    List<Row> rows = new ArrayList<>();
    List<@Nullable KeyedRecord> places = run.schedule().places();
    for (int offset = 0; offset < places.size(); offset++) {
      PipelineState found = run.ending().published().get((long) offset);
      PipelineState right = wanted.get((long) offset);
      boolean differs = found == null ? right != null : !found.equals(right);
      rows.add(
          new Row(
              offset, head(run, offset), lane(right), lane(found), happened(run, offset), differs));
    }
    rows.add(atTheEnd(run));
    return new Evidence(rows, run.isRight() ? List.of() : run.lost().onDisk(), sentence);
  }

  private static String head(TrialRun run, int offset) {
    KeyedRecord record = run.schedule().places().get(offset);
    if (record == null) {
      return offset + ": no record";
    }
    return record + (run.schedule().dead().contains(record.offset()) ? " dead" : "");
  }

  private static List<String> lane(@Nullable PipelineState state) {
    return state == null
        ? NOTHING
        : List.of(
            "table " + state.table(),
            "counts " + state.counts(),
            "watermark " + EventTime.format(state.watermark()) + ", late " + state.late());
  }

  private static List<String> happened(TrialRun run, int offset) {
    List<String> happened = new ArrayList<>();
    for (String again : run.redelivered()) {
      if (again.startsWith("record " + offset + " ")) {
        happened.add(again.replaceFirst("record \\d+ ", ""));
      }
    }
    if (!run.lost().after().isEmpty() && workedOn(run.lost().after()) == offset) {
      happened.add("node lost after " + run.lost().after());
    }
    return happened.stream().distinct().toList();
  }

  /** The offset of the record that a write was about. */
  private static long workedOn(String write) {
    Matcher number = NUMBER.matcher(write);
    long named = number.find() ? Long.parseLong(number.group()) : 0;
    boolean namesRecord = write.startsWith("decide") || write.startsWith("publish");
    return namesRecord ? named : Math.max(0, named - 1);
  }

  private static Row atTheEnd(TrialRun run) {
    HandedLog.Content log = run.schedule().log();
    TrialRun.Ending ending = run.ending();
    boolean commitFits = ending.committed() >= log.afterLast() && ending.committed() <= log.end();
    List<String> right =
        List.of("It returns.", "committed " + (commitFits ? ending.committed() : log.afterLast()));
    List<String> found = new ArrayList<>(List.of(ending.end(), "committed " + ending.committed()));
    if (ending.keepsTooMuch()) {
      found.add("too many records left");
    }
    if (!ending.broken().isEmpty()) {
      found.add(ending.broken());
    }
    return new Row(Evidence.AT_THE_END, "", right, found, List.of(), !found.equals(right));
  }
}
