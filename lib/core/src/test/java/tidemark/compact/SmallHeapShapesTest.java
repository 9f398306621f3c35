package tidemark.compact;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.SmallHeap;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.disk.Durability;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Event;
import tidemark.log.Header;
import tidemark.log.Log;
import tidemark.log.ManualClock;

/**
 * Logs of all shapes are compacted, merged, opened and read by default settings in a small heap.
 */
final class SmallHeapShapesTest {
  @TempDir Path directory;

  @Test
  void logOfAnyShapeIsCompactedAndReadInASmallHeap() throws Exception {
    assertEquals(0, SmallHeap.run(40, Shapes.class, directory.toString()));
  }

  /** What is appended, and how large a segment is. */
  enum Shape {
    ONE_KEY_OVER_AND_OVER(60_000, 1 << 20),
    DELETES_ONLY(60_000, 1 << 20),
    EACH_KEY_TWICE_FAR_APART(60_000, 1 << 20),
    KEYS_OF_ALL_LENGTHS(1_000, 1 << 20),
    MANY_SMALL_SEGMENTS(5_000, 2_000),
    ONE_SEGMENT_FOR_EACH_RECORD(200, 1),
    MANY_HEADERS(300, 1 << 20),
    HEADERS_AS_LARGE_AS_ALLOWED(20, 1 << 20),
    VALUES_OF_MEBIBYTES(20, 4 << 20),
    LONG_BATCHES(50_000, 64 << 20),
    NO_KEY_TWICE(60_000, 4 << 20);

    private final int records;
    private final int segmentBytes;

    Shape(int records, int segmentBytes) {
      this.records = records;
      this.segmentBytes = segmentBytes;
    }

    Event event(int i) {
      return switch (this) {
        case ONE_KEY_OVER_AND_OVER -> Event.of("k", "" + i);
        case DELETES_ONLY -> Event.of("k" + i % 30_000, null);
        case EACH_KEY_TWICE_FAR_APART -> Event.of("k" + i % 30_000, "" + i);
        case KEYS_OF_ALL_LENGTHS -> Event.of(Bytes.of(new byte[i * 7 % 5000]), Bytes.text("v"));
        case MANY_SMALL_SEGMENTS, ONE_SEGMENT_FOR_EACH_RECORD -> Event.of("k" + i % 1000, "" + i);
        case MANY_HEADERS -> withHeaders(Event.of("k" + i, "v"), 1000);
        case HEADERS_AS_LARGE_AS_ALLOWED ->
            Event.of("k" + i % 10, "v")
                .withHeader("h", Bytes.of(new byte[Log.MAX_KEY_AND_HEADERS_BYTES - 100]));
        case VALUES_OF_MEBIBYTES -> Event.of(Bytes.text("k" + i % 5), Bytes.of(new byte[2 << 20]));
        case LONG_BATCHES -> Event.of("k" + i % 10, "v".repeat(300));
        case NO_KEY_TWICE -> Event.of("k" + i, "v");
      };
    }

    private static Event withHeaders(Event event, int count) {
      List<Header> headers = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        headers.add(new Header("h" + i, null));
      }
      return new Event(event.key(), event.value(), 0, headers);
    }
  }

  /** Runs in a process of its own; its exit status is 0 if all is right. */
  static final class Shapes {
    private Shapes() {}

    public static void main(String[] arguments) {
      for (Shape shape : Shape.values()) {
        try {
          compact(shape, Path.of(arguments[0], shape.name()));
        } catch (OutOfMemoryError | RuntimeException failed) {
          throw new IllegalStateException("" + shape, failed);
        }
      }
    }

    private static void compact(Shape shape, Path directory) {
      DiskLogOptions options =
          DiskLogOptions.compacted(new ManualClock(0))
              .withSegmentBytes(shape.segmentBytes)
              .withDurability(Durability.leftToSystem(100, Durability.NO_LIMIT));
      Map<Bytes, Long> last = new TreeMap<>(Comparator.comparing(Bytes::buffer));
      try (DiskLog log = DiskLog.open(directory, options)) {
        for (int i = 0; i < shape.records; i++) {
          Event event = shape.event(i);
          last.put(requireNonNull(event.key()), log.append(event));
        }
        log.roll();
        Compactor.of(new ManualClock(0), Duration.ofDays(1)).compact(log);
      }
      try (DiskLog log = DiskLog.open(directory, options);
          Cursor entries = log.read(0)) {
        int left = 0;
        while (entries.next()) {
          left++;
          Bytes key = Bytes.copyOf(requireNonNull(entries.keyBuffer()));
          require(Long.valueOf(entries.offset()).equals(last.get(key)), shape);
        }
        require(left == last.size(), shape);
      }
    }

    private static void require(boolean holds, Shape shape) {
      if (!holds) {
        throw new IllegalStateException(
            "an entry is there that should be gone, or the other way, shape=" + shape);
      }
    }
  }
}
