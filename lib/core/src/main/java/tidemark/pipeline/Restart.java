package tidemark.pipeline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tidemark.deadletter.Partition;
import tidemark.log.Position;
import tidemark.snapshot.DamagedSnapshotException;
import tidemark.snapshot.SnapshotReader;
import tidemark.storage.Storage;

/**
 * Makes the restart plan from what the disk holds, and restores the state with which it begins.
 *
 * <ol>
 *   <li>It begins with the newest snapshot whose positions in the event log, the table log and the
 *       log of dead letters are all still valid.
 *   <li>If there is none, it begins from empty; but only if the event log begins at 0 and no dead
 *       letter was removed by cleaning, because without it the decision about its record is not
 *       known.
 *   <li>Otherwise it refuses.
 * </ol>
 */
final class Restart {
  private final Partition events;
  private final Stores stores;
  private final PipelineOptions options;
  private final long decidedEnd;
  private final List<String> passedOver = new ArrayList<>();
  private final Set<Position> lost = new HashSet<>();

  /**
   * A plan with the state that it begins with.
   *
   * @param next the first offset that is not in the state
   * @param from the snapshot that was restored; null for none
   */
  record Found(RestartPlan plan, FoldedState state, long next, @Nullable Position from) {}

  private Restart(PipelineOptions options, Parts parts) {
    this.options = options;
    this.events = parts.events();
    this.stores = parts.stores();
    this.decidedEnd = parts.decisions().decidedEnd();
  }

  /** Chooses; changes nothing. */
  static Found choose(PipelineOptions options, Parts parts) {
    return new Restart(options, parts).choose();
  }

  private Found choose() {
    List<Position> kept = new ArrayList<>(stores.snapshots().positions());
    Collections.reverse(kept);
    for (Position position : kept) {
      FoldedState state = new FoldedState(options);
      String flaw =
          lost.contains(position) ? "it is built on one that is damaged" : flaw(position, state);
      if (flaw == null) {
        long end = Math.max(position.offset(), decidedEnd);
        RestartPlan plan = new RestartPlan.FromSnapshot(position, end, List.copyOf(passedOver));
        return new Found(plan, state, position.offset(), position);
      }
      passedOver.add("the snapshot at offset " + position.offset() + ": " + flaw);
    }
    return new Found(withoutSnapshot(), new FoldedState(options), 0, null);
  }

  private RestartPlan withoutSnapshot() {
    long start = events.log().startOffset();
    if (start > 0) {
      return new RestartPlan.Refused(start, List.copyOf(passedOver));
    }
    if (stores.deadLetters().startOffset() > 0) {
      passedOver.add("an empty state: settled dead letters were cleaned away after a snapshot");
      return new RestartPlan.Refused(start, List.copyOf(passedOver));
    }
    return new RestartPlan.FromEmpty(decidedEnd, List.copyOf(passedOver));
  }

  /**
   * Restores a snapshot into the state. Returns what is wrong with the snapshot, null if nothing.
   */
  private @Nullable String flaw(Position position, FoldedState state) {
    if (!Places.stands(events, position)) {
      return "the event log no longer vouches for its position";
    }
    if (position.offset() < events.log().startOffset()) {
      return "the event log begins only at offset " + events.log().startOffset();
    }
    try (SnapshotReader reader = stores.snapshots().open(position)) {
      SnapshotEnds ends = SnapshotEnds.read(reader);
      state.restore(reader);
      reader.finish();
      if (!Places.stands(new Partition("table", stores.table()), ends.table())) {
        return "the table log no longer vouches for its position";
      }
      return Places.stands(new Partition("dead letters", stores.deadLetters()), ends.deadLetters())
          ? null
          : "the log of dead letters no longer vouches for its position";
    } catch (DamagedSnapshotException damaged) {
      lost.addAll(damaged.lost());
      return String.valueOf(damaged.getMessage());
    } catch (IOException unreadable) {
      throw new UncheckedIOException(
          "a snapshot must be readable, position="
              + position
              + "; see to its folder, and open the pipeline again: "
              + Storage.reason(unreadable),
          unreadable);
    }
  }
}
