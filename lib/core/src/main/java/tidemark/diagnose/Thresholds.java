package tidemark.diagnose;

import java.time.Duration;

/**
 * The values from which on a measurement counts as an incident.
 *
 * @param patience how long there must be no progress, or no event of an input; inclusive, at least
 *     1 ms
 * @param backlog by how many records the backlog must grow; inclusive, at least 1
 * @param lateness how far an input's own watermark may be behind append time; more than this is an
 *     incident. The watermark's bound is a part of that distance, so choose more than the bound.
 *     Not negative
 * @param attempts how often one record must have been tried; inclusive, at least 2, because a
 *     single failure may pass
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
