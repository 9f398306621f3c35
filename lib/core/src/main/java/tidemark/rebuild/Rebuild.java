package tidemark.rebuild;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tidemark.log.Cursor;
import tidemark.log.Log;
import tidemark.log.Marks;
import tidemark.log.Position;
import tidemark.log.ProgressListener;
import tidemark.log.RetentionGapException;
import tidemark.snapshot.SnapshotSource;

/**
 * Rebuilds a state, if it can be proved that it comes out right.
 *
 * <ol>
 *   <li>Empty the state, and restore it from the snapshot if there is one. The snapshot's position
 *       decides where to resume; a committed offset does not.
 *   <li>Make the {@link RebuildPlan}. If it is not safe, empty the state and return the plan.
 *   <li>Apply the surviving entries from that position to the end, except those that the first run
 *       skipped.
 *   <li>Compare the mark that the proof rests on with what it was before. If it moved to or beyond
 *       where reading started, compaction may have overtaken the reading, which then saw a key's
 *       old entry but not the tombstone after it: start again.
 *   <li>Marks that could not be read do not move. Then count the surviving entries again. No entry
 *       appears below the end, and an old entry goes before its tombstone: if none went, none was
 *       missed.
 * </ol>
 *
 * <p>A state that was not rebuilt is empty, also after an exception. The log's writer, compaction
 * and retention may go on during a rebuild. A rebuild itself is for one thread.
 */
public final class Rebuild {
  private static final int MAX_ATTEMPTS = 16;
  private static final int PROGRESS_EVERY = 1 << 14;

  private final Log log;
  private final State state;
  private final ProgressListener progress;
  private final long[] skipped;

  private Rebuild(Log log, State state, ProgressListener progress, long[] skipped) {
    this.log = log;
    this.state = state;
    this.progress = progress;
    this.skipped = skipped;
  }

  /** A rebuild of {@code state} from {@code log}, which skips no entry. */
  public static Rebuild of(Log log, State state) {
    return new Rebuild(log, state, ProgressListener.SILENT, new long[0]);
  }

  /** The same, without the entries at these offsets, which the first run skipped too. */
  public Rebuild skipping(long... offsets) {
    long[] sorted = offsets.clone();
    Arrays.sort(sorted);
    return new Rebuild(log, state, progress, sorted);
  }

  /** The same, reporting to {@code newProgress} while it reads the log. */
  public Rebuild reportingTo(ProgressListener newProgress) {
    return new Rebuild(log, state, newProgress, skipped);
  }

  /** How a rebuild ended. */
  public sealed interface Outcome {}

  /**
   * The state is what the full history gives.
   *
   * @param position the next offset to read
   * @param applied how many entries the last attempt applied
   * @param attempts how many attempts there were, the last one included
   */
  public record Rebuilt(Position position, long applied, int attempts) implements Outcome {}

  /** The state was not rebuilt and is empty; the plan, which is not safe, says why. */
  public record NotRebuilt(RebuildPlan plan) implements Outcome {}

  /** Rebuilds from the log alone. */
  public Outcome fromEmpty() {
    return run(null);
  }

  /**
   * Rebuilds from a snapshot and the log's suffix.
   *
   * @throws tidemark.snapshot.DamagedSnapshotException if the snapshot is not as it was written
   * @throws java.io.UncheckedIOException if it cannot be read
   */
  public Outcome from(SnapshotSource snapshot) {
    return run(snapshot);
  }

  private Outcome run(@Nullable SnapshotSource snapshot) {
    Outcome outcome = null;
    try {
      outcome = attempt(snapshot);
      return outcome;
    } finally {
      if (!(outcome instanceof Rebuilt)) {
        state.clear();
      }
    }
  }

  private Outcome attempt(@Nullable SnapshotSource snapshot) {
    for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      Basis basis = snapshot == null ? Basis.nothing(log, state) : Basis.restored(snapshot, state);
      RebuildPlan plan = RebuildPlan.of(log, basis, skipped);
      if (!(plan instanceof RebuildPlan.Safe safe)) {
        return new NotRebuilt(plan);
      }
      try (Cursor cursor = log.read(safe.from().offset())) {
        long applied = apply(cursor);
        Rebuilt rebuilt = new Rebuilt(log.position(cursor.position()), applied, attempt);
        if (!moved(safe, rebuilt)) {
          return rebuilt;
        }
      } catch (RetentionGapException overtaken) {
        // The next attempt's plan refuses, with both offsets.
      }
    }
    return new NotRebuilt(
        new RebuildPlan.CannotProve(List.of(new RebuildPlan.MarksKeptMoving(MAX_ATTEMPTS))));
  }

  private long apply(Cursor cursor) {
    long applied = 0;
    while (cursor.next()) {
      if (!isSkipped(cursor.offset())) {
        state.apply(cursor);
        if (++applied % PROGRESS_EVERY == 0) {
          progress.at(cursor.position(), log.endOffset());
        }
      }
    }
    progress.at(cursor.position(), log.endOffset());
    return applied;
  }

  private boolean isSkipped(long offset) {
    return skipped.length > 0 && Arrays.binarySearch(skipped, offset) >= 0;
  }

  private boolean moved(RebuildPlan.Safe plan, Rebuilt rebuilt) {
    long from = plan.from().offset();
    Marks now = log.marks();
    if (plan.marks().highestPurged() == Long.MAX_VALUE) {
      return survivors(from, rebuilt.position().offset()) < rebuilt.applied();
    }
    boolean anySkipped = skipped.length > 0 && skipped[skipped.length - 1] > from;
    if (state.kind() == StateKind.LATEST_PER_KEY && !anySkipped) {
      return now.highestPurged() != plan.marks().highestPurged() && now.highestPurged() >= from;
    }
    return now.highestRemoved() >= from;
  }

  /** How many entries would be applied now. */
  private long survivors(long fromInclusive, long endExclusive) {
    long survivors = 0;
    try (Cursor cursor = log.read(fromInclusive)) {
      while (cursor.next() && cursor.offset() < endExclusive) {
        survivors += isSkipped(cursor.offset()) ? 0 : 1;
      }
    }
    return survivors;
  }
}
