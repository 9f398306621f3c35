package tidemark.diagnose;

import java.util.ArrayList;
import java.util.List;
import tidemark.lag.Lag;
import tidemark.time.Watermarks;

/**
 * What was measured of one consumer at one moment.
 *
 * @param now in ms, on the clock of append times
 * @param attempts how often the record at the committed offset was tried; 0 before the first
 * @param inputs in the order of the declaration; empty if no watermark is kept
 */
public record Sample(long now, Lag lag, int attempts, List<Input> inputs) {
  public Sample {
    inputs = List.copyOf(inputs);
  }

  /**
   * One input of the watermark.
   *
   * @param mark its own watermark; −∞ if it was never heard
   * @param heardAt append time of its last record that was read
   */
  public record Input(String name, long mark, long heardAt, boolean idle) {}

  /** A sample without watermarks. */
  public static Sample of(long now, Lag lag, int attempts) {
    return new Sample(now, lag, attempts, List.of());
  }

  /** The same with the inputs of a watermark as they stand. */
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
