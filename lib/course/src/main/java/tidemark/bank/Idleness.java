package tidemark.bank;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import tidemark.check.MethodExercise;
import tidemark.check.Trap;
import tidemark.exercise.InputWatermark;

/**
 * {@code long withIdleness(List<InputWatermark> inputs, long now, long silence, long emitted)}: the
 * watermark at append time {@code now}, where {@code emitted} was emitted before. An input not
 * heard for {@code silence} or longer is idle and left out; with all of them idle it is the
 * greatest mark of all. It never goes back.
 */
final class Idleness implements MethodExercise<Idleness.Answer, Idleness.Flag> {
  interface Answer {
    long withIdleness(List<InputWatermark> inputs, long now, long silence, long emitted)
        throws Exception;
  }

  enum Flag {
    @Trap("emits the fastest input's mark, whoever is idle")
    FASTEST,
    @Trap("lets an idle input hold the watermark for ever")
    IDLE_HOLDS,
    @Trap("takes the fastest of the active inputs, not the slowest")
    FASTEST_ACTIVE,
    @Trap("judges idleness by the wall clock, not by append times")
    WALL_CLOCK,
    @Trap("calls an input idle only after more than the declared silence (> for ≥)")
    TOO_LATE,
    @Trap("leaves out an input that was never heard, before its silence is long enough")
    SILENT_LEFT_OUT,
    @Trap("leaves out an active input that is behind the watermark until it has caught up")
    WAKING_NOT_COUNTED,
    @Trap("lets an input that wakes up drag the watermark back")
    DRAGGED_BACK,
    @Trap("jumps to +∞ when all inputs are idle")
    ALL_IDLE_JUMPS,
    @Trap("leaves the watermark where it is when all inputs are idle, not at their greatest mark")
    ALL_IDLE_STANDS,
    @Trap(
        value = "takes the least mark of all when all inputs are idle, where it is the greatest",
        alone = true)
    ALL_IDLE_LEAST,
    @Trap(
        value = "emits the append time when all inputs are idle, which is no event time",
        alone = true)
    ALL_IDLE_NOW,
    @Trap(
        value = "emits 0 when all inputs are idle and nothing was emitted beyond it",
        alone = true)
    ALL_IDLE_0,
    @Trap(
        value = "fails when all inputs are idle, because the minimum of nothing is asked for",
        alone = true)
    ALL_IDLE_FAILS,
    @Trap(
        value =
            "takes the mark of the input that was heard last when all are idle, where it is the greatest mark",
        alone = true)
    ALL_IDLE_LAST_HEARD,
    @Trap(value = "takes the idle inputs for the active ones", alone = true)
    IDLE_FOR_ACTIVE,
    @Trap(
        value =
            "compares the append time with the mark, which is an event time, to see who is idle",
        alone = true)
    BY_EVENT_TIME,
    @Trap(value = "knows only the silence of the worked example, 10", alone = true)
    SILENCE_OF_THE_EXAMPLE,
    @Trap(value = "lets an input that was never heard hold the watermark for ever", alone = true)
    NEVER_HEARD_HOLDS,
    @Trap(
        value = "takes the lesser of the two watermarks, the one that was emitted and the new one",
        alone = true)
    LESSER,
    @Trap(value = "always emits what was emitted before", alone = true)
    STAYS
  }

  /** A time in 2023, in ms: every clock shows more today, and none shows {@link #FAR} yet. */
  private static final long WALL_CLOCK = 1_700_000_000_000L;

  /**
   * A start of append times in the year 2191, in ms: an answer that asks the wall clock finds no
   * input idle.
   */
  private static final long FAR = 7_000_000_000_000L;

  @Override
  public Declaration<Answer, Flag> declaration() {
    return new Declaration<>("04-idleness", 4, Answer.class, Flag.class);
  }

  @Override
  public Answer model(Set<Flag> flags) {
    Optional<Flag> slip = MethodExercise.alone(flags);
    if (slip.isPresent()) {
      return IdlenessSlips.model(slip.get());
    }
    return (inputs, now, silence, emitted) -> {
      if (flags.contains(Flag.FASTEST)) {
        return Math.max(emitted, allIdle(inputs, emitted, Set.of()));
      }
      List<Long> active = new ArrayList<>();
      for (InputWatermark input : inputs) {
        boolean never = flags.contains(Flag.SILENT_LEFT_OUT) && input.mark() == Long.MIN_VALUE;
        boolean behind = flags.contains(Flag.WAKING_NOT_COUNTED) && input.mark() < emitted;
        if (!idle(now - input.heardAt(), now, silence, flags) && !never && !behind) {
          active.add(input.mark());
        }
      }
      long combined = active.isEmpty() ? allIdle(inputs, emitted, flags) : of(active, flags);
      return flags.contains(Flag.DRAGGED_BACK) ? combined : Math.max(emitted, combined);
    };
  }

