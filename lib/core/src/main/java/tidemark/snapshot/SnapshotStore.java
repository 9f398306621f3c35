package tidemark.snapshot;

import java.util.List;
import java.util.Optional;
import tidemark.log.Position;

/**
 * Keeps the last few snapshots. A snapshot appears when it is frozen, whole or not at all; a crash
 * leaves the one before. One writer at a time, any number of readers.
 */
public interface SnapshotStore extends AutoCloseable {

  /** Begins a snapshot of the state as of {@code position}. */
  SnapshotWriter begin(Position position);

  /** Positions of the snapshots kept, in the order of taking. */
  List<Position> positions();

  /**
   * Opens the newest snapshot of a position.
   *
   * @throws IllegalArgumentException if there is none
   */
  SnapshotReader open(Position position);

  /** The position of the snapshot that was taken last. */
  default Optional<Position> latest() {
    List<Position> positions = positions();
    return positions.isEmpty()
        ? Optional.empty()
        : Optional.of(positions.get(positions.size() - 1));
  }

  /**
   * The lowest offset of all snapshots kept, {@link Long#MAX_VALUE} if there is none: retention
   * keeps what is at or after it.
   */
  default long neededFromInclusive() {
    return positions().stream().mapToLong(Position::offset).min().orElse(Long.MAX_VALUE);
  }

  @Override
  void close();
}
