package tidemark.diagnose;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import tidemark.diagnose.Sample.Input;
import tidemark.lag.Lag;
import tidemark.time.EventTime;

/**
 * Names the incidents that a series of samples shows at its last sample. Several can hold at once.
 * Offset lag is used only where records left were not counted, because it counts holes.
 *
 * <ol>
 *   <li>The last commit lies beyond the end of the log: a <b>stale commit</b>. A commit of any
 *       sample lay below the start: a <b>retention gap</b>.
 *   <li>Records are left, and for at least the patience the committed offset has not moved and the
 *       next record has been there. A consumer that never committed counts as one that stands at
 *       the start. If attempts were added within the patience it is a <b>poison stall</b>,
 *       otherwise a <b>stopped consumer</b>. Where attempts are added, {@link Thresholds#attempts}
 *       of them are enough, without waiting for the patience. The age of the next record is counted
 *       from its append time, or, because an append time may lie in the future, from the first
 *       sample since which records have always been left, whichever gives more. A sample whose
 *       clock was out of order with most others is not counted from.
 *   <li>None of 2, the committed offset moves, and the average of records left rises from each
 *       third of the series to the next, by at least {@link Thresholds#backlog} in all: a
 *       <b>growing backlog</b>.
 *   <li>The next record was appended in the future, by at least the patience: <b>a clock ran
 *       ahead</b>.
 *   <li>An input that is not idle was not heard for at least the patience while another one was,
 *       and its own watermark is the lowest: a <b>silent input</b>.
 *   <li>Of the inputs that are heard, the one with the lowest watermark was behind the append time
 *       of the records that were read last, by more than {@link Thresholds#lateness}: <b>event-time
 *       lateness</b>. It is not measured against the time now, so that a backlog is not taken for
 *       it. A silent input is never late, and a late one never silent.
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
   * The findings at the last sample; only {@link Finding.Healthy} if there is no incident.
   * Thread-safe.
   *
   * @param samples in order of time. A series shorter than the patience cannot show an incident
   *     that needs the patience
   * @throws IllegalArgumentException if there is no sample
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
      diagnosis.findings.add(
          new Finding.Healthy(left(diagnosis.last), !isUncounted(diagnosis.last)));
    }
    return List.copyOf(diagnosis.findings);
  }

  /** {@code to − from}, saturating; 0 if a clock was set back, so that it would be negative. */
  private static long elapsed(long from, long to) {
    long difference = to - from;
    boolean overflow = ((to ^ from) & (to ^ difference)) < 0;
    return overflow ? (to < 0 ? 0 : Long.MAX_VALUE) : Math.max(0, difference);
  }

  /** Records left; the offset lag if they were not counted; 0 if the consumer never committed. */
  private static long left(Sample sample) {
    return sample.lag().recordsLeft().orElse(offsetLag(sample));
  }

  private static long offsetLag(Sample sample) {
    return sample.lag().offsetLag().orElse(0);
  }

  private static boolean isUncounted(Sample sample) {
    return sample.lag().recordsLeft().isEmpty() && sample.lag().committed().isPresent();
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
    long flat = timeSince(flatFrom);
    boolean unread =
        last.lag().committed().isEmpty()
            ? last.lag().endOffset() > last.lag().startOffset()
            : left(last) > 0;
    int recent = samples.size() - 1;
    while (recent > flatFrom && samples.get(recent).now() > EventTime.minus(last.now(), patience)) {
      recent--;
    }
    int before = samples.get(recent).attempts();
    boolean climbs = last.attempts() > before;
    long own = last.lag().timeLag().orElse(isUncounted(last) ? 0 : flat);
    long age = Math.max(own, unreadFor(flatFrom));
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

  /**
   * For how long records have been left without a break, in ms: the time since the earliest sample,
   * not before {@code flatFrom}, since which all samples show some; 0 if the last shows none.
   */
  private long unreadFor(int flatFrom) {
    int since = samples.size();
    while (since > flatFrom && left(samples.get(since - 1)) > 0) {
      since--;
    }
    return since == samples.size() ? 0 : timeSince(since);
  }

  /**
   * The time from the sample at an index to the last one, in ms. A clock may have been ahead or
   * behind for a few samples. So the time is measured along the longest series of samples that
   * rises up to the last one; of several it is the shortest time.
   */
  private long timeSince(int from) {
    long[] starts = new long[samples.size() - from]; // by length − 1, the latest start of a series
    starts[0] = last.now();
    int length = 1;
    for (int i = samples.size() - 2; i >= from; i--) {
      long now = samples.get(i).now();
      if (now <= last.now()) {
        int at = length;
        while (starts[at - 1] < now) {
          at--;
        }
        starts[at] = now;
        length = Math.max(length, at + 1);
      }
    }
    return elapsed(starts[length - 1], last.now());
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
      // A count and an offset lag cannot be compared: where one count is missing, none is used.
      boolean counted = samples.stream().noneMatch(Diagnosis::isUncounted);
      ToLongFunction<Sample> measure = counted ? Diagnosis::left : Diagnosis::offsetLag;
      long early = average(samples.subList(0, third), measure);
      long middle = average(samples.subList(third, samples.size() - third), measure);
      long late = average(samples.subList(samples.size() - third, samples.size()), measure);
      if (early < middle && middle < late && late - early >= thresholds.backlog()) {
        findings.add(new Finding.GrowingBacklog(early, middle, late, counted));
      }
    }
  }

  private static long average(List<Sample> part, ToLongFunction<Sample> measure) {
    return Math.round(part.stream().mapToDouble(measure::applyAsLong).average().orElse(0));
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

  /**
   * Compares with the append time of the records read last. If none was ever read, none is late.
   */
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
