package tidemark.diagnose;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tidemark.diagnose.Sample.Input;
import tidemark.lag.Lag;
import tidemark.time.EventTime;

/**
 * Names the incidents in a series of samples. Several can hold at once. Offset lag is not used,
 * because it counts holes.
 *
 * <ol>
 *   <li><b>Retention gap</b>: a commit was below the start.
 *   <li>The committed offset does not move although a record is left: if attempts were added within
 *       the patience it is a <b>poison stall</b>; if none were added and the next record is older
 *       than the patience, a <b>stopped consumer</b>. This also works on a quiet topic, where the
 *       next record simply grows old. Its age is counted from its append time, or from the first
 *       sample of those that show records left without a break, whichever gives more: an append
 *       time may lie in the future. If it does so by more than the patience, <b>a clock ran
 *       ahead</b>.
 *   <li>The committed offset moves, and the average of records left rises from each third of the
 *       series to the next: a <b>growing backlog</b>.
 *   <li>An input was not heard for the patience while another one was, and its own watermark is the
 *       lowest: a <b>silent input</b>.
 *   <li>When records were last read, an input that was heard lay behind in event time:
 *       <b>event-time lateness</b>. It is measured against append times, so that a backlog is not
 *       taken for it. A silent input is never late, and a late one never silent.
 * </ol>
 */
public final class Diagnosis {
  private final List<Sample> samples;
  private final Sample last;
  private final Thresholds thresholds;
  private final long patience;
  private final List<Finding> findings = new ArrayList<>();

  private Diagnosis(List<Sample> samples, Thresholds thresholds) {
    this.samples = samples;
    this.last = samples.get(samples.size() - 1);
    this.thresholds = thresholds;
    this.patience = thresholds.patience().toMillis();
  }

  /**
   * The findings at the last sample, at least one. Any thread.
   *
   * @param samples at least one, in order of time. A series shorter than the patience cannot show
   *     an incident that needs the patience
   */
  public static List<Finding> of(List<Sample> samples, Thresholds thresholds) {
    if (samples.isEmpty()) {
      throw new IllegalArgumentException(
          "a diagnosis must have at least one sample, samples=[]: measure one");
    }
    Diagnosis diagnosis = new Diagnosis(samples, thresholds);
    diagnosis.judgeCommit();
    diagnosis.judgeProgress();
    diagnosis.judgeClock();
    diagnosis.judgeInputs();
    if (diagnosis.findings.isEmpty()) {
      diagnosis.findings.add(new Finding.Healthy(left(diagnosis.last)));
    }
    return List.copyOf(diagnosis.findings);
  }

  /** {@code to − from}, saturating; 0 if that is negative, because a clock was set back. */
  private static long elapsed(long from, long to) {
    long difference = to - from;
    boolean overflow = ((to ^ from) & (to ^ difference)) < 0;
    return overflow ? (to < 0 ? 0 : Long.MAX_VALUE) : Math.max(0, difference);
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
      findings.add(new Finding.StaleCommit(lag.committed().orElse(0), lag.endOffset()));
    }
    for (int i = samples.size() - 1; i >= 0; i--) {
      Lag then = samples.get(i).lag();
      long committed = then.committed().orElse(Long.MAX_VALUE);
      if (committed < then.startOffset()) {
        findings.add(new Finding.RetentionGap(committed, then.startOffset()));
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
        && samples.get(recent + 1).now() <= EventTime.minus(last.now(), patience)) {
      recent++;
    }
    int before = samples.get(recent).attempts();
    boolean climbs = last.attempts() > before;
    long age = Math.max(last.lag().timeLag().orElse(flat), unreadFor(flatFrom));
    boolean waited = flat >= patience && age >= patience;
    if (unread && climbs && (waited || last.attempts() >= thresholds.attempts())) {
      long offset = last.lag().committed().orElse(last.lag().startOffset());
      findings.add(new Finding.PoisonStall(offset, last.attempts(), before));
    } else if (unread && waited) {
      findings.add(new Finding.StoppedConsumer(last.lag().committed(), flat));
    } else {
      judgeBacklog();
    }
  }

  /** For how long, counted by the samples from one on, records have been left without a break. */
  private long unreadFor(int flatFrom) {
    int since = samples.size();
    while (since > flatFrom && left(samples.get(since - 1)) > 0) {
      since--;
    }
    return since == samples.size() ? 0 : elapsed(samples.get(since).now(), last.now());
  }

  private void judgeClock() {
    long ahead = last.lag().clockAhead().orElse(0);
    if (ahead >= patience) {
      findings.add(new Finding.ClockAhead(ahead));
    }
  }

  private void judgeBacklog() {
    int third = samples.size() / 3;
    if (third > 0 && !sameCommit(samples.get(0), last)) {
      long early = average(0, third);
      long middle = average(third, samples.size() - third);
      long late = average(samples.size() - third, samples.size());
      if (early < middle && middle < late && late - early >= thresholds.backlog()) {
        findings.add(new Finding.GrowingBacklog(early, middle, late));
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
        Math.min(
            last.now(), // what was appended in the future makes the other inputs no older
            active.stream().mapToLong(Input::heardAt).max().orElse(EventTime.NEGATIVE_INFINITY));
    long furthest =
        active.stream().mapToLong(Input::mark).max().orElse(EventTime.NEGATIVE_INFINITY);
    long least = active.stream().mapToLong(Input::mark).min().orElse(furthest);
    List<Input> speaking = new ArrayList<>();
    for (Input input : active) {
      long silence = elapsed(input.heardAt(), heard);
      if (silence < patience) {
        speaking.add(input);
      } else if (input.mark() == least && least < furthest) {
        findings.add(new Finding.SilentInput(input.name(), input.mark(), silence));
      }
    }
    judgeLateness(speaking);
  }

  /** Looks at the last two samples between which records were read: without any nothing is late. */
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
            .filter(
                input -> EventTime.minus(append, thresholds.lateness().toMillis()) > input.mark())
            .ifPresent(
                input ->
                    findings.add(
                        new Finding.EventTimeLateness(
                            input.name(), input.mark(), elapsed(input.mark(), append))));
        return;
      }
    }
  }
}
