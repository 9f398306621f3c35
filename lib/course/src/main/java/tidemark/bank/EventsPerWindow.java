package tidemark.bank;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import tidemark.check.MethodExercise;
import tidemark.check.Trap;
import tidemark.exercise.ToyPolicyResult;

/**
 * {@code Map<Long, Long> eventsPerWindow(ToyPolicyResult result, long size)}: how many events were
 * on time in each tumbling window [start, start + size), by its start; windows without any are left
 * out.
 */
final class EventsPerWindow
    implements MethodExercise<EventsPerWindow.Answer, EventsPerWindow.Flag> {
  interface Answer {
    Map<Long, Long> eventsPerWindow(ToyPolicyResult result, long size) throws Exception;
  }

  enum Flag {
    @Trap("counts late events too")
    LATE_ALSO_COUNTED,
    @Trap("rounds towards 0, so that the windows on both sides of 0 become one")
    TRUNCATES,
    @Trap("closes windows at their end, (start, end]")
    CLOSED_AT_THE_END,
    @Trap("counts an event on the edge between two windows in both")
    IN_BOTH,
    @Trap("uses the number of the window as key")
    NUMBER,
    @Trap("uses the end of the window as key")
    END,
    @Trap("always puts 1, where the events of a window should be counted")
    ALWAYS_ONE,
    @Trap("counts equal timestamps once")
    DISTINCT,
    @Trap("counts only windows that the watermark has passed, where nothing was asked about firing")
    FIRED_ONLY,
    @Trap("puts windows without events into the map")
    EMPTY_WINDOWS,
    @Trap(
        value =
            "puts a 0 for a window that has late events only: a window without counted events is not in the map",
        alone = true)
    ZERO_FOR_ONLY_LATE,
    @Trap(value = "counts the watermarks, and not the events that were on time", alone = true)
    COUNTS_WATERMARKS,
    @Trap(value = "counts the late events, and not those that were on time", alone = true)
    ONLY_LATE,
    @Trap(value = "uses the timestamp as key, and not the start of its window", alone = true)
    TIMESTAMP,
    @Trap(
        value = "uses the place of the event in its window as key, and not the start of the window",
        alone = true)
    PLACE_IN_WINDOW,
    @Trap(value = "knows only windows of 10, the size of the example", alone = true)
    SIZE_OF_THE_EXAMPLE,
    @Trap(
        value = "rounds to the nearest edge, which for the second half of a window is its end",
        alone = true)
    NEAREST_EDGE,
    @Trap(value = "adds the timestamps up, and does not count them", alone = true)
    ADDS_TIMESTAMPS,
    @Trap(value = "starts each count at 1 before it adds the first event", alone = true)
    STARTS_AT_2,
    @Trap(
        value = "puts 0 for the first event of a window, so that each count is one too low",
        alone = true)
    STARTS_AT_0,
    @Trap(value = "leaves out events before 0", alone = true)
    NO_NEGATIVE,
    @Trap(value = "puts a 0 into the map where there are no events at all", alone = true)
    ZERO_WITHOUT_EVENTS
  }

  private final Declaration<Answer, Flag> declaration;

  EventsPerWindow() {
    this("03-events-per-window", 3);
  }

  /** The same under another id: notebook 10 asks it again. */
  EventsPerWindow(String id, int points) {
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
      return EventsPerWindowSlips.model(slip.get());
    }
    return (result, size) -> {
      List<Long> timestamps = new ArrayList<>(result.onTime());
      if (flags.contains(Flag.LATE_ALSO_COUNTED)) {
        timestamps.addAll(result.late());
      }
      TreeMap<Long, Long> counts = new TreeMap<>();
      for (long timestamp :
          flags.contains(Flag.DISTINCT) ? new LinkedHashSet<>(timestamps) : timestamps) {
        long number = number(timestamp, size, flags);
        count(number, counts, flags);
        if (flags.contains(Flag.IN_BOTH) && Math.floorMod(timestamp, size) == 0) {
          count(number + (flags.contains(Flag.CLOSED_AT_THE_END) ? 1 : -1), counts, flags);
        }
      }
      if (flags.contains(Flag.EMPTY_WINDOWS) && !counts.isEmpty()) {
        for (long number = counts.firstKey(); number < counts.lastKey(); number++) {
          counts.putIfAbsent(number, 0L);
        }
      }
      if (flags.contains(Flag.FIRED_ONLY)) {
        counts.keySet().removeIf(number -> (number + 1) * size > result.watermark());
      }
      Map<Long, Long> byKey = new TreeMap<>();
      long shift = flags.contains(Flag.END) ? 1 : 0;
      long factor = flags.contains(Flag.NUMBER) ? 1 : size;
      counts.forEach((number, count) -> byKey.put((number + shift) * factor, count));
      return byKey;
    };
  }

  private static void count(long number, Map<Long, Long> counts, Set<Flag> flags) {
    counts.merge(number, 1L, (count, one) -> flags.contains(Flag.ALWAYS_ONE) ? one : count + one);
  }

  private static long number(long timestamp, long size, Set<Flag> flags) {
    long within = flags.contains(Flag.CLOSED_AT_THE_END) ? timestamp - 1 : timestamp;
    return flags.contains(Flag.TRUNCATES) ? within / size : Math.floorDiv(within, size);
  }

  @Override
  public List<List<Object>> examples() {
    return List.of(
        List.of(new ToyPolicyResult(List.of(2L, 12L), List.of(4L), List.of(-1L, 9L, 9L)), 10L),
        List.of(new ToyPolicyResult(List.of(), List.of(), List.of()), 10L),
        List.of(new ToyPolicyResult(List.of(-1L, 1L, 10L), List.of(), List.of(-4L, -2L, 7L)), 10L));
  }

  @Override
  public List<Object> probe(RandomGenerator random, int size) {
    List<Object> arrivals = new ToyPolicy().probe(random, size);
    @SuppressWarnings("unchecked") // The toy policy's own probe.
    List<Long> timestamps = (List<Long>) arrivals.get(0);
    long width = 2 + Reach.length(random, 9);
    long edge = random.nextLong(-4000, 4000) * width;
    long moved = random.nextInt(3) == 0 ? edge - timestamps.get(0) : 0; // to an edge
    try {
      ToyPolicyResult result =
          new ToyPolicy()
              .model(Set.of())
              .toyPolicy(
                  timestamps.stream().map(timestamp -> timestamp + moved).toList(),
                  (long) arrivals.get(1));
      return List.of(result, width);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public List<Twins<Flag>> twins() {
    List<Twins<Flag>> twins =
        MethodExercise.onlyTheFirstActs(
            "where every number is 1, equal timestamps cannot count twice",
            Flag.ALWAYS_ONE,
            Flag.DISTINCT);
    twins.add(
        new Twins<>(
            Set.of(Flag.CLOSED_AT_THE_END, Flag.IN_BOTH),
            Set.of(Flag.IN_BOTH),
            "an edge that lies in both windows belongs to neither alone"));
    return twins;
  }

  @Override
  public List<ComparedValue> compared(List<Object> arguments, Object expected, Object yours) {
    return MapComparison.of("window ", (Map<?, ?>) expected, (Map<?, ?>) yours);
  }
}
