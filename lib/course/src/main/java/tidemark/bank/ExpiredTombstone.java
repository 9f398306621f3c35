package tidemark.bank;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tidemark.check.Counterexample;
import tidemark.check.MethodExercise.ComparedValue;
import tidemark.check.Variant;
import tidemark.exercise.KeyedRecord;
import tidemark.log.History;

/**
 * {@code String expiredTombstone()}: a history with the position of a snapshot in it, {@code a=1
 * b=2 | a=∅}, on which the snapshot and the compacted log rebuild a key that was deleted. The log
 * is rolled after the last record and compacted until all tombstones have expired.
 */
record ExpiredTombstone(String id, int points, @Nullable Target target) implements Counterexample {
  interface Answer {
    String expiredTombstone() throws Exception;
  }

  private static final String WORKED = shape("0:a=1 1:b=2 2:a=3 | 3:b=∅ 4:c=4");

  /** The exercise as notebook 06 has it. */
  ExpiredTombstone() {
    this("06-counterexample-tombstone", 5, null);
  }

  /** The same for notebook 10, where a variant gives the row that must come back wrongly. */
  static Varied again(String id, Variant variant) {
    Target target = Target.of(id, variant);
    return new Varied(
        new ExpiredTombstone(id, 2, target),
        Map.of(
            id + ".asked",
            target == null
                ? "leaves a deleted key in the table."
                : "leaves a deleted key in the table: the wrong row must be `%s`."
                    .formatted(target)));
  }

  @Override
  public Class<?> signature() {
    return Answer.class;
  }

  @Override
  public String asks() {
    return "return a history with the snapshot's position as |, on which an expired tombstone leaves"
        + " a deleted key alive after the rebuild."
        + (target == null ? "" : " The wrong row must be " + target + ".");
  }

  @Override
  public Trial run(String history) {
    String[] sides = history.split(Pattern.quote("|"), -1);
    List<KeyedRecord> log = KeyedRecord.history(String.join(" ", sides));
    if (sides.length != 2) {
      return missing("Say where the snapshot was taken, by one | between two records.");
    }
    int before = KeyedRecord.history(sides[0]).size();
    Map<String, Integer> snapshot = replay(new HashMap<>(), log.subList(0, before));
    Map<String, Integer> truth = replay(new HashMap<>(), log);
    List<KeyedRecord> suffix =
        purged(log).stream().filter(kept -> log.indexOf(kept) >= before).toList();
    Map<String, Integer> rebuilt = replay(new HashMap<>(snapshot), suffix);
    List<String> missing = new ArrayList<>();
    if (snapshot.isEmpty()) {
      missing.add("The snapshot is empty: no key in it can be left wrongly alive.");
    }
    List<KeyedRecord> after = log.subList(before, log.size());
    if (after.stream().noneMatch(record -> record.value() == null)) {
      missing.add("No tombstone comes after the snapshot, so none that it needs can expire.");
    } else if (rebuilt.equals(truth)) {
      missing.add(
          "Every key comes out right: a tombstone after the snapshot matters only if its key is in"
              + " the snapshot, and is not written again.");
    }
    if (missing.isEmpty() && target != null && !target.isIn(rebuilt, truth)) {
      missing.add("A key is left alive, but the wrong row must be " + target + ".");
    }
    boolean worked = missing.isEmpty() && shape(history).equals(WORKED);
    if (worked) {
      missing.add("This is the worked example with other names. Find one of your own.");
    }
    long position = before < log.size() ? log.get(before).offset() : before;
    return new Trial(
        missing, keys(truth, rebuilt), Pictures.tape(log).snapshotAt(position).html(), worked);
  }

  /** What compaction leaves when all tombstones have expired. */
  private static List<KeyedRecord> purged(List<KeyedRecord> log) {
    Map<String, KeyedRecord> last = new LinkedHashMap<>();
    log.forEach(record -> last.put(record.key(), record));
    return log.stream()
        .filter(record -> record.equals(last.get(record.key())) && record.value() != null)
        .toList();
  }

  static Map<String, Integer> replay(Map<String, Integer> state, List<KeyedRecord> records) {
    for (KeyedRecord record : records) {
      if (record.value() == null) {
        state.remove(record.key());
      } else {
        state.put(record.key(), record.value());
      }
    }
    return state;
  }

  static List<ComparedValue> keys(Map<String, Integer> safe, Map<String, Integer> unsafe) {
    return MapComparison.of("", safe, unsafe);
  }

  private static Trial missing(String what) {
    return new Trial(List.of(what), List.of(), "", false);
  }

  /**
   * The history without its names, to recognise the worked example: a key is numbered by its first
   * appearance, and a value only is there or not.
   */
  private static String shape(String history) {
    Map<String, Integer> names = new HashMap<>();
    StringBuilder shape = new StringBuilder();
    for (String side : history.split(Pattern.quote("|"), -1)) {
      for (KeyedRecord record : KeyedRecord.history(side)) {
        Integer name = names.computeIfAbsent(record.key(), key -> names.size());
        shape.append(name).append(record.value() == null ? History.NULL + " " : "= ");
      }
      shape.append("| ");
    }
    return shape.toString();
  }
}
