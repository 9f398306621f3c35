package tidemark.rebuild;

import java.io.IOException;
import tidemark.log.Cursor;
import tidemark.log.Position;
import tidemark.snapshot.Snapshot;
import tidemark.snapshot.SnapshotReader;
import tidemark.snapshot.SnapshotWriter;

/** State that is made by applying the entries of a log in order. For one thread. */
public interface State {
  /** What it needs from the log. It never changes. */
  StateKind kind();

  /**
   * Whether it holds nothing that a later entry could have to delete: of a table, that no key has a
   * value.
   */
  boolean isEmpty();

  /** Empties it. */
  void clear();

  /** Applies the cursor's entry, without garbage. The cursor's views do not outlive the call. */
  void apply(Cursor entry);

  /** Writes it as sections of its own; freezes and closes nothing. */
  void save(SnapshotWriter writer) throws IOException;

  /** Becomes what {@link #save} wrote. It must be empty before. */
  void restore(SnapshotReader reader) throws IOException;

  /**
   * A snapshot of it, in memory.
   *
   * @param position the next offset that it has not applied
   */
  default Snapshot snapshot(Position position) {
    return Snapshot.of(position, this::save);
  }
}
