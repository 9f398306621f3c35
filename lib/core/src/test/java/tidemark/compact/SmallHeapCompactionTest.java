package tidemark.compact;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.SmallHeap;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.disk.Durability;
import tidemark.log.Bytes;
import tidemark.log.Event;
import tidemark.log.Log;

final class SmallHeapCompactionTest {
  @TempDir Path directory;

  @Test
  void defaultCompactorTakesAMillionKeysInASmallHeap() throws Exception {
    assertEquals(0, SmallHeap.run(48, ManyKeys.class, directory.toString(), "1000000", "16"));
  }

  @Test
  void defaultCompactorTakesMoreKeysThanASmallerHeapHolds() throws Exception {
    assertEquals(0, SmallHeap.run(16, ManyKeys.class, directory.toString(), "300000", "16"));
  }

  @Test
  void keysOfAMebibyteAreCompactedAndMergedInASmallHeap() throws Exception {
    String longest = "" + Log.MAX_KEY_AND_HEADERS_BYTES;
    assertEquals(0, SmallHeap.run(32, ManyKeys.class, directory.toString(), "100", longest));
  }

  /** Keys of some bytes, the first tenth of them twice, in segments of 4 MiB. */
  static final class ManyKeys {
    private ManyKeys() {}

    public static void main(String[] arguments) {
      int keys = Integer.parseInt(arguments[1]);
      int twice = keys / 10;
      DiskLogOptions options =
          DiskLogOptions.compacted(InstantSource.system())
              .withSegmentBytes(4 << 20)
              .withDurability(Durability.leftToSystem());
      try (DiskLog log = DiskLog.open(Path.of(arguments[0]), options)) {
        ByteBuffer key = ByteBuffer.allocate(Integer.parseInt(arguments[2]));
        for (int i = 0; i < keys + twice; i++) {
          key.putLong(0, i % keys).putLong(key.limit() - Long.BYTES, -i % keys);
          log.append(new Event(Bytes.copyOf(key), Bytes.text("v"), 0, List.of()));
        }
        log.roll();
        Compaction done = Compactor.of(InstantSource.system(), Duration.ZERO).compact(log);
        System.exit(done.superseded() == twice && done.kept() == keys ? 0 : 1);
      }
    }
  }
}
