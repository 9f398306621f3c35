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

final class SmallHeapCompactionTest {
  @TempDir Path directory;

  @Test
  void defaultCompactorTakesAMillionKeysInASmallHeap() throws Exception {
    assertEquals(0, SmallHeap.run(48, MillionKeys.class, directory.toString()));
  }

  /** A million keys of 16 bytes, the first thousand of them twice. */
  static final class MillionKeys {
    private static final int KEYS = 1_000_000;
    private static final int TWICE = 1000;

    private MillionKeys() {}

    public static void main(String[] arguments) {
      DiskLogOptions options =
          DiskLogOptions.compacted(InstantSource.system())
              .withDurability(Durability.leftToSystem());
      try (DiskLog log = DiskLog.open(Path.of(arguments[0]), options)) {
        for (int i = 0; i < KEYS + TWICE; i++) {
          ByteBuffer key = ByteBuffer.allocate(16).putLong(i % KEYS).putLong(-i % KEYS).flip();
          log.append(new Event(Bytes.copyOf(key), Bytes.text("v"), 0, List.of()));
        }
        log.roll();
        Compaction done = Compactor.of(InstantSource.system(), Duration.ZERO).compact(log);
        System.exit(done.superseded() == TWICE && done.kept() == KEYS ? 0 : 1);
      }
    }
  }
}
