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
 * Rebuilds a state from a log, but only if it can be proved that the state comes out right.
 *
 * <ol>
 *   <li>Empty the state, and restore it from the snapshot if there is one. The snapshot's position
 *       decides where to resume; a committed offset does not.
 *   <li>Make the {@link RebuildPlan}. If it is not safe, empty the state and return the plan.
 *   <li>Apply the surviving entries from that position to the end, except those that the first run
 *       skipped.
 *   <li>Look again at the mark on which the proof rests. If it has moved, to the offset where
 *       reading started or beyond, compaction may have overtaken the reading: an old entry of a key
 *       was read, but the tombstone after it was gone. Then start again.
 *   <li>If the log could not read its marks when it was opened, they stand at their highest and
 *       cannot move. Then count the surviving entries again. New entries come only at the end, and
 *       an old entry is removed before its tombstone: so if none was removed, none was missed.
 * </ol>
 *
 * <p>If the state is not rebuilt it is empty, also after an exception. The log's writer, compaction
 * and retention may go on during a rebuild. Not thread-safe: no one else may use the state
 * meanwhile.
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

  /** The same, but it skips the entries at these offsets, as the first run did (dead letters). */
  public Rebuild skipping(long... offsets) {
    long[] sorted = offsets.clone();
    Arrays.sort(sorted);
    return new Rebuild(log, state, progress, sorted);
  }

  /** The same, which tells {@code newProgress} how far it has read the log. */
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

  /**
   * Rebuilds from the log alone.
   *
   * @throws IllegalStateException if the log is closed
   * @throws java.io.UncheckedIOException if it cannot be read
   */
  public Outcome fromEmpty() {
    return run(null);
  }

  /**
   * Rebuilds from a snapshot and the log's suffix.
   *
   * @throws tidemark.snapshot.DamagedSnapshotException if the snapshot is not as it was written
   * @throws IllegalStateException if the log is closed
   * @throws java.io.UncheckedIOException if the snapshot or the log cannot be read
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
