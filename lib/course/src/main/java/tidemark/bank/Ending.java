package tidemark.bank;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tidemark.check.MethodExercise.ComparedValue;
import tidemark.exercise.KeyedRecord;
import tidemark.simulate.Evidence;

/**
 * What is durable when a run has ended. Endings are compared without the places of the crashes.
 *
 * @param crashes where it crashed, in order
 * @param lane what became of each record, by offset
 * @param end how the run ended, and what belongs to no record
 */
record Ending(List<Crash> crashes, Map<Long, String> lane, String end) {

  /**
   * The end of one life.
   *
   * @param where before, after or during which call
   * @param offset the offset of the record that was worked on
   * @param onDisk what was written by then
   */
  record Crash(String where, long offset, List<String> onDisk) {}

  private static final String NOTHING = "–";

  Ending {
    crashes = List.copyOf(crashes);
    lane = new TreeMap<>(lane);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Ending that && lane.equals(that.lane) && end.equals(that.end);
  }

  @Override
  public int hashCode() {
    return 31 * lane.hashCode() + end.hashCode();
  }

  private String where() {
    return crashes.isEmpty() ? "without a crash" : "crash " + chosen().where();
  }

  /** The crash that the check chose; if there is none, the first that a record caused. */
  private Crash chosen() {
    return crashes.stream()
        .filter(crash -> !crash.where().startsWith("during "))
        .findFirst()
        .orElse(crashes.get(0));
  }

  private String text() {
    return lane + ", " + end;
  }

  /** The answer's endings that are wrong; if there are none, the right ones that it lacks. */
  static List<ComparedValue> compared(Object expected, Object yours) {
    List<ComparedValue> values = new ArrayList<>();
    Ending right = first(expected);
    for (Ending each : unexpected(expected, yours)) {
      values.add(new ComparedValue(each.where(), right.text(), each.text()));
    }
    if (values.isEmpty()) {
      for (Ending each : unexpected(yours, expected)) {
        values.add(new ComparedValue(each.where(), each.text(), "no run ends so"));
      }
    }
    return values;
  }

  /** The right run without a crash beside the first of the answer's wrong endings. */
  static List<Evidence> lanes(List<KeyedRecord> log, Object expected, Object yours) {
    return unexpected(expected, yours).stream()
        .limit(1)
        .map(each -> each.beside(first(expected), log))
        .toList();
  }

  private static Ending first(Object endings) {
    return (Ending) ((Set<?>) endings).iterator().next();
  }

  private static List<Ending> unexpected(Object expected, Object yours) {
    return ((Set<?>) yours)
        .stream()
            .filter(each -> !((Set<?>) expected).contains(each))
            .map(Ending.class::cast)
            .toList();
  }

  private Evidence beside(Ending undisturbed, List<KeyedRecord> log) {
    List<Evidence.Row> rows = new ArrayList<>();
    String sentence = "";
    for (KeyedRecord record : log) {
      String wanted = undisturbed.lane.getOrDefault(record.offset(), NOTHING);
      String found = lane.getOrDefault(record.offset(), NOTHING);
      rows.add(row(record.offset(), record.toString(), wanted, found));
      if (!wanted.equals(found) && sentence.isEmpty()) {
        sentence = "offset %d: %s, and must be: %s.".formatted(record.offset(), found, wanted);
      }
    }
    rows.add(row(Evidence.AT_THE_END, "", undisturbed.end, end));
    if (sentence.isEmpty()) {
      sentence = "the run %s, and must end so: it %s.".formatted(end, undisturbed.end);
    }
    String begin = crashes.isEmpty() ? "Without a crash" : "A crash " + chosen().where();
    List<String> onDisk = crashes.isEmpty() ? List.of() : chosen().onDisk();
    return new Evidence(rows, onDisk, begin + ": " + sentence);
  }

  private Evidence.Row row(long offset, String record, String wanted, String found) {
    List<String> happened =
        crashes.stream()
            .filter(crash -> crash.offset() == offset)
            .map(crash -> "crash " + crash.where())
            .limit(3)
            .toList();
    return new Evidence.Row(
        offset, record, List.of(wanted), List.of(found), happened, !wanted.equals(found));
  }
}
