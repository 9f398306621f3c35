package tidemark.pipeline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tidemark.compact.Compactor;
import tidemark.deadletter.DeadLetter;
import tidemark.deadletter.DeadLetters;
import tidemark.deadletter.Partition;
import tidemark.log.Position;
import tidemark.snapshot.DamagedSnapshotException;
import tidemark.snapshot.SnapshotReader;
import tidemark.storage.Storage;

/**
 * Removes, after each snapshot, what no kept snapshot needs. Let <i>n</i> be the lowest offset of
 * the kept snapshots, <i>t</i> the lowest of their ends of the table log, and <i>d</i> the lowest
 * of their ends of the log of dead letters:
 *
 * <ol>
 *   <li>The state forgets a deleted key if its delete lies below every open dead letter.
 *   <li>The table log is compacted below t only, so that no tombstone at or after t is removed,
 *       which the oldest kept snapshot may need.
 *   <li>A settled dead letter is removed if its record lies below n and its settlement below d:
 *       then each kept snapshot has its effect, and its record is not executed again. After that a
 *       rebuild from empty is impossible, and {@link Restart} refuses it.
 *   <li>The decisions that still count are copied to the end of their log, and the front of that
 *       log is removed.
 * </ol>
 *
 * <p>The snapshot is durable before all this. A crash in between leaves more than is needed. One
 * thread.
 */
final class Cleaner {
  private final PipelineOptions options;
  private final Partition events;
  private final Stores stores;
  private final Decisions decisions;
  private final DeadLetters deadLetters;
  private final Map<Position, SnapshotEnds> endsOf = new HashMap<>();
  private long tableCleanedTo;

  Cleaner(PipelineOptions options, Parts parts) {
    this.options = options;
    this.events = parts.events();
    this.stores = parts.stores();
    this.decisions = parts.decisions();
    this.deadLetters = parts.deadLetters();
    this.tableCleanedTo = stores.table().marks().highestRemoved() + 1;
  }

  /** Ends a segment of the log of dead letters, so that a snapshot that follows begins another. */
  void beforeSnapshot() {
    stores.deadLetters().roll();
  }

  /** After a snapshot. */
  void afterSnapshot(FoldedState state, List<DeadLetter> open) {
    boolean known = findEnds();
    long needed = stores.snapshots().neededFromInclusive();
    state
        .cells()
        .forgetDeletes(
            open.stream().mapToLong(letter -> letter.entry().offset()).min().orElse(needed));
    if (known) {
      long added = stores.table().endOffset() - tableCleanedTo;
      if (added >= Math.max(options.cleaning().records(), state.cells().size())) {
        compactBelowSnapshots();
      }
      cleanDeadLetters(state, needed);
    }
    if (decisions.size() >= options.cleaning().records() + decisions.replays().size()) {
      decisions.clean(placed -> isGone(placed, needed));
    }
  }

  /** Compacts the table log now, however little was added. */
  void compactTable() {
    if (findEnds()) {
      compactBelowSnapshots();
    }
  }

  /** Finds where the kept snapshots end in the logs; false if one of them cannot be read. */
  private boolean findEnds() {
    Set<Position> kept = Set.copyOf(stores.snapshots().positions());
    endsOf.keySet().retainAll(kept);
    kept.forEach(position -> endsOf.computeIfAbsent(position, this::ends));
    return endsOf.size() == kept.size();
  }

  private @Nullable SnapshotEnds ends(Position position) {
    try (SnapshotReader reader = stores.snapshots().open(position)) {
      return SnapshotEnds.read(reader);
    } catch (DamagedSnapshotException damaged) {
      return null;
    } catch (IOException unreadable) {
      throw new UncheckedIOException(
          "a snapshot must be readable, position="
              + position
              + "; see to its folder, and open the pipeline again: "
              + Storage.reason(unreadable),
          unreadable);
    }
  }

  private void compactBelowSnapshots() {
    long leastEnd =
        endsOf.values().stream().mapToLong(ends -> ends.table().offset()).min().orElse(0);
    stores.table().roll();
    Compactor.of(options.clock(), options.cleaning().deleteRetention())
        .compact(new CompactedBelow(stores.table(), leastEnd));
    tableCleanedTo = stores.table().endOffset();
  }

  private void cleanDeadLetters(FoldedState state, long needed) {
    long leastEnd =
        endsOf.values().stream().mapToLong(ends -> ends.deadLetters().offset()).min().orElse(0);
    Set<Position> gone =
        deadLetters.settledBelow(leastEnd).stream()
            .map(letter -> letter.origin().place())
            .filter(place -> place.offset() < needed && Places.holds(events, place))
            .filter(place -> state.hasReplayed(place) || isDiscarded(place))
            .collect(Collectors.toUnmodifiableSet());
    int left = deadLetters.all().size() - gone.size();
    if (gone.size() >= Math.max(options.cleaning().records(), left)) {
      deadLetters.clean(gone, leastEnd);
      state.forgetReplays(gone);
    }
  }

  private boolean isDiscarded(Position place) {
    return deadLetters
        .settlement(place)
        .filter(settlement -> settlement == DeadLetters.Settlement.DISCARDED)
        .isPresent();
  }

  private boolean isGone(Decisions.Placed placed, long needed) {
    return placed.at().offset() < needed && deadLetters.letter(placed.record()) == null;
  }
}
