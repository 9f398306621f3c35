package tidemark.engines.bench;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.rocksdb.Checkpoint;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.RocksIterator;

/**
 * RocksDB: entries are put, and a checkpoint is made, which flushes what is in memory and links the
 * files. Reading opens the checkpoint and scans it.
 */
final class RocksSnapshotSide implements SnapshotSide {
  private final SnapshotWork work;
  private final Path directory;
  private final RocksTable table;
  private int checkpoints;

  RocksSnapshotSide(SnapshotWork work, Path directory) {
    this.work = work;
    this.directory = directory;
    table = new RocksTable(directory.resolve("db"));
  }

  @Override
  public void write() {
    work.fill(this::put);
    checkpoint();
  }

  @Override
  public void change(int round) {
    work.change(round, this::put);
    table.write();
  }

  @Override
  public void save() {
    checkpoint();
  }

  private void put(int entry, ByteBuffer value) {
    byte[] bytes = new byte[SnapshotWork.VALUE_BYTES];
    value.get(value.position(), bytes);
    table.put(work.keyBytes(entry), bytes);
  }

  private Path newest() {
    return directory.resolve("checkpoint" + checkpoints);
  }

  private void checkpoint() {
    table.write();
    checkpoints++;
    try (Checkpoint checkpoint = Checkpoint.create(table.db())) {
      checkpoint.createCheckpoint(newest().toString());
    } catch (RocksDBException e) {
      throw RocksTable.failed(e);
    }
  }

  @Override
  public void merge() {}

  @Override
  public long read() {
    return digest();
  }

  @Override
  public long digest() {
    long sum = 0;
    ByteBuffer key = ByteBuffer.allocateDirect(SnapshotWork.KEY_BYTES);
    ByteBuffer value = ByteBuffer.allocateDirect(SnapshotWork.VALUE_BYTES);
    try (Options options = new Options();
        RocksDB db = RocksDB.openReadOnly(options, newest().toString());
        RocksIterator rows = db.newIterator()) {
      for (rows.seekToFirst(); rows.isValid(); rows.next()) {
        rows.key(key.clear());
        rows.value(value.clear());
        sum += SnapshotWork.digest(key, value);
      }
      return sum;
    } catch (RocksDBException e) {
      throw RocksTable.failed(e);
    }
  }

  @Override
  public void close() {
    table.close();
  }
}