  private static boolean idle(long silent, long now, long silence, Set<Flag> flags) {
    boolean slowest = !flags.contains(Flag.FASTEST_ACTIVE);
    if (flags.contains(Flag.IDLE_HOLDS) && slowest) {
      return false;
    }
    if (flags.contains(Flag.WALL_CLOCK) && slowest) {
      return now < WALL_CLOCK;
    }
    return flags.contains(Flag.TOO_LATE) ? silent > silence : silent >= silence;
  }

  private static long of(List<Long> active, Set<Flag> flags) {
    LongStream marks = active.stream().mapToLong(mark -> mark);
    return (flags.contains(Flag.FASTEST_ACTIVE) ? marks.max() : marks.min()).orElseThrow();
  }

  private static long allIdle(List<InputWatermark> inputs, long emitted, Set<Flag> flags) {
    if (flags.contains(Flag.ALL_IDLE_JUMPS)) {
      return Long.MAX_VALUE;
    }
    if (flags.contains(Flag.ALL_IDLE_STANDS)) {
      return emitted;
    }
    return inputs.stream().mapToLong(InputWatermark::mark).max().orElseThrow();
  }

  @Override
  public List<List<Object>> examples() {
    return List.of(
        call(List.of(new InputWatermark("A", 9, 20), new InputWatermark("B", 1, 14)), 20, 1),
        call(List.of(new InputWatermark("A", 9, 20), new InputWatermark("B", 1, 10)), 20, 1),
        call(List.of(new InputWatermark("A", 5, 3), new InputWatermark("B", 4, 2)), 13, 4),
        call(List.of(new InputWatermark("A", 9, 12), new InputWatermark("B", 4, 30)), 30, 9),
        call(
            List.of(new InputWatermark("A", 9, 8), new InputWatermark("B", Long.MIN_VALUE, 0)),
            8,
            Long.MIN_VALUE));
  }

  private static List<Object> call(List<InputWatermark> inputs, long now, long emitted) {
    return List.of(inputs, now, 10L, emitted);
  }

  @Override
  public List<Object> probe(RandomGenerator random, int size) {
    long silence = 2 + Reach.length(random, 9);
    long moved = Reach.time(random);
    long now = (random.nextInt(4) == 0 ? FAR : 0) + 100 + random.nextLong(20);
    boolean allIdle = random.nextInt(4) == 0;
    long greatest = Long.MIN_VALUE;
    List<InputWatermark> inputs = new ArrayList<>();
    for (int i = 0; i < 2 + Math.min(size / 4, 2); i++) {
      long near = random.nextInt(6) == 0 ? 0 : random.nextLong(-20, 30);
      long mark = random.nextInt(5) == 0 ? Long.MIN_VALUE : moved + near;
      long silent = random.nextLong(3) * silence / 2;
      greatest = Math.max(greatest, mark);
      inputs.add(
          new InputWatermark(
              "ABCD".substring(i, i + 1),
              mark,
              now - (allIdle ? silence + random.nextLong(3) : silent)));
    }
    boolean nothing = greatest == Long.MIN_VALUE || random.nextInt(3) == 0;
    long emitted = nothing ? Long.MIN_VALUE : greatest - random.nextLong(15);
    return List.of(inputs, now, silence, emitted);
  }

  @Override
  public List<Twins<Flag>> twins() {
    List<Twins<Flag>> twins = new ArrayList<>();
    for (Flag flag : Flag.values()) {
      if (flag == Flag.FASTEST || MethodExercise.alone(Set.of(flag)).isPresent()) {
        continue;
      }
      twins.add(pair(Flag.FASTEST, flag, "the fastest of all does not ask who is idle"));
    }
    for (Flag flag :
        List.of(Flag.WALL_CLOCK, Flag.TOO_LATE, Flag.ALL_IDLE_JUMPS, Flag.ALL_IDLE_STANDS)) {
      twins.add(pair(Flag.IDLE_HOLDS, flag, "where nobody is ever idle, nobody asks who is"));
    }
    String held = "the fastest of the active ones is not held by an idle one";
    twins.add(pair(Flag.FASTEST_ACTIVE, Flag.IDLE_HOLDS, held));
    twins.add(pair(Flag.FASTEST_ACTIVE, Flag.WALL_CLOCK, held));
    twins.add(pair(Flag.WALL_CLOCK, Flag.TOO_LATE, "the wall clock is far off either way"));
    twins.add(
        pair(
            Flag.WAKING_NOT_COUNTED,
            Flag.DRAGGED_BACK,
            "nobody drags back who is not counted behind the watermark"));
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "all inputs are idle in one way", Flag.ALL_IDLE_JUMPS, Flag.ALL_IDLE_STANDS));
    return twins;
  }

  /** Both flags together behave like the first alone. */
  private static Twins<Flag> pair(Flag acts, Flag other, String reason) {
    return new Twins<>(Set.of(acts, other), Set.of(acts), reason);
  }
}
