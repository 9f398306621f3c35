package tidemark.pipeline;

import java.time.Duration;
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
 */
public record PipelineOptions(
    String name,
    DeclaredPolicy policy,
    Windows windows,
    Function<Entry, String> inputOf,
    RetryPolicy retry,
    Limits limits) {

  /** The header that {@link #of} reads a record's input from. */
  public static final String INPUT_HEADER = "input";

  /**
   * Numbers that bound the work.
   *
   * @param maxStarts a record that the process was started on so often is dead-lettered, at least 1
   * @param recordsPerSnapshot a snapshot is taken after so many records, at least 1
   * @param snapshotsKept at least 1
   */
  public record Limits(int maxStarts, int recordsPerSnapshot, int snapshotsKept) {
    public Limits {
      if (maxStarts < 1 || recordsPerSnapshot < 1 || snapshotsKept < 1) {
        throw new IllegalArgumentException(
            "each limit of a pipeline must be at least 1, maxStarts="
                + maxStarts
                + ", recordsPerSnapshot="
                + recordsPerSnapshot
                + ", snapshotsKept="
                + snapshotsKept);
      }
    }
  }

  /**
   * Records name their input in the header {@value #INPUT_HEADER}, the first declared one without
   * it; three attempts; 3 starts; a snapshot after each 1,000 records, of which two are kept.
   */
  public static PipelineOptions of(String name, DeclaredPolicy policy, Windows windows) {
    return new PipelineOptions(
        name,
        policy,
        windows,
        entry -> headerOr(entry, policy.inputs().get(0)),
        RetryPolicy.bounded(3, Duration.ofMillis(100)),
        new Limits(3, 1000, 2));
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
    return new PipelineOptions(name, policy, windows, inputOf, other, limits);
  }

  /** The same with other limits. */
  public PipelineOptions withLimits(Limits other) {
    return new PipelineOptions(name, policy, windows, inputOf, retry, other);
  }
}
