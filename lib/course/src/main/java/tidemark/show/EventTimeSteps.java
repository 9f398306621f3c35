package tidemark.show;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tidemark.time.DeclaredPolicy;
import tidemark.window.Firing;
import tidemark.window.Window;
import tidemark.window.WindowCounts;
import tidemark.window.Windows;

/**
 * What {@link WindowCounts} said before the first arrival and after each one: the rules are the
 * library's.
 */
record EventTimeSteps(List<Long> arrivals, long bound, List<Step> steps) {

  /**
   * What holds after an arrival.
   *
   * @param watermark after it
   * @param isCounted whether it was counted; of the first step, which is before any arrival, true
   * @param counted all windows with their counts
   * @param results the latest result of each window that has fired
   * @param firings what fired at this arrival
   */
  record Step(
      long watermark,
      boolean isCounted,
      Map<Window, Long> counted,
      Map<Window, Long> results,
      List<Firing<String, Long>> firings) {}

  /** Lets them arrive. */
  static EventTimeSteps of(DeclaredPolicy policy, Windows windows, List<Long> arrivals) {
    WindowCounts counts = WindowCounts.of(policy, windows);
    List<Step> steps = new ArrayList<>();
    steps.add(step(counts, true, 0));
    for (long timestamp : arrivals) {
      int before = counts.fired().size();
      boolean isCounted = counts.add(timestamp);
      steps.add(step(counts, isCounted, before));
    }
    return new EventTimeSteps(arrivals, policy.disorder().bound(), steps);
  }

  private static Step step(WindowCounts counts, boolean isCounted, int firedBefore) {
    Map<Window, Long> results = new TreeMap<>();
    counts.fired().forEach(firing -> results.put(firing.window(), firing.result()));
    List<Firing<String, Long>> all = counts.fired();
    return new Step(
        counts.watermark(),
        isCounted,
        counts.counted(),
        results,
        List.copyOf(all.subList(firedBefore, all.size())));
  }
}
