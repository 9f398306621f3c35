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
 * What a pipeline declares.
 *
 * @param name of its event log, as people know it; dead letters carry it
 * @param policy inputs, watermark, idle rule and late rule
 * @param windows in which events are counted, in ms of event time
 * @param inputOf the declared input a record belongs to; it must not fail on poison
 * @param retry what becomes of a record whose handler fails
 * @param limits when it gives a record up, takes a snapshot, and how many it keeps
 * @param cleaning when it makes room in its own logs
 * @param clock gives the append times of its own logs, and <i>now</i> wherever it asks for it; no
 *     result depends on it
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

  /** The header that {@link #of} reads a record's input from. */
  public static final String INPUT_HEADER = "input";

  /**
   * Numbers that bound the work.
   *
   * @param maxStarts a record that the process was started on so often is dead-lettered, at least 1
   * @param recordsPerSnapshot a snapshot is taken after so many records, at least 1
   * @param snapshotsKept at least 1
   * @param recordsPerGroup so many records share each sync, at least 1; 1 gives each its own
   * @param maxDeadInARow so many dead letters in a row are allowed, at least 1; then the pipeline
   *     stops, because something else must be broken; {@link Integer#MAX_VALUE} allows any number
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
            "each limit of a pipeline must be at least 1, maxStarts=%d, recordsPerSnapshot=%d, snapshotsKept=%d, recordsPerGroup=%d, maxDeadInARow=%d"
                .formatted(
                    maxStarts, recordsPerSnapshot, snapshotsKept, recordsPerGroup, maxDeadInARow));
      }
    }

    /** Each record is synced by itself, and any number of dead letters in a row is allowed. */
    public Limits(int maxStarts, int recordsPerSnapshot, int snapshotsKept) {
      this(maxStarts, recordsPerSnapshot, snapshotsKept, 1, Integer.MAX_VALUE);
    }

    /** The same with groups of so many records. */
    public Limits withGroups(int newRecordsPerGroup) {
      return new Limits(
          maxStarts, recordsPerSnapshot, snapshotsKept, newRecordsPerGroup, maxDeadInARow);
    }

    /** The same with so many dead letters in a row. */
    public Limits withMaxDeadInARow(int newMax) {
      return new Limits(maxStarts, recordsPerSnapshot, snapshotsKept, recordsPerGroup, newMax);
    }
  }

  /**
   * When a pipeline makes room in its own logs.
   *
   * @param records after a snapshot, a log of which about so many records may go is cleaned; at
   *     least 1
   * @param deleteRetention a tombstone stays in the table log for so long after the first
   *     compaction that met it, for those who follow that log; not negative
   */
  public record Cleaning(int records, Duration deleteRetention) {
    public Cleaning {
      if (records < 1 || deleteRetention.isNegative()) {
        throw new IllegalArgumentException(
            "a cleaning must wait for a record, and a delete retention must not be negative,"
                + " records="
                + records
                + ", deleteRetention="
                + deleteRetention);
      }
    }

    /** After 10,000 records; tombstones stay for a day. */
    public static Cleaning usual() {
      return new Cleaning(10_000, Duration.ofDays(1));
    }
  }

  /** The usual cleaning, and the system's clock. */
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
   * Records name their input in the header {@value #INPUT_HEADER}, the first declared one without
   * it; three attempts; 3 starts; a snapshot after each 1,000 records, of which two are kept; each
   * record synced by itself; at most 10 dead letters in a row; the usual cleaning and clock.
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
