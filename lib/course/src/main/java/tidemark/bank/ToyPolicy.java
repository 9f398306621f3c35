package tidemark.bank;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import tidemark.check.MethodExercise;
import tidemark.check.Trap;
import tidemark.exercise.ToyPolicyResult;

/**
 * {@code ToyPolicyResult toyPolicy(List<Long> timestamps, long bound)}: the declared toy policy
 * over timestamps in arrival order, from a watermark of −∞ ({@link Long#MIN_VALUE}). A timestamp
 * strictly below the watermark before it is late; then the watermark becomes max(timestamp seen) −
 * bound. The result lists what was on time, what was late, and the watermark after each arrival.
 */
final class ToyPolicy implements MethodExercise<ToyPolicy.Answer, ToyPolicy.Flag> {
  interface Answer {
    ToyPolicyResult toyPolicy(List<Long> timestamps, long bound) throws Exception;
  }

  enum Flag {
    @Trap("takes a timestamp at the watermark for late (≤ for <)")
    AT_THE_WATERMARK,
    @Trap("moves the watermark first, and then takes a timestamp at or below it for late")
    AFTER_THE_UPDATE,
    @Trap("takes an event for late only when its window of 10 is over, which is another policy")
    WINDOW_CLOSED,
    @Trap("moves the watermark by the whole batch before it judges the first arrival")
    BATCH_FIRST,
    @Trap("lets the watermark go back when an older timestamp arrives")
    GOES_BACK,
    @Trap("starts the watermark at 0, not at −∞")
    STARTS_AT_0,
    @Trap("starts the maximum at 0, so that negative timestamps do not count for it")
    MAXIMUM_FROM_0,
    @Trap(
        "subtracts the bound from −∞, which wraps round to a huge watermark, so that the first arrival is late")
    WRAPS,
    @Trap(
        "starts with −∞ minus the bound, which wraps round to a huge watermark, so that every arrival is late")
    WRAPS_FOR_EVER,
    @Trap("gives the watermark before each arrival, not after it")
    BEFORE_EACH,
    @Trap("puts the watermark from before the first arrival into the list too")
    START_IN_LIST,
    @Trap("reports Flink's number, one less than this policy's watermark")
    FLINKS_NUMBER,
    @Trap("keeps Flink's watermark, one less, and still asks for < where Flink's rule is ≤")
    FLINKS_WATERMARK,
    @Trap("judges lateness against the maximum seen, without the bound")
    WITHOUT_BOUND,
    @Trap("counts late events as on time too")
    LATE_ALSO_COUNTED,
    @Trap("drops late events without a trace")
    LATE_DROPPED,
    @Trap(value = "knows only the bound of the worked example, 3", alone = true)
    BOUND_OF_THE_EXAMPLE,
    @Trap(
        value = "subtracts the bound once more when it judges, so that late events pass",
        alone = true)
    BOUND_TWICE,
    @Trap(value = "adds the bound, where it should be subtracted", alone = true)
    BOUND_ADDED,
    @Trap(
        value = "forgets the bound: it judges by the greatest timestamp, and reports that",
        alone = true)
    WITHOUT_ANY_BOUND,
    @Trap(
        value = "judges rightly, and then reports the greatest timestamp, without the bound",
        alone = true)
    REPORTS_MAXIMUM,
    @Trap(
        value = "judges rightly, and then subtracts the bound once more from what it reports",
        alone = true)
    REPORTS_BOUND_TWICE,
    @Trap(value = "has on time and late the wrong way round", alone = true)
    LATE_FOR_ON_TIME,
    @Trap(
        value = "gives no watermark after a late arrival, where one after each is asked for",
        alone = true)
    NO_WATERMARK_FOR_LATE,
    @Trap(
        value =
            "gives a watermark only where it has moved, where one after each arrival is asked for",
        alone = true)
    ONLY_CHANGES,
    @Trap(
        value = "gives only the last watermark, where one after each arrival is asked for",
        alone = true)
    ONLY_THE_LAST,
    @Trap(value = "sorts the timestamps first, so that none is ever late", alone = true)
    SORTED_FIRST,
    @Trap(
        value =
            "takes the greatest timestamp of the whole list, even of arrivals that are still to come",
        alone = true)
    LOOKS_AHEAD,
    @Trap(
        value = "takes the lesser of the two numbers, so that the watermark stays at −∞",
        alone = true)
    LESSER,
    @Trap(
        value = "follows the last event that was on time, even back (max is missing)",
        alone = true)
    LAST_ON_TIME,
    @Trap(
        value = "starts the watermark at −1, the first one of the worked example, not at −∞",
        alone = true)
    STARTS_AT_MINUS_1,
    @Trap(
        value = "starts the watermark at minus the bound, as if a 0 had arrived, not at −∞",
        alone = true)
    STARTS_AT_MINUS_BOUND,
    @Trap(
        value = "starts the watermark at Integer.MIN_VALUE, which is not the least long",
        alone = true)
    STARTS_IN_INT,
    @Trap(
        value = "starts the watermark at the first timestamp, without the bound, not at −∞",
        alone = true)
    STARTS_AT_THE_FIRST
  }

