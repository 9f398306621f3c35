package tidemark.simulate;

import tidemark.time.BoundedDisorder;
import tidemark.time.DeclaredPolicy;
import tidemark.time.IdleRule;
import tidemark.time.LateRule;

/**
 * The settings that a simulated pipeline must use; each number is at least 1.
 *
 * @param policy inputs, bound, idle rule and late rule; it must have no cap on future timestamps
 * @param windowSize the size of the tumbling windows, in ms of event time
 * @param maxStarts how many processes may start on a record without finishing it; then it becomes a
 *     dead letter
 * @param attempts how often a record may fail in one process; then it becomes a dead letter
 * @param recordsPerSnapshot after how many records a snapshot is taken
 * @param snapshotsKept how many snapshots are kept
 */
public record Setup(
    DeclaredPolicy policy,
    long windowSize,
    int maxStarts,
    int attempts,
    int recordsPerSnapshot,
    int snapshotsKept) {

  /**
   * The setup of the course: inputs A and B, a bound of 3 ms, idle after 25 ms; windows of 10 ms
   * with an allowed lateness of 20 ms; 3 starts, 2 attempts; a snapshot after each 3 records, of
   * which 2 are kept.
   */
  public static Setup reference() {
    return new Setup(
        DeclaredPolicy.of(BoundedDisorder.of(3))
            .withInputs("A", "B")
            .withIdle(IdleRule.after(25))
            .withLate(LateRule.windowClosed(20)),
        10,
        3,
        2,
        3,
        2);
  }

  /** The same under another policy. */
  public Setup withPolicy(DeclaredPolicy other) {
    return new Setup(other, windowSize, maxStarts, attempts, recordsPerSnapshot, snapshotsKept);
  }

  /** The same with another number of records between two snapshots. */
  public Setup withRecordsPerSnapshot(int records) {
    return new Setup(policy, windowSize, maxStarts, attempts, records, snapshotsKept);
  }

  /** The input of a record that names none. */
  String firstInput() {
    return policy.inputs().get(0);
  }
}
