package tidemark.engines.bench;

/** Who takes snapshots of the table of a {@link SnapshotWork}. One thread. */
public interface SnapshotSide extends AutoCloseable {
  /** Takes the first snapshot, of all entries; durable on return. */
  void write();

  /**
   * Changes the entries of a round in memory, the rounds in turn from 1.
   *
   * @throws UnsupportedOperationException if this side cannot
   */
  void change(int round);

  /** Takes a snapshot after a change; durable on return. */
  void save();

  /** Makes what the newest snapshot is read from as fast as it can be; only ours does something. */
  void merge();

  /** Opens the newest snapshot, and reads all of it. */
  long read();

  /** The sum of {@link SnapshotWork#digest} over what was read last, or over what a read gives. */
  long digest();

  @Override
  void close();
}