  private final Declaration<Answer, Flag> declaration;

  ToyPolicy() {
    this("03-toy-policy", 6);
  }

  /** The same under another id: notebook 10 asks it again. */
  ToyPolicy(String id, int points) {
    declaration = new Declaration<>(id, points, Answer.class, Flag.class);
  }

  @Override
  public Declaration<Answer, Flag> declaration() {
    return declaration;
  }

  @Override
  public Answer model(Set<Flag> flags) {
    Optional<Flag> slip = MethodExercise.alone(flags);
    if (slip.isPresent()) {
      return ToyPolicySlips.model(slip.get());
    }
    return (timestamps, bound) -> {
      List<Long> watermarks = watermarks(timestamps, bound, flags);
      ToyPolicyResult result =
          new ToyPolicyResult(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
      if (flags.contains(Flag.START_IN_LIST)) {
        result.watermarks().add(watermarks.get(0));
      }
      for (int i = 0; i < timestamps.size(); i++) {
        int seen = flags.contains(Flag.BATCH_FIRST) ? timestamps.size() : i;
        long timestamp = timestamps.get(i);
        boolean after = flags.contains(Flag.AFTER_THE_UPDATE) && seen == i;
        if (!late(timestamp, seen, watermarks.get(after ? i + 1 : seen), flags, bound)) {
          result.onTime().add(timestamp);
        } else {
          if (flags.contains(Flag.LATE_ALSO_COUNTED)) {
            result.onTime().add(timestamp);
          }
          if (!flags.contains(Flag.LATE_DROPPED)) {
            result.late().add(timestamp);
          }
        }
        boolean before = flags.contains(Flag.BATCH_FIRST) || flags.contains(Flag.BEFORE_EACH);
        long reported = watermarks.get(before ? seen : i + 1);
        result.watermarks().add(flags.contains(Flag.FLINKS_NUMBER) ? reported - 1 : reported);
      }
      return result;
    };
  }

  private static boolean late(
      long timestamp, int seen, long watermark, Set<Flag> flags, long bound) {
    if (flags.contains(Flag.WRAPS) && seen == 0 && !flags.contains(Flag.STARTS_AT_0)) {
      return bound > 0;
    }
    long limit =
        flags.contains(Flag.WITHOUT_BOUND) && seen > 0 && watermark != Long.MIN_VALUE
            ? watermark + bound
            : watermark;
    if (flags.contains(Flag.WINDOW_CLOSED)) {
      return (Math.floorDiv(timestamp, 10) + 1) * 10 <= limit;
    }
    boolean after = flags.contains(Flag.AFTER_THE_UPDATE) && !flags.contains(Flag.BATCH_FIRST);
    boolean atIsLate = after || flags.contains(Flag.AT_THE_WATERMARK);
    if (flags.contains(Flag.FLINKS_WATERMARK)) {
      return timestamp < limit;
    }
    return atIsLate ? timestamp <= limit : timestamp < limit;
  }

  /** The watermark before the first arrival, and after each. */
  private static List<Long> watermarks(List<Long> timestamps, long bound, Set<Flag> flags) {
    List<Long> watermarks = new ArrayList<>();
    boolean stays = flags.contains(Flag.WRAPS_FOR_EVER) && !flags.contains(Flag.WRAPS);
    long unknown = stays ? Long.MIN_VALUE - bound : Long.MIN_VALUE;
    watermarks.add(flags.contains(Flag.STARTS_AT_0) ? 0 : unknown);
    for (long timestamp : timestamps) {
      long before = watermarks.get(watermarks.size() - 1);
      long greatest = flags.contains(Flag.MAXIMUM_FROM_0) ? Math.max(0, timestamp) : timestamp;
      long now = greatest - bound - (flags.contains(Flag.FLINKS_WATERMARK) ? 1 : 0);
      boolean back = flags.contains(Flag.GOES_BACK) && !flags.contains(Flag.WRAPS_FOR_EVER);
      watermarks.add(back ? now : Math.max(before, now));
    }
    return watermarks;
  }

  @Override
  public List<List<Object>> examples() {
    return List.of(
        List.of(List.of(2L, 12L, 4L), 3L),
        List.of(List.of(), 3L),
        List.of(List.of(12L, 9L, 8L), 3L),
        List.of(List.of(-20L, -25L, -5L), 2L),
        // At the watermark and one below it, with numbers that a float cannot hold.
        List.of(
            List.of((1L << 40) + 1, (1L << 40) - (1L << 30), (1L << 40) - (1L << 30) - 1),
            (1L << 30) + 1));
  }

  @Override
  public List<Object> probe(RandomGenerator random, int size) {
    List<Long> timestamps = new ArrayList<>();
    long now = Reach.time(random) + random.nextLong(-10, 10);
    for (int i = random.nextInt(size + 1); i >= 0; i--) {
      now += random.nextLong(-1, 5);
      timestamps.add(now - (random.nextInt(3) == 0 ? random.nextLong(8) : 0));
    }
    return List.of(timestamps, Reach.length(random, 6));
  }

  @Override
  public List<Twins<Flag>> twins() {
    List<Twins<Flag>> twins =
        MethodExercise.onlyTheFirstActs(
            "a watermark starts in one way", Flag.STARTS_AT_0, Flag.WRAPS, Flag.WRAPS_FOR_EVER);
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "where the batch comes first, nothing is judged by the first watermark",
            Flag.BATCH_FIRST,
            Flag.WRAPS));
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "where the batch comes first, no arrival moves the watermark",
            Flag.BATCH_FIRST,
            Flag.BEFORE_EACH));
    twins.add(
        new Twins<>(
            Set.of(Flag.GOES_BACK, Flag.WRAPS_FOR_EVER),
            Set.of(Flag.WRAPS_FOR_EVER),
            "for ever: a watermark that goes back would be huge for the first arrival only"));
    twins.add(
        new Twins<>(
            Set.of(Flag.AT_THE_WATERMARK, Flag.AFTER_THE_UPDATE),
            Set.of(Flag.AFTER_THE_UPDATE),
            "after the update it is ≤ as well"));
    twins.add(
        new Twins<>(
            Set.of(Flag.AFTER_THE_UPDATE, Flag.BATCH_FIRST),
            Set.of(Flag.BATCH_FIRST),
            "after the whole batch is after the update"));
    for (Flag rule : List.of(Flag.AT_THE_WATERMARK, Flag.AFTER_THE_UPDATE)) {
      twins.add(
          new Twins<>(
              Set.of(rule, Flag.WINDOW_CLOSED),
              Set.of(Flag.WINDOW_CLOSED),
              "an event's own timestamp is not looked at where its window decides"));
      twins.add(
          new Twins<>(
              Set.of(rule, Flag.FLINKS_WATERMARK),
              Set.of(Flag.FLINKS_WATERMARK),
              "it is the < that makes Flink's watermark a mistake"));
    }
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "a watermark that starts at 0 does not move below it",
            Flag.STARTS_AT_0,
            Flag.MAXIMUM_FROM_0));
    return twins;
  }

  @Override
  public List<ComparedValue> compared(List<Object> arguments, Object expected, Object yours) {
    return ToyComparison.of(
        (List<?>) arguments.get(0), (ToyPolicyResult) expected, (ToyPolicyResult) yours);
  }
}
