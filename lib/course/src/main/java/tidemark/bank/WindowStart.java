package tidemark.bank;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import tidemark.check.MethodExercise;
import tidemark.check.Trap;

/**
 * {@code long windowStart(long timestamp, long size)}: the start of the tumbling window [start,
 * start + size) that contains the timestamp; also before 0.
 */
final class WindowStart implements MethodExercise<WindowStart.Answer, WindowStart.Flag> {
  interface Answer {
    long windowStart(long timestamp, long size) throws Exception;
  }

  enum Flag {
    @Trap("refuses timestamps before 0")
    REFUSES_NEGATIVE,
    @Trap("starts no window before 0")
    CLAMPS,
    @Trap("rounds towards 0, where the start of a window is always rounded down")
    TRUNCATES,
    @Trap("goes one window down for every timestamp before 0, even for one on an edge")
    ALWAYS_ONE_DOWN,
    @Trap(
        "closes windows at their end, (start, end], so that a timestamp on an edge falls one window too low")
    CLOSED_AT_THE_END,
    @Trap("gives the number of the window, not its start")
    NUMBER,
    @Trap("gives the end of the window, not its start")
    END,
    @Trap(
        value = "gives the place of the timestamp in its window, not the start of the window",
        alone = true)
    PLACE_IN_WINDOW,
    @Trap(
        value = "rounds to the nearest edge, which for the second half of a window is its end",
        alone = true)
    NEAREST_EDGE,
    @Trap(value = "adds the remainder, where it should be subtracted", alone = true)
    ADDS_THE_REST,
    @Trap(value = "subtracts the remainder without its sign, which is wrong below 0", alone = true)
    REST_WITHOUT_SIGN,
    @Trap(
        value =
            "drops the sign of the timestamp, so that times before 0 fall into windows after it",
        alone = true)
    WITHOUT_SIGN,
    @Trap(value = "gives the window right below 0 for every timestamp before 0", alone = true)
    ONE_WINDOW_BELOW_0,
    @Trap(
        value = "subtracts the size from the timestamp, which gives a window for each timestamp",
        alone = true)
    ONE_SIZE_BEFORE,
    @Trap(value = "knows only windows of 10, the size of the worked example", alone = true)
    SIZE_OF_THE_EXAMPLE,
    @Trap(value = "keeps the start in an int, which cannot hold more than 2³¹ − 1", alone = true)
    IN_INT
  }

  @Override
  public Declaration<Answer, Flag> declaration() {
    return new Declaration<>("03-window-start", 2, Answer.class, Flag.class);
  }

  @Override
  public Answer model(Set<Flag> flags) {
    Optional<Flag> slip = MethodExercise.alone(flags);
    if (slip.isPresent()) {
      return WindowStartSlips.model(slip.get());
    }
    return (timestamp, size) -> {
      if (flags.contains(Flag.REFUSES_NEGATIVE) && timestamp < 0) {
        throw new IllegalArgumentException("negative");
      }
      long within = flags.contains(Flag.CLOSED_AT_THE_END) ? timestamp - 1 : timestamp;
      long number = flags.contains(Flag.TRUNCATES) ? within / size : Math.floorDiv(within, size);
      if (flags.contains(Flag.ALWAYS_ONE_DOWN) && within < 0) {
        number = within / size - 1;
      }
      long start = flags.contains(Flag.CLAMPS) ? Math.max(0, number) : number;
      long end = start + (flags.contains(Flag.END) ? 1 : 0);
      return flags.contains(Flag.NUMBER) ? end : end * size;
    };
  }

  @Override
  public List<List<Object>> examples() {
    return List.of(
        List.of(9L, 10L),
        List.of(10L, 10L),
        List.of(-1L, 10L),
        List.of(-10L, 10L),
        List.of(-24L, 7L),
        List.of(0L, 10L),
        List.of(1L, 10L));
  }

  @Override
  public List<Object> probe(RandomGenerator random, int size) {
    long width = 2 + Reach.length(random, 5L * size);
    long reach = width > 5L * size + 2 ? 4 * width : 20L * size;
    long timestamp = Reach.time(random) + random.nextLong(-reach, reach);
    long edge = timestamp / width * width;
    if (width > reach / 5 && random.nextInt(8) == 0) {
      return List.of(edge - (1L << 32), width); // Before an edge by what is 0 as an int.
    }
    return List.of(random.nextInt(4) == 0 ? edge : timestamp, width);
  }

  @Override
  public List<Twins<Flag>> twins() {
    List<Twins<Flag>> twins =
        MethodExercise.onlyTheFirstActs(
            "where nothing before 0 is taken, clamping changes the timestamp 0 at most under (start, end]",
            Flag.REFUSES_NEGATIVE,
            Flag.CLAMPS);
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "below 0 both give the window at 0", Flag.CLAMPS, Flag.TRUNCATES));
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "from 0 on, truncating is right", Flag.REFUSES_NEGATIVE, Flag.TRUNCATES));
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "from 0 on, nothing goes down", Flag.REFUSES_NEGATIVE, Flag.ALWAYS_ONE_DOWN));
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "below 0 both end at the window at 0", Flag.CLAMPS, Flag.ALWAYS_ONE_DOWN));
    twins.add(
        new Twins<>(
            Set.of(Flag.TRUNCATES, Flag.ALWAYS_ONE_DOWN),
            Set.of(Flag.ALWAYS_ONE_DOWN),
            "whoever goes one window down has truncated before"));
    return twins;
  }
}
