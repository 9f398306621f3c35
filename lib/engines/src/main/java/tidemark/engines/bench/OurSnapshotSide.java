package tidemark.engines.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Objects;
import java.util.UUID;
import tidemark.log.Bytes;
import tidemark.log.Position;
import tidemark.rebuild.KeyedTable;
import tidemark.snapshot.DiskSnapshotStore;
import tidemark.snapshot.SnapshotReader;
import tidemark.snapshot.SnapshotWriter;

/** This library's table and its snapshots, as changes or all of them whole. */
final class OurSnapshotSide implements SnapshotSide {
  private final SnapshotWork work;
  private final DiskSnapshotStore store;
  private final boolean asChanges;
  private final KeyedTable table = new KeyedTable();
  private final SnapshotWork.Entries entries;
  private KeyedTable read = new KeyedTable();

  OurSnapshotSide(SnapshotWork work, Path directory, boolean asChanges) {
    this.work = work;
    this.asChanges = asChanges;
    store = DiskSnapshotStore.open(directory, 1);
    entries = new SnapshotWork.Entries(work);
    work.fill(this::put);
  }

  private void put(int entry, ByteBuffer value) {
    entries.at(entry, value);
    table.apply(entries);
  }

  private Position position() {
    return new Position(new UUID(0, 1), 0, entries.position());
  }

  @Override
  public void write() {
    save(store.begin(position()));
  }

  @Override
  public void change(int round) {
    work.change(round, this::put);
  }

  @Override
  public void save() {
    Position last = store.latest().orElseThrow();
    save(asChanges ? store.beginChange(position(), last) : store.begin(position()));
  }

  private void save(SnapshotWriter begun) {
    try (SnapshotWriter writer = begun) {
      table.save(writer);
      writer.freeze();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void merge() {
    store.merge();
  }

  @Override
  public long read() {
    read = new KeyedTable();
    try (SnapshotReader reader = store.open(store.latest().orElseThrow())) {
      read.restore(reader);
      reader.finish();
      return read.size();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public long digest() {
    if (read.isEmpty()) {
      read();
    }
    long sum = 0;
    for (int entry = 0; entry < work.entries(); entry++) {
      Bytes value = Objects.requireNonNull(read.value(Bytes.copyOf(work.key(entry))));
      sum += SnapshotWork.digest(work.key(entry), value.buffer());
    }
    return sum;
  }

  @Override
  public void close() {
    store.close();
  }
}
