package tidemark.bank;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import tidemark.check.MethodExercise;
import tidemark.check.Trap;
import tidemark.exercise.Arrival;
import tidemark.exercise.ToyPolicyResult;

/**
 * {@code ToyPolicyResult combine(List<String> inputs, List<Arrival> arrivals, long bound)}: the toy
 * policy over several inputs, none of them ever idle. Each input's own mark is its greatest
 * timestamp minus the bound, −∞ before its first; the watermark is the least of all marks.
 */
final class Combine implements MethodExercise<Combine.Answer, Combine.Flag> {
  interface Answer {
    ToyPolicyResult combine(List<String> inputs, List<Arrival> arrivals, long bound)
        throws Exception;
  }

  enum Flag {
    @Trap("emits the fastest input's mark, not the least")
    FASTEST,
    @Trap("emits the mark of whichever input spoke last")
    LAST_SPEAKER,
    @Trap("leaves out an input until it speaks, so that its first event drags the watermark back")
    SILENT_LEFT_OUT,
    @Trap("leaves out an input until it speaks, and then only keeps the watermark from going back")
    SILENT_LEFT_OUT_BUT_HELD,
    @Trap("judges an arrival by its own input's mark only, not by the common watermark")
    OWN_INPUT_ONLY,
    @Trap("lets an input's own mark go back when an older timestamp arrives")
    MARK_GOES_BACK,
    @Trap("takes a timestamp at the watermark for late (≤ for <)")
    AT_THE_WATERMARK,
    @Trap("starts every mark at 0, not at −∞")
    STARTS_AT_0,
    @Trap("subtracts the bound from −∞, which wraps round to a huge watermark")
    WRAPS,
    @Trap("drops late events without a trace")
    LATE_DROPPED,
    @Trap(value = "judges the first arrival by a watermark of 0, not of −∞", alone = true)
    FIRST_JUDGED_BY_0,
    @Trap(value = "has on time and late the wrong way round", alone = true)
    LATE_FOR_ON_TIME,
    @Trap(value = "counts late events as on time too", alone = true)
    LATE_ALSO_ON_TIME,
    @Trap(
        value = "passes over a late event: it moves no mark and no watermark is given after it",
        alone = true)
    LATE_DOES_NOT_COUNT,
    @Trap(value = "knows only the bound of the worked example, 3", alone = true)
    BOUND_OF_THE_EXAMPLE,
    @Trap(value = "forgets the bound", alone = true)
    WITHOUT_BOUND,
    @Trap(
        value = "takes the least mark that there ever was, so that the watermark never rises",
        alone = true)
    NEVER_RISES,
    @Trap(
        value = "emits the mark of the input that has just spoken until all inputs are heard",
        alone = true)
    OWN_UNTIL_ALL,
    @Trap(value = "emits 0 until all inputs are heard, where the watermark is −∞", alone = true)
    ZERO_UNTIL_ALL,
    @Trap(value = "gives the watermark before each arrival, not after it", alone = true)
    BEFORE_EACH,
    @Trap(
        value = "judges rightly, and then reports the mark of the input that has just spoken",
        alone = true)
    REPORTS_OWN,
    @Trap(
        value =
            "gives no watermark while it is still −∞, where one after each arrival is asked for",
        alone = true)
    ONLY_KNOWN,
    @Trap(value = "reports Flink's number, one less than this policy's watermark", alone = true)
    FLINKS_NUMBER
  }

  @Override
  public Declaration<Answer, Flag> declaration() {
    return new Declaration<>("04-combine", 4, Answer.class, Flag.class);
  }

