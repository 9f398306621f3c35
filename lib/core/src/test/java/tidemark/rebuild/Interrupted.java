package tidemark.rebuild;

import java.io.IOException;
import tidemark.log.Cursor;
import tidemark.snapshot.SnapshotReader;
import tidemark.snapshot.SnapshotWriter;

/** A state that lets something else happen after each entry that it applies. */
final class Interrupted implements State {
  private final State inner;
  private final Runnable interruption;
  private int applied;

  Interrupted(State inner, Runnable interruption) {
    this.inner = inner;
    this.interruption = interruption;
  }

  State inner() {
    return inner;
  }

  int applied() {
    return applied;
  }

  @Override
  public StateKind kind() {
    return inner.kind();
  }

  @Override
  public boolean isEmpty() {
    return inner.isEmpty();
  }

  @Override
  public void clear() {
    inner.clear();
  }

  @Override
  public void apply(Cursor entry) {
    inner.apply(entry);
    applied++;
    interruption.run();
  }

  @Override
  public void save(SnapshotWriter writer) throws IOException {
    inner.save(writer);
  }

  @Override
  public void restore(SnapshotReader reader) throws IOException {
    inner.restore(reader);
  }
}
