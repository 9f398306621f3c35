package tidemark.pipeline;

import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Function;
import tidemark.deadletter.RetryPolicy;
import tidemark.log.Entry;
import tidemark.log.Header;
import tidemark.time.DeclaredPolicy;
import tidemark.window.Windows;

/**
 * The settings of a pipeline.
 *
 * @param name the name by which people know the event log; dead letters carry it
 * @param policy inputs, watermark, idle rule and late rule
 * @param windows the windows in which events are counted, in ms of event time
 * @param inputOf gives the declared input that a record belongs to. If it throws, or names another
 *     input, the record fails like one whose handler throws, and moves no watermark
 * @param retry decides about a record whose handler fails
 * @param limits when a record is given up, when a snapshot is taken, and how many are kept
 * @param cleaning when the pipeline removes what it no longer needs from its own logs
 * @param clock gives the append times of the pipeline's own logs, and the time now; no result
 *     depends on it
 */
public record PipelineOptions(
    String name,
    DeclaredPolicy policy,
    Windows windows,
    Function<Entry, String> inputOf,
    RetryPolicy retry,
    Limits limits,
    Cleaning cleaning,
    InstantSource clock) {

  /** The header from which the options of {@link #of} read a record's input. */
  public static final String INPUT_HEADER = "input";

  /**
   * The limits of a pipeline; each is at least 1.
   *
   * @param maxStarts how many processes may start on a record without finishing it; then it becomes
   *     a dead letter
   * @param recordsPerSnapshot after how many records a snapshot is taken
   * @param snapshotsKept how many snapshots are kept that have no file in common. Snapshots of a
   *     large table are mostly changes on the one before, so there are more of them, and the logs
   *     must be kept further back
   * @param recordsPerGroup how many records share each sync; 1 gives each record its own
   * @param maxDeadInARow how many dead letters in a row are allowed; then the pipeline stops,
   *     because something else must be broken. {@link Integer#MAX_VALUE} allows any number
   */
  public record Limits(
      int maxStarts,
      int recordsPerSnapshot,
      int snapshotsKept,
      int recordsPerGroup,
      int maxDeadInARow) {
    public Limits {
      if (Math.min(maxStarts, Math.min(recordsPerSnapshot, snapshotsKept)) < 1
          || Math.min(recordsPerGroup, maxDeadInARow) < 1) {
        throw new IllegalArgumentException(
            "each limit of a pipeline must be at least 1, maxStarts=%d, recordsPerSnapshot=%d, snapshotsKept=%d, recordsPerGroup=%d, maxDeadInARow=%d; give 1 or more"
                .formatted(
                    maxStarts, recordsPerSnapshot, snapshotsKept, recordsPerGroup, maxDeadInARow));
      }
    }

    /** Limits with a sync for each record, and with any number of dead letters in a row. */
    public Limits(int maxStarts, int recordsPerSnapshot, int snapshotsKept) {
      this(maxStarts, recordsPerSnapshot, snapshotsKept, 1, Integer.MAX_VALUE);
    }

    /** The same with groups of this many records, which share each sync. */
    public Limits withGroups(int newRecordsPerGroup) {
      return new Limits(
          maxStarts, recordsPerSnapshot, snapshotsKept, newRecordsPerGroup, maxDeadInARow);
    }

    /** The same with at most this many dead letters in a row. */
    public Limits withMaxDeadInARow(int newMax) {
      return new Limits(maxStarts, recordsPerSnapshot, snapshotsKept, recordsPerGroup, newMax);
    }
  }

  /**
   * When a pipeline removes what it no longer needs from its own logs.
   *
   * @param records how many records of a log must be removable, about; then it is cleaned after the
   *     next snapshot. At least 1
   * @param deleteRetention how long a tombstone stays in the table log after the first compaction
   *     that met it, so that followers of that log see it; not negative
   */
  public record Cleaning(int records, Duration deleteRetention) {
    public Cleaning {
      if (records < 1 || deleteRetention.isNegative()) {
        throw new IllegalArgumentException(
            "a cleaning must wait for a record, and a delete retention must not be negative,"
                + " records="
                + records
                + ", deleteRetention="
                + deleteRetention
                + "; give 1 or more records, and 0 or more time");
      }
    }

    /** Cleaning after about 10,000 records; tombstones stay for a day. */
    public static Cleaning usual() {
      return new Cleaning(10_000, Duration.ofDays(1));
    }
  }

  /** Options with {@link Cleaning#usual} and the system's clock. */
  public PipelineOptions(
      String name,
      DeclaredPolicy policy,
      Windows windows,
      Function<Entry, String> inputOf,
      RetryPolicy retry,
      Limits limits) {
    this(name, policy, windows, inputOf, retry, limits, Cleaning.usual(), InstantSource.system());
  }

  /**
   * Options for most uses: a record names its input in the header {@value #INPUT_HEADER}, and
   * without it belongs to the first declared input; 3 attempts, waiting 100 ms and then 200 ms; 3
   * starts; a snapshot after each 1,000 records, of which 2 are kept; a sync for each record; at
   * most 10 dead letters in a row; {@link Cleaning#usual} and the system's clock.
   */
  public static PipelineOptions of(String name, DeclaredPolicy policy, Windows windows) {
    return new PipelineOptions(
        name,
        policy,
        windows,
        entry -> headerOr(entry, policy.inputs().get(0)),
        RetryPolicy.bounded(3, Duration.ofMillis(100)),
        new Limits(3, 1000, 2, 1, 10));
  }

  private static String headerOr(Entry entry, String otherwise) {
    String input = otherwise;
    for (Header header : entry.event().headers()) {
      if (header.name().equals(INPUT_HEADER) && header.value() != null) {
        input = header.value().toString();
      }
    }
    return input;
  }

  /** The same with another retry policy. */
  public PipelineOptions withRetry(RetryPolicy other) {
    return new PipelineOptions(name, policy, windows, inputOf, other, limits, cleaning, clock);
  }

  /** The same with other limits. */
  public PipelineOptions withLimits(Limits other) {
    return new PipelineOptions(name, policy, windows, inputOf, retry, other, cleaning, clock);
  }

  /** The same with another cleaning. */
  public PipelineOptions withCleaning(Cleaning other) {
    return new PipelineOptions(name, policy, windows, inputOf, retry, limits, other, clock);
  }

  /** The same with another clock. */
  public PipelineOptions withClock(InstantSource other) {
    return new PipelineOptions(name, policy, windows, inputOf, retry, limits, cleaning, other);
  }
}
