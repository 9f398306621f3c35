package tidemark.snapshot;

import java.util.List;
import java.util.Optional;
import tidemark.log.Position;

/**
 * Keeps the last few snapshots of a state. A snapshot is in the store from the moment it is frozen,
 * as a whole; after a crash before that, the store has the snapshot before it. Only one snapshot is
 * written at a time; any number may be read meanwhile.
 */
public interface SnapshotStore extends AutoCloseable {

  /**
   * Begins a snapshot of the state at {@code position}. The caller closes the writer.
   *
   * @throws IllegalStateException if the store is closed, or the writer begun before is neither
   *     frozen nor closed
   * @throws java.io.UncheckedIOException if it cannot be written
   */
  SnapshotWriter begin(Position position);

  /**
   * Begins a snapshot of the state at {@code position} that may be a change: its sections of rows
   * may hold only what changed since the snapshot at {@code base}. It is read as if it were whole.
   * {@link SnapshotWriter#base} tells whether it may be a change of that one, or must be whole,
   * because changes have become too many; then nothing else is different. The caller closes the
   * writer.
   *
   * @throws IllegalArgumentException if no kept snapshot has the position {@code base}
   * @throws IllegalStateException as {@link #begin}
   * @throws java.io.UncheckedIOException if it cannot be written
   */
  SnapshotWriter beginChange(Position position, Position base);

  /** Positions of the snapshots kept, the oldest first; a copy. */
  List<Position> positions();

  /**
   * Opens the newest snapshot of a position. The reader still works when a newer snapshot has taken
   * the place of this one. The caller closes it.
   *
   * @throws IllegalArgumentException if no kept snapshot has this position
   * @throws java.io.UncheckedIOException if it cannot be read
   */
  SnapshotReader open(Position position);

  /** The position of the snapshot that was taken last; empty if there is none. */
  default Optional<Position> latest() {
    List<Position> positions = positions();
    return positions.isEmpty()
        ? Optional.empty()
        : Optional.of(positions.get(positions.size() - 1));
  }

  /**
   * The lowest offset of all snapshots kept: retention must keep what is at or after it. 0 if no
   * snapshot is kept, because then only the whole log can make the state.
   */
  default long neededFromInclusive() {
    return positions().stream().mapToLong(Position::offset).min().orElse(0);
  }

  /** Releases the store. Calling it again does nothing. */
  @Override
  void close();
}
