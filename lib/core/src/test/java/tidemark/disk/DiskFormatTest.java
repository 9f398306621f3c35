package tidemark.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;
import tidemark.log.Bytes;
import tidemark.log.Event;
import tidemark.log.ManualClock;
import tidemark.simulate.FaultyStorage;

/** The layout of {@link BatchLayout}. */
final class DiskFormatTest {
  private static final int RECORDS = 10_000;

  @Test
  void recordOf116BytesInABatchOf100TakesAtMost126OnDisk() throws IOException {
    ManualClock clock = new ManualClock(1_790_000_000_000L);
    FaultyStorage storage = new FaultyStorage();
    DiskLogOptions options =
        DiskLogOptions.compacted(clock).withDurability(Durability.every(100, Durability.NO_LIMIT));
    try (DiskLog log = DiskLog.open(storage, options)) {
      Event event = Event.of(Bytes.of(new byte[16]), Bytes.of(new byte[100]));
      for (int i = 0; i < RECORDS; i++) {
        clock.advance(i % 3);
        log.append(event.withEventTime(clock.millis() - 50));
      }
    }
    long bytes = storage.bytes(new SegmentName(0, 0).logFile()).length;
    assertTrue(bytes <= 126L * RECORDS, bytes + " bytes");
  }

  @Test
  void numbersOfAnySizeComeBack() {
    ByteBuffer buffer = ByteBuffer.allocate(20);
    for (int shift = 0; shift < Long.SIZE; shift++) {
      for (long near : List.of(-1L, 0L, 1L)) {
        long value = (1L << shift) + near;
        for (long signed : new long[] {value, -value}) {
          BatchLayout.putZigzag(buffer.clear(), signed);
          assertTrue(buffer.position() <= 10);
          assertEquals(signed, BatchLayout.zigzag(buffer.flip()));
          assertEquals(0, buffer.remaining());
        }
        int length = (int) value & Integer.MAX_VALUE;
        BatchLayout.putVarint(buffer.clear(), length);
        assertTrue(buffer.position() <= 5);
        assertEquals(length, BatchLayout.varint(buffer.flip()));
      }
    }
  }
}
