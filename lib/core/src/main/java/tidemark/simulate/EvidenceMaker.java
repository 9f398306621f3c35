package tidemark.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tidemark.simulate.Evidence.Row;
import tidemark.simulate.PlainState.Appended;
import tidemark.simulate.Report.Verdict;

/** Puts what was found beside what must be, offset by offset. */
final class EvidenceMaker {
  private static final Pattern NAMES_OFFSET = Pattern.compile("output (?:late|dead)\\|(\\d+).*");
  static final String MISSING = "–";

  private final TreeMap<Long, List<String>> wanted = new TreeMap<>();
  private final TreeMap<Long, List<String>> found = new TreeMap<>();
  private final TreeSet<Long> differing = new TreeSet<>();
  private final TreeMap<Long, String> firstDifference = new TreeMap<>();

  private EvidenceMaker() {}

  static Evidence make(
      Run run, Verdict verdict, String why, @Nullable Expected expected, @Nullable Outcome found) {
    EvidenceMaker maker = new EvidenceMaker();
    if (expected != null && found != null) {
      maker.compare(expected, found);
    }
    List<Row> rows = new ArrayList<>();
    for (Appended record : run.node().history().values()) {
      rows.add(maker.row(record.offset(), tell(record), run));
    }
    rows.add(maker.row(Evidence.AT_THE_END, "", run));
    return new Evidence(rows, run.supervisor().onDisk(), maker.sentence(verdict, why));
  }

  private static String tell(Appended record) {
    return SimulatedNode.tellRecord(record)
        + " @"
        + record.eventTime()
        + " input "
        + record.input()
        + " appended at "
        + record.appendTime();
  }

  private void compare(Expected expected, Outcome outcome) {
    Map<String, String> must = expected.outcome().lines();
    Map<String, String> is = outcome.lines();
    TreeSet<String> names = new TreeSet<>(must.keySet());
    names.addAll(is.keySet());
    for (String name : names) {
      String left = must.getOrDefault(name, MISSING);
      String right = is.getOrDefault(name, MISSING);
      boolean isFollowed = name.startsWith("followed ");
      if (isFollowed && left.equals(right)) {
        continue; // Told once, as the table.
      }
      long at = place(isFollowed ? name.substring("followed ".length()) : name, expected);
      put(wanted, at, name + "=" + left);
      put(found, at, name + "=" + right);
      if (!left.equals(right)) {
        differing.add(at);
        firstDifference.putIfAbsent(
            at == Evidence.AT_THE_END ? Long.MAX_VALUE : at,
            "%s is %s, and must be %s".formatted(name, right, left));
      }
    }
  }

  private static void put(Map<Long, List<String>> lane, long at, String line) {
    lane.computeIfAbsent(at, first -> new ArrayList<>()).add(line);
  }

  private static long place(String name, Expected expected) {
    Long known = expected.lineAt().get(name);
    Matcher matcher = NAMES_OFFSET.matcher(name);
    if (known != null) {
      return known;
    }
    return matcher.matches() ? Long.parseLong(matcher.group(1)) : Evidence.AT_THE_END;
  }

  private Row row(long offset, String record, Run run) {
    return new Row(
        offset,
        record,
        wanted.getOrDefault(offset, List.of()),
        found.getOrDefault(offset, List.of()),
        run.supervisor().happened().getOrDefault(offset, List.of()),
        differing.contains(offset));
  }

  private String sentence(Verdict verdict, String why) {
    return switch (verdict) {
      case EQUAL -> "State and published output are what they must be.";
      case REFUSED -> "The pipeline refused to start, as it may here: " + why;
      case REFUSED_WITHOUT_NEED ->
          "The pipeline refused to start, though all that it needs is there: " + why;
      case BROKE -> "The process ended, though nothing failed: " + why;
      case DID_NOT_END ->
          "One process after the other was started, and none came to the end of the log.";
      case DIFFERS, WRONG_UNDISTURBED -> difference();
    };
  }

  private String difference() {
    if (firstDifference.isEmpty()) {
      return "State and output equal a plain model, but not those of the undisturbed run.";
    }
    Map.Entry<Long, String> first = firstDifference.firstEntry();
    return (first.getKey() == Long.MAX_VALUE ? "At the end " : "At offset " + first.getKey() + " ")
        + first.getValue()
        + ".";
  }
}
