package tidemark.diagnose;

import java.time.Duration;

/**
 * From which values on a measurement counts as an incident.
 *
 * @param patience an incident if there is no progress, or nothing heard of an input, for this long;
 *     at least 1 ms
 * @param backlog an incident if records left grow by this many; at least 1
 * @param lateness an incident if event time is further behind append time than this, beyond the
 *     bound of the watermark; not negative
 * @param attempts an incident if one record was tried this often; at least 2, because one failure
 *     may pass
 */
public record Thresholds(Duration patience, long backlog, Duration lateness, int attempts) {
  public Thresholds {
    if (patience.toMillis() < 1 || backlog < 1 || lateness.isNegative() || attempts < 2) {
      throw new IllegalArgumentException(
          "thresholds must be patience ≥ 1 ms, backlog ≥ 1, lateness ≥ 0 and attempts ≥ 2, patience="
              + patience
              + ", backlog="
              + backlog
              + ", lateness="
              + lateness
              + ", attempts="
              + attempts
              + "; raise those that are lower");
    }
  }
}
