package tidemark.exercise;

import tidemark.show.Lanes;
import tidemark.simulate.Evidence;

/**
 * How a pipeline came through a {@link PipelineTrial}.
 *
 * @param isRight whether it was right under each schedule
 * @param schedules how many were tried
 * @param wrong under how many it was wrong
 * @param schedule the smallest that fails; if none does, one that was tried
 * @param evidence what happened under that schedule, beside what must happen
 */
public record TrialReport(
    boolean isRight, int schedules, int wrong, String schedule, Evidence evidence) {
  /** In a few words: {@code right}, or under how many schedules it was wrong. */
  public String verdict() {
    return isRight
        ? "right"
        : wrong == 0 ? "not tried" : "wrong under %d of %d".formatted(wrong, schedules);
  }

  /** The evidence as two lanes, what must happen above. */
  public Lanes lanes() {
    return Lanes.of(evidence);
  }

  /** The same as text. */
  public String text() {
    return schedule + "\n" + evidence.text();
  }

  @Override
  public String toString() {
    return text();
  }
}
