package tidemark.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Event;
import tidemark.log.Header;

/** Neither appending nor reading makes garbage per record. */
final class DiskLogGarbageTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final int RECORDS = 200_000;

  @TempDir Path directory;

  private static long allocated() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }

  @Test
  void appendAndReadMakeNoGarbagePerRecord() {
    Event event =
        new Event(
            Bytes.text("key"),
            Bytes.of(new byte[50]),
            7,
            List.of(new Header("h", Bytes.text("x"))));
    Durability grouped = Durability.leftToSystem(500, Durability.NO_LIMIT);
    try (DiskLog log =
        DiskLog.open(
            directory, DiskLogOptions.compacted(InstantSource.system()).withDurability(grouped))) {
      append(log, event);
      long before = allocated();
      append(log, event);
      long perAppend = (allocated() - before) * 10 / RECORDS;
      assertTrue(perAppend < 10, "tenths of a byte per append: " + perAppend);
      read(log, 0);
      before = allocated();
      assertEquals(RECORDS, read(log, RECORDS));
      long perRead = (allocated() - before) * 10 / RECORDS;
      assertTrue(perRead < 20, "tenths of a byte per record read: " + perRead);
    }
  }

  private static void append(DiskLog log, Event event) {
    for (int i = 0; i < RECORDS; i++) {
      log.append(event);
    }
    log.sync();
  }

  private static int read(DiskLog log, long from) {
    int records = 0;
    try (Cursor cursor = log.read(from)) {
      while (cursor.next()) {
        if (cursor.keyBuffer() != null && cursor.valueBuffer() != null) {
          records++;
        }
      }
    }
    return records;
  }
}
