package tidemark.snapshot;

/** One snapshot that can be read as often as needed, each time from its start. */
@FunctionalInterface
public interface SnapshotSource {
  /** Begins to read the snapshot from its start. The caller closes the reader. */
  SnapshotReader open();
}
