package tidemark.engines.bench;

import java.nio.file.Path;
import org.rocksdb.CompressionType;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/**
 * A table in RocksDB, written as Kafka Streams restores one: in batches of 1,000, without a log of
 * its own, because it can be made again. Not compressed: the values are random. One thread.
 */
final class RocksTable implements AutoCloseable {
  private static final int BATCH = 1000;

  private final Options options =
      new Options().setCreateIfMissing(true).setCompressionType(CompressionType.NO_COMPRESSION);
  private final WriteOptions unlogged = new WriteOptions().setDisableWAL(true);
  private final WriteBatch batch = new WriteBatch();
  private final RocksDB db;

  RocksTable(Path directory) {
    RocksDB.loadLibrary();
    try {
      db = RocksDB.open(options, directory.toString());
    } catch (RocksDBException e) {
      throw failed(e);
    }
  }

  static IllegalStateException failed(RocksDBException cause) {
    return new IllegalStateException("RocksDB must do its part of the benchmark", cause);
  }

  RocksDB db() {
    return db;
  }

  void put(byte[] key, byte[] value) {
    try {
      batch.put(key, value);
    } catch (RocksDBException e) {
      throw failed(e);
    }
    if (batch.count() >= BATCH) {
      write();
    }
  }

  /** Hands over the batch that is not full. */
  void write() {
    try {
      db.write(unlogged, batch);
    } catch (RocksDBException e) {
      throw failed(e);
    }
    batch.clear();
  }

  @Override
  public void close() {
    db.close();
    batch.close();
    unlogged.close();
    options.close();
  }
}
