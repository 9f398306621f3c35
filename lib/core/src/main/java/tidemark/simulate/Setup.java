package tidemark.simulate;

import tidemark.time.BoundedDisorder;
import tidemark.time.DeclaredPolicy;
import tidemark.time.IdleRule;
import tidemark.time.LateRule;

/**
 * What a simulated pipeline must declare.
 *
 * @param policy inputs, bound, idle rule and late rule; without a cap on future timestamps
 * @param windowSize of tumbling windows, in ms of event time
 * @param maxStarts a record that the process was started on so often is a dead letter, at least 1
 * @param attempts a record that failed so often in one process is a dead letter, at least 1
 * @param recordsPerSnapshot a snapshot is taken after so many records, at least 1
 * @param snapshotsKept at least 1
 */
public record Setup(
    DeclaredPolicy policy,
    long windowSize,
    int maxStarts,
    int attempts,
    int recordsPerSnapshot,
    int snapshotsKept) {

  /**
   * Inputs A and B, bound 3, idle after 25 ms; windows of 10 ms that are kept for 20 ms; three
   * starts, two attempts; a snapshot after each three records, two of them kept.
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
