package tidemark.exercise;

import java.util.List;

/**
 * What the toy policy made of its arrivals.
 *
 * @param onTime timestamps that were not late, in arrival order
 * @param late timestamps for the late side output, in arrival order
 * @param watermarks the watermark after each arrival; {@link Long#MIN_VALUE} is −∞
 */
public record ToyPolicyResult(List<Long> onTime, List<Long> late, List<Long> watermarks) {

  /** The final watermark; −∞ ({@link Long#MIN_VALUE}) if nothing arrived. */
  public long watermark() {
    return watermarks.isEmpty() ? Long.MIN_VALUE : watermarks.get(watermarks.size() - 1);
  }
}
