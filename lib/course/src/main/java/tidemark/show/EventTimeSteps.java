package tidemark.show;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tidemark.time.DeclaredPolicy;
import tidemark.time.Watermarks;
import tidemark.window.Firing;
import tidemark.window.Window;
import tidemark.window.WindowCounts;
import tidemark.window.Windows;

/**
 * What {@link WindowCounts} says before the first arrival and after each one, so that the rules are
 * the library's.
 *
 * @param steps one more than the arrivals: the first is before any of them
 */
record EventTimeSteps(List<Arrived> arrivals, DeclaredPolicy policy, List<Step> steps) {
  /** The name of the only input of a history that names none. */
  static final String ONLY_INPUT = "input";

  /** An event of an input. */
  record Arrived(String input, long timestamp) {
    @Override
    public String toString() {
      String number = Html.number(timestamp);
      return input.equals(ONLY_INPUT) ? number : input + "=" + number;
    }
  }

  /**
   * What holds after an arrival.
   *
   * @param watermark the watermark after it, over all inputs
   * @param isCounted whether the event was counted; true in the first step, which is before any
   *     arrival
   * @param counted all windows with their counts
   * @param results the latest result of each window that has fired
   * @param firings what fired at this arrival
   * @param marks each input's own watermark
   */
  record Step(
      long watermark,
      boolean isCounted,
      Map<Window, Long> counted,
      Map<Window, Long> results,
      List<Firing<String, Long>> firings,
      Map<String, Long> marks) {}

  /** Runs the arrivals, one per tick of append time, the first at tick 1. */
  static EventTimeSteps of(DeclaredPolicy policy, Windows windows, List<Arrived> arrivals) {
    WindowCounts counts = WindowCounts.of(policy, windows);
    Watermarks own = policy.start();
    List<Step> steps = new ArrayList<>();
    steps.add(step(counts, true, 0, marks(own)));
    for (Arrived arrived : arrivals) {
      int before = counts.fired().size();
      boolean isCounted = counts.add(arrived.input, arrived.timestamp, steps.size());
      own.passTo(steps.size());
      own.arrive(own.input(arrived.input), arrived.timestamp);
      steps.add(step(counts, isCounted, before, marks(own)));
    }
    return new EventTimeSteps(arrivals, policy, steps);
  }

  private static Map<String, Long> marks(Watermarks own) {
    Map<String, Long> marks = new LinkedHashMap<>();
    own.policy().inputs().forEach(input -> marks.put(input, own.mark(own.input(input))));
    return marks;
  }

  private static Step step(
      WindowCounts counts, boolean isCounted, int firedBefore, Map<String, Long> marks) {
    Map<Window, Long> results = new TreeMap<>();
    counts.fired().forEach(firing -> results.put(firing.window(), firing.result()));
    List<Firing<String, Long>> all = counts.fired();
    return new Step(
        counts.watermark(),
        isCounted,
        counts.counted(),
        results,
        List.copyOf(all.subList(firedBefore, all.size())),
        marks);
  }
}
