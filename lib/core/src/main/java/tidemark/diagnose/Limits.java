package tidemark.diagnose;

/**
 * From when on something is an incident.
 *
 * @param patience no progress, or no word of an input, for so long, in ms
 * @param backlog growth in records left that is not noise
 * @param lateness event time behind append time, in ms, beyond the bound of the watermark
 * @param attempts at one record that are more than a passing failure
 */
public record Limits(long patience, long backlog, long lateness, int attempts) {
  public Limits {
    if (patience < 1 || backlog < 1 || lateness < 0 || attempts < 2) {
      throw new IllegalArgumentException(
          "limits leave room for noise, patience="
              + patience
              + ", backlog="
              + backlog
              + ", lateness="
              + lateness
              + ", attempts="
              + attempts);
    }
  }
}
