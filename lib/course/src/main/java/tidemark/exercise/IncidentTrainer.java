package tidemark.exercise;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tidemark.diagnose.Finding;
import tidemark.diagnose.Sample;
import tidemark.show.Charts;
import tidemark.show.Grid;
import tidemark.show.Panels;
import tidemark.show.Show;

/**
 * Shows consumers, as many as one likes, whose incidents the learner names. Three right answers in
 * a row raise the level, a wrong one lowers it. Nothing is graded. Not thread-safe.
 */
public final class IncidentTrainer {
  private static final int IN_A_ROW = 3;

  private static final Map<Incident, String> NEEDS = new EnumMap<>(Incident.class);

  static {
    NEEDS.put(Incident.HEALTHY, "needs numbers of which none shows an incident");
    NEEDS.put(
        Incident.GROWING_BACKLOG, "needs a committed offset that moves while records left grow");
    NEEDS.put(
        Incident.STOPPED_CONSUMER,
        "needs a committed offset that does not move for three minutes, records to read, and no"
            + " new attempts");
    NEEDS.put(Incident.RETENTION_GAP, "needs a start above the committed offset");
    NEEDS.put(
        Incident.POISON_STALL,
        "needs a committed offset that does not move while attempts are added");
    NEEDS.put(
        Incident.EVENT_TIME_LATENESS,
        "needs an input whose watermark moves, more than five minutes behind what is read");
    NEEDS.put(
        Incident.SILENT_INPUT,
        "needs an input whose watermark does not move for three minutes while the other's does");
  }

  private long seed;
  private int level = 1;
  private int inARow;
  private int right;
  private int answered;
  private IncidentGenerator.@Nullable Case open;

  private IncidentTrainer(long seed) {
    this.seed = seed;
  }

  /** A trainer; another seed gives other incidents. */
  public static IncidentTrainer of(long seed) {
    return new IncidentTrainer(seed);
  }

  /**
   * The level of the next consumer: from 1, one incident and no red herrings, to 4, where there may
   * be two incidents.
   */
  public int level() {
    return level;
  }

  /**
   * Shows the next consumer as a table and two charts; one that waits for its answer is dropped.
   * Only in a running notebook.
   */
  public void next() {
    List<Sample> samples = draw().samples();
    Show.all(
        MetricTables.table("Consumer " + (answered + 1) + ", level " + level, samples),
        charts(samples));
  }

  /** Makes the next consumer, without showing it. */
  IncidentGenerator.Case draw() {
    open = IncidentGenerator.of(seed++, level);
    return open;
  }

  private static Panels charts(List<Sample> samples) {
    Map<String, List<Long>> work = new LinkedHashMap<>();
    work.put("records left", each(samples, sample -> sample.lag().recordsLeft().orElse(0)));
    work.put("attempts", each(samples, Sample::attempts));
    Map<String, List<Long>> marks = new LinkedHashMap<>();
    marks.put("A's watermark", each(samples, sample -> mark(sample, 0)));
    marks.put("B's watermark", each(samples, sample -> mark(sample, 1)));
    marks.put("now", each(samples, sample -> MetricTables.inMinutes(sample.now())));
    return Panels.of(
        Charts.lines("Work", "measurement (one a minute)", "count", work),
        Charts.lines("Time", "measurement (one a minute)", "time (min)", marks));
  }

  private static long mark(Sample sample, int input) {
    return MetricTables.inMinutes(sample.inputs().get(input).mark());
  }

  private static List<Long> each(List<Sample> samples, ToLongFunction<Sample> number) {
    return samples.stream().mapToLong(number).boxed().toList();
  }

  /**
   * Says whether these are all the incidents of the consumer that was shown last, and which numbers
   * show it. Each consumer can be answered once.
   *
   * @throws IllegalArgumentException if no incident is named
   * @throws IllegalStateException if no consumer is waiting for its answer
   */
  public Grid answer(Incident... named) {
    Set<Incident> said = EnumSet.noneOf(Incident.class);
    said.addAll(List.of(named));
    if (said.isEmpty()) {
      throw new IllegalArgumentException(
          "an answer must name an incident, named=[]; write answer(Incident.HEALTHY) if there is"
              + " none");
    }
    IncidentGenerator.Case shown = open;
    if (shown == null) {
      throw new IllegalStateException(
          "a consumer must be shown before it is answered, answered="
              + answered
              + "; call next() first");
    }
    open = null;
    boolean isRight = said.equals(shown.incidents());
    score(isRight);
    return verdict(shown, said, isRight);
  }

  private void score(boolean isRight) {
    answered++;
    right += isRight ? 1 : 0;
    inARow = isRight ? inARow + 1 : 0;
    if (inARow == IN_A_ROW) {
      level = Math.min(IncidentGenerator.HARDEST, level + 1);
      inARow = 0;
    } else if (!isRight) {
      level = Math.max(1, level - 1);
    }
  }

  private Grid verdict(IncidentGenerator.Case shown, Set<Incident> said, boolean isRight) {
    Grid grid =
        Grid.of(
            "%s: %d of %d named, next level %d"
                .formatted(isRight ? "Right" : "Not yet", right, answered, level),
            "incident",
            "you",
            "the numbers");
    for (Incident incident : Incident.values()) {
      boolean holds = shown.incidents().contains(incident);
      if (holds || said.contains(incident)) {
        String numbers = holds ? evidence(shown, incident) : NEEDS.get(incident);
        grid = grid.row(incident, said.contains(incident) ? "named" : "did not name", numbers);
      }
    }
    return grid;
  }

  private static String evidence(IncidentGenerator.Case shown, Incident incident) {
    return shown.findings().stream()
        .filter(finding -> IncidentGenerator.incident(finding) == incident)
        .map(IncidentTrainer::inMinutes)
        .collect(Collectors.joining("; "));
  }

  /** The evidence with its times in minutes, like the table's; offsets stay as they are. */
  private static String inMinutes(Finding finding) {
    String evidence = finding.evidence();
    if (finding instanceof Finding.StoppedConsumer stopped) {
      long minutes = MetricTables.inMinutes(stopped.forMillis());
      return evidence.replace(stopped.forMillis() + " ms", minutes + " minutes");
    }
    boolean hasTimes =
        finding instanceof Finding.EventTimeLateness || finding instanceof Finding.SilentInput;
    return hasTimes ? MetricTables.inMinutes(evidence) : evidence;
  }
}
