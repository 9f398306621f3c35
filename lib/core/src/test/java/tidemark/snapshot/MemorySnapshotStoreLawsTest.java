package tidemark.snapshot;

final class MemorySnapshotStoreLawsTest extends SnapshotStoreLaws {
  @Override
  protected SnapshotStore create(int keep) {
    return new MemorySnapshotStore(keep);
  }

  @Override
  protected SnapshotStore reopen(SnapshotStore store) {
    return store;
  }
}
