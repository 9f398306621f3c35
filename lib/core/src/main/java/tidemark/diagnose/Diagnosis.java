package tidemark.diagnose;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tidemark.diagnose.Sample.Input;
import tidemark.lag.Lag;
import tidemark.time.EventTime;

/**
 * Names the incidents in a series of samples. Several can hold at once. Offset lag is no evidence:
 * it counts holes.
 *
 * <ol>
 *   <li><b>Retention gap</b>: a commit was below the start.
 *   <li>While the committed offset stands and a record is left, attempts that were added lately are
 *       a <b>poison stall</b>; none, and a next record older than the patience, a <b>stopped
 *       consumer</b>. A quiet topic changes neither: the next record ages, or there is none.
 *   <li>If the offset moves, and records left rise from third to third of the series, it is a
 *       <b>growing backlog</b>.
 *   <li>An input that was not heard while another was, and lies below it, is a <b>silent input</b>.
 *   <li>When records were read last: if the inputs that were heard then lie behind in event time,
 *       counted from append times so that a backlog does not count, it is <b>lateness</b>. An input
 *       that speaks of old times was heard, and is not silent; one that is silent is not late.
 * </ol>
 */
public final class Diagnosis {
  private final List<Sample> samples;
  private final Sample last;
  private final Limits limits;
  private final List<Verdict> verdicts = new ArrayList<>();

  private Diagnosis(List<Sample> samples, Limits limits) {
    this.samples = samples;
    this.last = samples.get(samples.size() - 1);
    this.limits = limits;
  }

  /**
   * The verdicts at the last sample, at least one.
   *
   * @param samples in order of time; what needs a patience is not told from a shorter series
   */
  public static List<Verdict> of(List<Sample> samples, Limits limits) {
    if (samples.isEmpty()) {
      throw new IllegalArgumentException("a diagnosis needs a sample, samples=[]");
    }
    Diagnosis diagnosis = new Diagnosis(samples, limits);
    diagnosis.judgeCommit();
    diagnosis.judgeProgress();
    diagnosis.judgeInputs();
    if (diagnosis.verdicts.isEmpty()) {
      diagnosis.verdicts.add(new Verdict.Healthy(left(diagnosis.last)));
    }
    return List.copyOf(diagnosis.verdicts);
  }

  /** {@code to − from}, saturating. */
  private static long elapsed(long from, long to) {
    long difference = to - from;
    boolean overflow = ((to ^ from) & (to ^ difference)) < 0;
    return overflow ? (to < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : difference;
  }

  private static long left(Sample sample) {
    return sample.lag().recordsLeft().orElse(0);
  }

  private static boolean sameCommit(Sample one, Sample other) {
    return one.lag().committed().equals(other.lag().committed());
  }

  private void judgeCommit() {
    Lag lag = last.lag();
    if (lag.committedBeyondEnd()) {
      verdicts.add(new Verdict.StaleCommit(lag.committed().orElse(0), lag.endOffset()));
    }
    for (int i = samples.size() - 1; i >= 0; i--) {
      Lag then = samples.get(i).lag();
      long committed = then.committed().orElse(Long.MAX_VALUE);
      if (committed < then.startOffset()) {
        verdicts.add(new Verdict.RetentionGap(committed, then.startOffset()));
        return;
      }
    }
  }

  private void judgeProgress() {
    int flatFrom = samples.size() - 1;
    while (flatFrom > 0 && sameCommit(samples.get(flatFrom - 1), last)) {
      flatFrom--;
    }
    long flat = elapsed(samples.get(flatFrom).now(), last.now());
    boolean unread =
        last.lag().committed().isEmpty()
            ? last.lag().endOffset() > last.lag().startOffset()
            : left(last) > 0;
    int recent = flatFrom;
    while (recent + 1 < samples.size()
        && samples.get(recent + 1).now() <= EventTime.minus(last.now(), limits.patience())) {
      recent++;
    }
    int before = samples.get(recent).attempts();
    boolean climbs = last.attempts() > before;
    boolean waited =
        flat >= limits.patience() && last.lag().timeLag().orElse(flat) >= limits.patience();
    if (unread && climbs && (waited || last.attempts() >= limits.attempts())) {
      long offset = last.lag().committed().orElse(last.lag().startOffset());
      verdicts.add(new Verdict.PoisonStall(offset, last.attempts(), before));
    } else if (unread && waited) {
      verdicts.add(new Verdict.StoppedConsumer(last.lag().committed(), flat));
    } else {
      judgeBacklog();
    }
  }

  private void judgeBacklog() {
    int third = samples.size() / 3;
    if (third > 0 && !sameCommit(samples.get(0), last)) {
      long early = average(0, third);
      long middle = average(third, samples.size() - third);
      long late = average(samples.size() - third, samples.size());
      if (early < middle && middle < late && late - early >= limits.backlog()) {
        verdicts.add(new Verdict.GrowingBacklog(early, middle, late));
      }
    }
  }

  private long average(int fromInclusive, int endExclusive) {
    List<Sample> part = samples.subList(fromInclusive, endExclusive);
    return Math.round(part.stream().mapToDouble(Diagnosis::left).average().orElse(0));
  }

  private void judgeInputs() {
    List<Input> active = last.inputs().stream().filter(input -> !input.idle()).toList();
    long heard =
        active.stream().mapToLong(Input::heardAt).max().orElse(EventTime.NEGATIVE_INFINITY);
    long furthest =
        active.stream().mapToLong(Input::mark).max().orElse(EventTime.NEGATIVE_INFINITY);
    long least = active.stream().mapToLong(Input::mark).min().orElse(furthest);
    List<Input> speaking = new ArrayList<>();
    for (Input input : active) {
      long silence = elapsed(input.heardAt(), heard);
      if (silence < limits.patience()) {
        speaking.add(input);
      } else if (input.mark() == least && least < furthest) {
        verdicts.add(new Verdict.SilentInput(input.name(), input.mark(), silence));
      }
    }
    judgeLateness(speaking);
  }

  /** Only where something was read between two samples: when all is quiet nothing is late. */
  private void judgeLateness(List<Input> speaking) {
    for (int i = samples.size() - 1; i > 0; i--) {
      Sample sample = samples.get(i);
      if (!sameCommit(samples.get(i - 1), sample)) {
        long append =
            Math.min(
                samples.get(i - 1).now(),
                EventTime.minus(sample.now(), sample.lag().timeLag().orElse(0)));
        speaking.stream()
            .filter(input -> input.mark() != EventTime.NEGATIVE_INFINITY)
            .min(Comparator.comparingLong(Input::mark))
            .filter(input -> EventTime.minus(append, limits.lateness()) > input.mark())
            .ifPresent(
                input ->
                    verdicts.add(
                        new Verdict.EventTimeLateness(
                            input.name(), input.mark(), elapsed(input.mark(), append))));
        return;
      }
    }
  }
}
