package tidemark.rebuild;

import java.io.IOException;
import tidemark.log.Cursor;
import tidemark.log.Position;
import tidemark.snapshot.Snapshot;
import tidemark.snapshot.SnapshotReader;
import tidemark.snapshot.SnapshotWriter;

/** State that is made by applying the entries of a log in offset order. Not thread-safe. */
public interface State {
  /** What the state needs from the log; always the same for one state. */
  StateKind kind();

  /**
   * Whether there is nothing in it that a later entry could delete. For a table: no key has a
   * value.
   */
  boolean isEmpty();

  /** Makes the state like a new one, to which no entry was applied. */
  void clear();

  /**
   * Applies the cursor's current entry. The cursor's views are valid during the call only. It is
   * called for every entry, so it should allocate nothing.
   */
  void apply(Cursor entry);

  /** Writes the state as sections with names of its own; neither freezes nor closes the writer. */
  void save(SnapshotWriter writer) throws IOException;

  /** Takes over a state that {@link #save} wrote. Call {@link #clear} before. */
  void restore(SnapshotReader reader) throws IOException;

  /**
   * A snapshot of the state, in memory.
   *
   * @param position the next offset that it has not applied
   */
  default Snapshot snapshot(Position position) {
    return Snapshot.of(position, this::save);
  }
}
