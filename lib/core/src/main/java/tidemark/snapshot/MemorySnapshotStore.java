package tidemark.snapshot;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.List;
import tidemark.log.Bytes;
import tidemark.log.Position;

/** Keeps the last snapshots in memory, as bytes. */
public final class MemorySnapshotStore implements SnapshotStore {
  private final int keep;
  private final List<Kept> kept = new ArrayList<>();

  private record Kept(Position position, Bytes bytes) {}

  /** Keeps the last {@code keep} snapshots, at least 1. */
  public MemorySnapshotStore(int keep) {
    if (keep < 1) {
      throw new IllegalArgumentException("a store keeps at least one snapshot, keep=" + keep);
    }
    this.keep = keep;
  }

  @Override
  public SnapshotWriter begin(Position position) {
    return new SnapshotWriter(new MemoryTarget(position), position);
  }

  @Override
  public synchronized List<Position> positions() {
    return kept.stream().map(Kept::position).toList();
  }

  @Override
  public synchronized SnapshotReader open(Position position) {
    for (int i = kept.size() - 1; i >= 0; i--) {
      if (kept.get(i).position.equals(position)) {
        return SnapshotReader.of(kept.get(i).bytes.buffer());
      }
    }
    throw new IllegalArgumentException(
        "only a kept snapshot can be opened, position=" + position + ", kept=" + positions());
  }

  private synchronized void add(Kept snapshot) {
    kept.add(snapshot);
    if (kept.size() > keep) {
      kept.remove(0);
    }
  }

  @Override
  public void close() {}

  private final class MemoryTarget implements SnapshotWriter.Target {
    private final Position position;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final WritableByteChannel channel = Channels.newChannel(bytes);

    MemoryTarget(Position position) {
      this.position = position;
    }

    @Override
    public void write(ByteBuffer frame) throws IOException {
      channel.write(frame);
    }

    @Override
    public void freeze() {
      add(new Kept(position, Bytes.of(bytes.toByteArray())));
    }

    @Override
    public void close() {}
  }
}
