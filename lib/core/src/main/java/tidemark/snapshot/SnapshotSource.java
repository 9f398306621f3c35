package tidemark.snapshot;

/** Where one snapshot can be read, as often as needed. */
@FunctionalInterface
public interface SnapshotSource {
  /** Begins to read the snapshot from its start. The caller closes the reader. */
  SnapshotReader open();
}
