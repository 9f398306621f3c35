package tidemark.rebuild;

import tidemark.log.Cursor;
import tidemark.log.Position;
import tidemark.snapshot.Snapshot;
import tidemark.snapshot.SnapshotReader;
import tidemark.snapshot.SnapshotWriter;

/** State that is made by applying a log's entries in order. */
public interface State {
  /** What it needs from the log. */
  StateKind kind();

  /** Whether nothing is in it: of a table, that no key is alive. */
  boolean isEmpty();

  /** Empties it. */
  void clear();

  /** Applies the cursor's entry, without garbage. The cursor's views do not outlive the call. */
  void apply(Cursor entry);

  /** Writes it as sections of its own. */
  void save(SnapshotWriter writer);

  /** Becomes what {@link #save} wrote. It is empty before. */
  void restore(SnapshotReader reader);

  /** A snapshot of it; {@code position} is the next offset that it has not applied. */
  default Snapshot snapshot(Position position) {
    return Snapshot.of(position, this::save);
  }
}
