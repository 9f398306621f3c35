package tidemark.snapshot;

/** Where one snapshot can be read, again and again. */
@FunctionalInterface
public interface SnapshotSource {
  /** Begins to read it from the start. */
  SnapshotReader open();
}
