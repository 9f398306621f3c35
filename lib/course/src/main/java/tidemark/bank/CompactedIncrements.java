package tidemark.bank;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tidemark.check.Counterexample;
import tidemark.check.Variant;
import tidemark.exercise.KeyedRecord;

/**
 * {@code String compactedIncrements()}: a history of amounts to add, {@code a=+1 b=+2}, whose sums
 * come out wrong after latest-only compaction.
 */
record CompactedIncrements(String id, int points, @Nullable Target target)
    implements Counterexample {
  interface Answer {
    String compactedIncrements() throws Exception;
  }

  /** The exercise as notebook 06 has it. */
  CompactedIncrements() {
    this("06-counterexample-increments", 5, null);
  }

  /**
   * The same for notebook 10, where a variant gives the key whose sum must be lost, and the sum.
   */
  static Varied again(String id, Variant variant) {
    Target target = Target.of(id, variant);
    return new Varied(
        new CompactedIncrements(id, 2, target),
        Map.of(
            id + ".asked",
            target == null
                ? "gives a wrong sum."
                : "gives a wrong sum of `%s`, whose right sum is %d."
                    .formatted(target.key(), target.value())));
  }

  @Override
  public Class<?> signature() {
    return Answer.class;
  }

  @Override
  public String asks() {
    return "return a history of increments, written a=+1, on which latest-only compaction loses"
        + " some."
        + (target == null
            ? ""
            : " It must lose some of %s, whose right sum is %d."
                .formatted(target.key(), target.value()));
  }

  @Override
  public Trial run(String history) {
    List<KeyedRecord> log = KeyedRecord.history(history);
    Map<String, Long> safe = new LinkedHashMap<>();
    Map<String, Long> unsafe = new LinkedHashMap<>();
    List<String> missing = new ArrayList<>();
    if (log.stream().anyMatch(record -> record.value() == null)) {
      missing.add("∅ deletes a key: it is a replacement, not an increment.");
      return new Trial(missing, List.of(), "", false);
    }
    if (!history.strip().replaceAll("\\s+", " ").matches("(\\S+=[+−-]\\d+ ?)*")) {
      missing.add("Write increments with their sign, a=+1: without it they read as replacements.");
      return new Trial(missing, List.of(), "", false);
    }
    for (KeyedRecord record : log) {
      Integer amount = record.value();
      if (amount != null) {
        safe.merge(record.key(), amount.longValue(), Long::sum); // An int would wrap.
        unsafe.put(record.key(), amount.longValue());
      }
    }
    if (safe.size() == log.size()) {
      missing.add("No key comes twice: compaction removes nothing.");
    } else if (safe.equals(unsafe)) {
      missing.add(
          "Compaction removes records, but every sum comes out right: what it removes adds up to"
              + " 0.");
    }
    if (missing.isEmpty() && target != null && !target.isIn(safe, unsafe)) {
      missing.add(
          "A sum comes out wrong, but it must be that of %s, and %d must be right."
              .formatted(target.key(), target.value()));
    }
    boolean worked =
        missing.isEmpty() && log.size() == 2 && safe.containsValue(2L) && unsafe.containsValue(1L);
    if (worked) {
      missing.add("This is the worked example, two +1 of one key. Find one of your own.");
    }
    return new Trial(
        missing, MapComparison.of("", safe, unsafe), Pictures.tape(log).html(), worked);
  }
}