  @Override
  public Answer model(Set<Flag> flags) {
    Optional<Flag> slip = MethodExercise.alone(flags);
    if (slip.isPresent()) {
      return CombineSlips.model(slip.get());
    }
    return (inputs, arrivals, bound) -> {
      ToyPolicyResult result =
          new ToyPolicyResult(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
      long start = flags.contains(Flag.STARTS_AT_0) ? 0 : Long.MIN_VALUE;
      Map<String, Long> marks = new LinkedHashMap<>();
      inputs.forEach(input -> marks.put(input, start));
      List<String> speakers = new ArrayList<>();
      long watermark = start;
      for (Arrival arrival : arrivals) {
        long own = marks.getOrDefault(arrival.input(), start);
        long limit = flags.contains(Flag.OWN_INPUT_ONLY) ? own : watermark;
        boolean ties = flags.contains(Flag.AT_THE_WATERMARK) && arrival.timestamp() == limit;
        if (arrival.timestamp() >= limit && !ties) {
          result.onTime().add(arrival.timestamp());
        } else if (!flags.contains(Flag.LATE_DROPPED)) {
          result.late().add(arrival.timestamp());
        }
        speakers.add(arrival.input());
        long mark = arrival.timestamp() - bound;
        boolean back = flags.contains(Flag.MARK_GOES_BACK);
        marks.put(arrival.input(), back ? mark : Math.max(own, mark));
        long combined = emitted(marks, speakers, watermark, flags);
        boolean wraps = flags.contains(Flag.WRAPS) && combined == Long.MIN_VALUE;
        watermark = wraps ? Long.MIN_VALUE - bound : combined;
        result.watermarks().add(watermark);
      }
      return result;
    };
  }

  private static long emitted(
      Map<String, Long> marks, List<String> speakers, long before, Set<Flag> flags) {
    if (flags.contains(Flag.FASTEST)) {
      return Collections.max(marks.values());
    }
    List<Long> ofHeard = speakers.stream().map(input -> marks.getOrDefault(input, before)).toList();
    if (flags.contains(Flag.LAST_SPEAKER)) {
      return ofHeard.get(ofHeard.size() - 1);
    }
    if (flags.contains(Flag.SILENT_LEFT_OUT)) {
      return Collections.min(ofHeard);
    }
    return flags.contains(Flag.SILENT_LEFT_OUT_BUT_HELD)
        ? Math.max(before, Collections.min(ofHeard))
        : Collections.min(marks.values());
  }

  @Override
  public List<List<Object>> examples() {
    return List.of(
        call(3, "A=2 A=12 B=4", "A", "B"),
        call(3, "A=2 A=12", "A", "B"),
        call(0, "A=5 B=8 A=3 A=7 B=6 A=7", "A", "B"),
        call(2, "B=-20 A=-25 B=-5 A=-24 A=-30", "A", "B"));
  }

  private static List<Object> call(long bound, String arrivals, String... inputs) {
    return List.of(List.of(inputs), Arrival.history(arrivals), bound);
  }

  @Override
  public List<Object> probe(RandomGenerator random, int size) {
    List<String> inputs = List.of("A", "B", "C").subList(0, 2 + random.nextInt(2));
    int speaking = random.nextInt(4) == 0 ? inputs.size() - 1 : inputs.size();
    List<Arrival> arrivals = new ArrayList<>();
    long now = Reach.time(random) + random.nextLong(-12, 8);
    for (int i = random.nextInt(size + 2); i >= 0; i--) {
      now += random.nextLong(-1, 5);
      int input = random.nextInt(speaking);
      long behind = input * 2L + (random.nextInt(3) == 0 ? random.nextLong(8) : 0);
      arrivals.add(new Arrival(inputs.get(input), now - behind));
    }
    return List.of(inputs, arrivals, Reach.length(random, 5));
  }

  @Override
  public List<Twins<Flag>> twins() {
    List<Twins<Flag>> twins =
        MethodExercise.onlyTheFirstActs(
            "one mark is emitted",
            Flag.FASTEST,
            Flag.LAST_SPEAKER,
            Flag.SILENT_LEFT_OUT,
            Flag.SILENT_LEFT_OUT_BUT_HELD);
    for (Flag flag :
        List.of(
            Flag.FASTEST,
            Flag.LAST_SPEAKER,
            Flag.SILENT_LEFT_OUT,
            Flag.SILENT_LEFT_OUT_BUT_HELD,
            Flag.STARTS_AT_0)) {
      twins.addAll(
          MethodExercise.onlyTheFirstActs("where no −∞ is emitted, none wraps", flag, Flag.WRAPS));
    }
    return twins;
  }

  @Override
  public List<ComparedValue> compared(List<Object> arguments, Object expected, Object yours) {
    return ToyComparison.of(
        (List<?>) arguments.get(1), (ToyPolicyResult) expected, (ToyPolicyResult) yours);
  }
}
