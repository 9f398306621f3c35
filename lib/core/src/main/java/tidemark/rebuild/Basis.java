package tidemark.rebuild;

import java.io.IOException;
import java.io.UncheckedIOException;
import tidemark.log.Log;
import tidemark.log.Position;
import tidemark.snapshot.SnapshotReader;
import tidemark.snapshot.SnapshotSource;

/**
 * What a rebuild starts from: a state that was emptied, or restored from a snapshot. Whether it is
 * empty is asked of the state, and never said by the caller: if a basis were wrongly taken for
 * empty, an unsafe plan would look safe.
 */
public final class Basis {
  private final Position position;
  private final StateKind kind;
  private final boolean empty;

  private Basis(Position position, State state) {
    this.position = position;
    this.kind = state.kind();
    this.empty = state.isEmpty();
  }

  /** Empties the state. The basis is as an empty snapshot at offset 0 of this log. */
  public static Basis nothing(Log log, State state) {
    state.clear();
    // The current epoch, because the log may have forgotten the one in which offset 0 was taken.
    return new Basis(new Position(log.id(), log.epoch(), 0), state);
  }

  /**
   * Empties the state and restores it from the snapshot. The whole snapshot is checked, also the
   * sections that the state does not read.
   *
   * @throws tidemark.snapshot.DamagedSnapshotException if the snapshot is not as it was written, or
   *     not of this state
   * @throws UncheckedIOException if it cannot be read
   */
  public static Basis restored(SnapshotSource snapshot, State state) {
    state.clear();
    try (SnapshotReader reader = snapshot.open()) {
      state.restore(reader);
      reader.finish();
      return new Basis(reader.position(), state);
    } catch (IOException failed) {
      throw new UncheckedIOException(
          "a snapshot must be readable: "
              + failed.getMessage()
              + "; use an older one, or rebuild from empty",
          failed);
    }
  }

  /** The next offset to read, in the log that the snapshot is of. */
  public Position position() {
    return position;
  }

  /** What the state needs from the log. */
  public StateKind kind() {
    return kind;
  }

  /** Whether the state holds nothing that a later entry could have to delete. */
  public boolean isEmpty() {
    return empty;
  }
}
