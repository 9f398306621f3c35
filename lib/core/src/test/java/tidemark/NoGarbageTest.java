package tidemark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.compact.Compaction;
import tidemark.compact.Compactor;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.disk.Durability;
import tidemark.lag.Lag;
import tidemark.log.Cursor;
import tidemark.log.Event;
import tidemark.log.MemoryLog;
import tidemark.log.RewritableLog;
import tidemark.rebuild.KeyedTable;
import tidemark.rebuild.Rebuild;
import tidemark.snapshot.DiskSnapshotStore;
import tidemark.snapshot.RowOutput;
import tidemark.snapshot.Snapshot;
import tidemark.snapshot.SnapshotReader;
import tidemark.snapshot.SnapshotWriter;

/** Hot paths make no garbage per record: the bytes a thread allocates are counted, not timed. */
final class NoGarbageTest {
  private static final int RECORDS = 20_000;
  private static final int KEYS = 100;
  private static final InstantSource CLOCK = InstantSource.fixed(Instant.EPOCH);

  @TempDir Path directory;

  private List<RewritableLog> logs() {
    DiskLogOptions options =
        DiskLogOptions.compacted(CLOCK).withDurability(Durability.leftToSystem());
    List<RewritableLog> logs =
        List.of(
            MemoryLog.compacted(CLOCK, MemoryLog.NO_ROLL),
            DiskLog.open(directory.resolve("log" + System.nanoTime()), options));
    for (RewritableLog log : logs) {
      for (int i = 0; i < RECORDS; i++) {
        log.append(Event.of("key" + i % KEYS, i % 10 == 0 ? null : "value" + i));
      }
    }
    return logs;
  }

  private static long allocatedBytes(Runnable work) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    work.run();
    return threads.getCurrentThreadAllocatedBytes() - before;
  }

  /** Allows what a run needs once, buffers and classes, but not one object a record. */
  private static void assertNoGarbage(RewritableLog log, Runnable work) {
    work.run();
    long bytes = allocatedBytes(work);
    assertTrue(bytes < 8L * RECORDS, log.getClass().getSimpleName() + " allocated " + bytes);
  }

  @Test
  void readingMakesNoGarbagePerRecord() {
    for (RewritableLog log : logs()) {
      assertNoGarbage(
          log,
          () -> {
            long bytes = 0;
            try (Cursor cursor = log.read(0)) {
              while (cursor.next()) {
                var key = cursor.keyBuffer();
                var value = cursor.valueBuffer();
                bytes += key == null ? 0 : key.remaining();
                bytes += value == null ? 0 : value.remaining();
                bytes += cursor.isTombstone() ? 1 : 0;
              }
            }
            assertTrue(bytes > RECORDS);
          });
      log.close();
    }
  }

  @Test
  void lagMakesNoGarbagePerRecord() {
    for (RewritableLog log : logs()) {
      assertNoGarbage(log, () -> assertEquals(RECORDS, Lag.of(log, 0, 1).offsetLag().orElse(-1)));
      log.close();
    }
  }

  @Test
  void compactionMakesNoGarbagePerRecord() {
    for (RewritableLog log : logs()) {
      log.roll();
      Compactor compactor = Compactor.of(CLOCK, Duration.ofMillis(1)).withBudget(1 << 15);
      Compaction[] first = new Compaction[1];
      long bytes = allocatedBytes(() -> first[0] = compactor.compact(log));
      assertEquals(new Compaction(RECORDS, 0, 1, KEYS, RECORDS - KEYS, 0), first[0]);
      assertTrue(bytes < 32L * RECORDS, log.getClass().getSimpleName() + " allocated " + bytes);
      log.close();
    }
  }

  @Test
  void rebuildMakesNoGarbagePerRecord() {
    for (RewritableLog log : logs()) {
      KeyedTable table = new KeyedTable();
      assertNoGarbage(log, () -> Rebuild.of(log, table).skipping(7, 9).fromEmpty());
      assertEquals(KEYS - KEYS / 10, table.size());
      log.close();
    }
  }

  private static void write(SnapshotWriter writer) throws IOException {
    DataOutput values = writer.section("values");
    for (int i = 0; i < RECORDS; i++) {
      values.writeLong(i);
    }
  }

  @Test
  void snapshotMakesNoGarbagePerValue() {
    MemoryLog log = MemoryLog.of("a=1");
    assertNoGarbage(
        log,
        () -> {
          try (SnapshotWriter writer =
              SnapshotWriter.to(OutputStream.nullOutputStream(), log.position(1))) {
            write(writer);
            writer.freeze();
          } catch (IOException failed) {
            throw new UncheckedIOException(failed);
          }
        });
    ByteBuffer bytes = Snapshot.of(log.position(1), NoGarbageTest::write).bytes().buffer();
    assertNoGarbage(
        log,
        () -> {
          try (SnapshotReader reader = SnapshotReader.of(bytes.rewind())) {
            DataInput values = reader.section("values");
            for (int i = 0; i < RECORDS; i++) {
              assertEquals(i, (int) values.readLong());
            }
          } catch (IOException failed) {
            throw new UncheckedIOException(failed);
          }
        });
  }

  /** Puts rows of 16 bytes, each with its number as its key. */
  private static void put(RowOutput out, int rows) throws IOException {
    ByteBuffer row = ByteBuffer.allocate(24).putInt(8, 4).putInt(12, 4);
    for (int i = 0; i < rows; i++) {
      out.put(row.putInt(16, i), 0);
    }
  }

  private static long sumOfKeys(SnapshotReader reader) {
    byte[] value = new byte[4];
    try (reader) {
      DataInput in = reader.section("rows");
      long sum = 0;
      for (int left = in.readInt(); left > 0; left--) {
        in.readLong();
        in.readLong();
        sum += in.readInt();
        in.readFully(value);
      }
      return sum;
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  @Test
  void changeOfASnapshotMakesNoGarbagePerRow() throws IOException {
    int rows = 10 * RECORDS;
    MemoryLog log = MemoryLog.of("a=1 b=2");
    try (DiskSnapshotStore store = DiskSnapshotStore.open(directory.resolve("snapshots"), 1)) {
      long bytes = 0;
      for (int run = 0; run < 2; run++) {
        try (SnapshotWriter whole = store.begin(log.position(1))) {
          put(whole.rows("rows", rows), rows);
          whole.freeze();
        }
        SnapshotWriter change = store.beginChange(log.position(2), log.position(1));
        RowOutput changes = change.changes("rows", rows);
        bytes =
            allocatedBytes(
                () -> {
                  try {
                    put(changes, RECORDS);
                  } catch (IOException failed) {
                    throw new UncheckedIOException(failed);
                  }
                });
        change.freeze();
        change.close();
      }
      assertTrue(bytes < 8L * RECORDS, "writing allocated " + bytes);
      long expected = rows * (rows - 1L) / 2;
      assertEquals(expected, sumOfKeys(store.open(log.position(2))));
      bytes = allocatedBytes(() -> sumOfKeys(store.open(log.position(2))));
      long keysOfChanges = 64L * RECORDS;
      assertTrue(bytes < keysOfChanges + 2L * rows, "reading allocated " + bytes);
    }
  }
}
