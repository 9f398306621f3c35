package tidemark.bank;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tidemark.check.Counterexample;
import tidemark.check.MethodExercise.ComparedValue;
import tidemark.check.Variant;
import tidemark.exercise.Arrival;
import tidemark.exercise.KeyedRecord;
import tidemark.time.EventTime;

/**
 * {@code String unsafeWatermark()}: a history of arrivals, {@code A=2 A=12 B=4}, on which a record
 * is late under the fastest input's watermark, but counted under the watermark of every input. The
 * bound is 3, or a variant's own; the inputs are those in the history, all known from the start,
 * none ever idle.
 */
record UnsafeWatermark(String id, int points, long bound, @Nullable Target target)
    implements Counterexample {
  interface Answer {
    String unsafeWatermark() throws Exception;
  }

  /** What notebook 04 shows: a history that begins like one of these is no work of one's own. */
  private static final List<List<Long>> SHOWN =
      List.of(
          shape(Arrival.history("A=2 A=12 B=4")),
          shape(Arrival.history("A=2 B=1 A=12 B=4 A=15 B=9 A=21 B=16 A=22")),
          shape(Arrival.history("A=2 B=1 A=12 A=15 A=18 A=21 A=24 B=9 A=27 B=26")));

  /** The two watermarks that an arrival met. */
  private record Met(Arrival arrival, long every, long fastest) {
    boolean lateUnderEvery() {
      return arrival.timestamp() < every;
    }

    boolean lateUnderFastest() {
      return arrival.timestamp() < fastest;
    }

    boolean differs() {
      return lateUnderFastest() && !lateUnderEvery();
    }

    /**
     * A line of the comparison. The two watermarks stand in its name, so that the line is marked
     * only if the record's fate differs.
     */
    ComparedValue value() {
      String meets = EventTime.format(every) + " and " + EventTime.format(fastest);
      return new ComparedValue(
          arrival + ", meets " + meets, fate(lateUnderEvery()), fate(lateUnderFastest()));
    }

    private static String fate(boolean late) {
      return late ? "late" : "counted";
    }
  }

  /** The exercise as notebook 04 has it. */
  UnsafeWatermark() {
    this("04-counterexample-watermark", 5, 3, null);
  }

  /** The same for notebook 10, where a variant gives the bound and the record that must be late. */
  static Varied again(String id, Variant variant) {
    long bound = variant.number(id + ".bound", 3, 2, 9);
    Target target = Target.of(id, variant);
    return new Varied(
        new UnsafeWatermark(id, 2, bound, target),
        Map.of(
            id + ".bound",
            bound + "",
            id + ".asked",
            target == null
                ? "makes a record late that the every-input rule **counts**."
                : "makes the record `%s` late, which the every-input rule **counts**."
                    .formatted(target)));
  }

  @Override
  public Class<?> signature() {
    return Answer.class;
  }

  @Override
  public String asks() {
    return "return a history of arrivals, written A=1 B=2, on which the fastest input's watermark"
        + " makes a record late that the every-input rule counts."
        + (target == null
            ? ""
            : " That record must be " + target + ", the bound is " + bound + ".");
  }

  @Override
  public String comparedBy() {
    return "arrival";
  }

  @Override
  public Trial run(String history) {
    List<Arrival> arrivals = Arrival.history(history);
    List<Met> met = met(arrivals);
    List<String> missing = new ArrayList<>();
    if (arrivals.stream().map(Arrival::input).distinct().count() < 2) {
      missing.add("Only one input speaks. Then the fastest is the slowest too.");
    } else if (met.stream().noneMatch(Met::lateUnderFastest)) {
      missing.add(
          "No record is late, not even under the fastest input's watermark. One has to come when"
              + " another input is more than "
              + bound
              + " ahead of it already.");
    } else if (met.stream().noneMatch(Met::differs)) {
      missing.add(
          "What is late under the fastest input's watermark is late under every input's too: all"
              + " inputs had passed it by more than "
              + bound
              + " when it came. One of them must still be behind.");
    }
    if (missing.isEmpty()
        && target != null
        && met.stream().noneMatch(each -> each.differs() && target.is(each.arrival()))) {
      missing.add("A record is late, but it must be " + target + ".");
    }
    boolean worked = missing.isEmpty() && shown(shape(arrivals));
    if (worked) {
      missing.add(
          "This is a worked example of notebook 04 with other names, or it begins like one. Find"
              + " one of your own.");
    }
    List<ComparedValue> values = met.stream().map(Met::value).toList();
    return new Trial(missing, values, Pictures.tape(KeyedRecord.history(history)).html(), worked);
  }

  private List<Met> met(List<Arrival> arrivals) {
    Map<String, Long> marks = new LinkedHashMap<>();
    arrivals.forEach(arrival -> marks.put(arrival.input(), Long.MIN_VALUE));
    List<Met> met = new ArrayList<>();
    for (Arrival arrival : arrivals) {
      long every = Collections.min(marks.values());
      met.add(new Met(arrival, every, Collections.max(marks.values())));
      marks.merge(arrival.input(), arrival.timestamp() - bound, Math::max);
    }
    return met;
  }

  /** Whether one begins with the other: something shown, and what was handed in. */
  private static boolean shown(List<Long> shape) {
    return SHOWN.stream()
        .anyMatch(
            each -> {
              int both = Math.min(each.size(), shape.size());
              return each.subList(0, both).equals(shape.subList(0, both));
            });
  }

  /** The history without its names and moved to one place in time, to recognise what was shown. */
  private static List<Long> shape(List<Arrival> arrivals) {
    Map<String, Long> names = new LinkedHashMap<>();
    List<Long> shape = new ArrayList<>();
    for (Arrival arrival : arrivals) {
      shape.add(names.computeIfAbsent(arrival.input(), input -> (long) names.size()));
      shape.add(arrival.timestamp() - arrivals.get(0).timestamp());
    }
    return shape;
  }
}
