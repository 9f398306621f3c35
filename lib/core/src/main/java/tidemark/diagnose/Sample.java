package tidemark.diagnose;

import java.util.ArrayList;
import java.util.List;
import tidemark.lag.Lag;
import tidemark.time.Watermarks;

/**
 * What was measured of one consumer at one moment.
 *
 * @param now when it was measured, in ms since the epoch, from the injected clock
 * @param attempts how often the record at the committed offset was tried; 0 before the first
 *     attempt
 * @param inputs the inputs of the watermark, in the order in which the policy declares them; empty
 *     if the consumer has no watermark
 */
public record Sample(long now, Lag lag, int attempts, List<Input> inputs) {
  public Sample {
    inputs = List.copyOf(inputs);
  }

  /**
   * One input of the watermark.
   *
   * @param mark its own watermark, in ms of event time; −∞ if it was never heard
   * @param heardAt append time of its last record that was read, in ms; before the first, the first
   *     append time of any input
   * @param idle whether the watermark leaves it out
   */
  public record Input(String name, long mark, long heardAt, boolean idle) {}

  /** A sample without watermarks. */
  public static Sample of(long now, Lag lag, int attempts) {
    return new Sample(now, lag, attempts, List.of());
  }

  /** The same sample with the inputs of a watermark as they are now. */
  public Sample with(Watermarks watermarks) {
    List<Input> measured = new ArrayList<>();
    for (String name : watermarks.policy().inputs()) {
      int input = watermarks.input(name);
      measured.add(
          new Input(
              name, watermarks.mark(input), watermarks.heardAt(input), watermarks.isIdle(input)));
    }
    return new Sample(now, lag, attempts, measured);
  }
}
