package tidemark.exercise;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tidemark.diagnose.Diagnosis;
import tidemark.diagnose.Finding;
import tidemark.diagnose.Finding.EventTimeLateness;
import tidemark.diagnose.Finding.GrowingBacklog;
import tidemark.diagnose.Finding.Healthy;
import tidemark.diagnose.Finding.PoisonStall;
import tidemark.diagnose.Finding.RetentionGap;
import tidemark.diagnose.Finding.SilentInput;
import tidemark.diagnose.Finding.StoppedConsumer;
import tidemark.diagnose.Sample;

/**
 * Makes the consumers with incidents that the {@link IncidentTrainer} shows, one for each seed and
 * level. The same seed and level give the same case.
 *
 * <ol>
 *   <li>The incidents are drawn: one, or from level 4 on sometimes two that can hold together.
 *   <li>A {@link MeasuredConsumer} with them runs for some minutes. From level 2 on it has red
 *       herrings: numbers that look like an incident but are not one.
 *   <li>{@link Diagnosis} must find exactly the incidents that were drawn. If it does not, another
 *       consumer is run: what counts is what the numbers show, not what was meant.
 * </ol>
 */
final class IncidentGenerator {
  /** The highest level; the lowest is 1. */
  static final int HARDEST = 4;

  /**
   * At most this many consumers are run for a case. If none shows what was drawn, the fault is
   * here.
   */
  private static final int MOST_RUNS = 500;

  private static final List<Set<Incident>> TOGETHER =
      List.of(
          EnumSet.of(Incident.GROWING_BACKLOG, Incident.SILENT_INPUT),
          EnumSet.of(Incident.GROWING_BACKLOG, Incident.EVENT_TIME_LATENESS),
          EnumSet.of(Incident.RETENTION_GAP, Incident.SILENT_INPUT),
          EnumSet.of(Incident.RETENTION_GAP, Incident.EVENT_TIME_LATENESS),
          EnumSet.of(Incident.RETENTION_GAP, Incident.GROWING_BACKLOG),
          EnumSet.of(Incident.POISON_STALL, Incident.EVENT_TIME_LATENESS),
          EnumSet.of(Incident.STOPPED_CONSUMER, Incident.EVENT_TIME_LATENESS));

  private static final Map<Class<? extends Finding>, Incident> NAMES =
      Map.of(
          Healthy.class, Incident.HEALTHY,
          GrowingBacklog.class, Incident.GROWING_BACKLOG,
          StoppedConsumer.class, Incident.STOPPED_CONSUMER,
          RetentionGap.class, Incident.RETENTION_GAP,
          PoisonStall.class, Incident.POISON_STALL,
          EventTimeLateness.class, Incident.EVENT_TIME_LATENESS,
          SilentInput.class, Incident.SILENT_INPUT);

  private IncidentGenerator() {}

  /** What was measured of one consumer, and what the library finds in it. */
  record Case(List<Sample> samples, Set<Incident> incidents, List<Finding> findings) {}

  /**
   * The case of a seed and a level.
   *
   * @param level from 1 to {@link #HARDEST}, both inclusive
   * @throws IllegalStateException if no consumer shows the incidents that were drawn
   */
  static Case of(long seed, int level) {
    RandomGenerator random = new SplittableRandom(seed); // unrelated numbers for seeds in a row
    Set<Incident> drawn = draw(random, level);
    for (int run = 0; run < MOST_RUNS; run++) {
      List<Sample> samples = new MeasuredConsumer(random, drawn, level).run();
      List<Finding> findings = Diagnosis.of(samples, MetricTables.LIMITS);
      if (named(findings).equals(drawn)) {
        return new Case(samples, drawn, findings);
      }
    }
    throw new IllegalStateException(
        "a drawn incident must show in the numbers, seed=%d, level=%d, incidents=%s"
            .formatted(seed, level, drawn));
  }

  private static Set<Incident> draw(RandomGenerator random, int level) {
    if (level >= HARDEST && random.nextInt(3) == 0) {
      return TOGETHER.get(random.nextInt(TOGETHER.size()));
    }
    Incident[] all = Incident.values();
    return EnumSet.of(all[random.nextInt(all.length)]);
  }

  /** The incidents of these findings; empty if a learner has no name for one of them. */
  private static Set<Incident> named(List<Finding> findings) {
    Set<Incident> named = EnumSet.noneOf(Incident.class);
    for (Finding finding : findings) {
      Incident incident = incident(finding);
      if (incident == null) {
        return EnumSet.noneOf(Incident.class);
      }
      named.add(incident);
    }
    return named;
  }

  /** The incident that a finding names; null if no incident of the exercise is its name. */
  static @Nullable Incident incident(Finding finding) {
    return NAMES.get(finding.getClass());
  }
}
