package tidemark.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.log.Event;
import tidemark.log.History;
import tidemark.log.ManualClock;
import tidemark.log.RewritableLog.Disposition;
import tidemark.simulate.FaultyStorage;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/** A file under one of our names that is larger than memory: somebody else put it there. */
final class OversizedFilesTest {
  private static final long THREE_GB = 3L << 30;

  private final DiskLogOptions options = DiskLogOptions.compacted(new ManualClock(0));

  @ParameterizedTest
  @ValueSource(
      strings = {
        "marks",
        "epochs",
        "synced-end",
        "merged-segments",
        "00000000000000000000.000001.index"
      })
  void fileThatIsFarTooLargeIsNotReadIntoMemory(String oversized) {
    FaultyStorage disk = new FaultyStorage();
    try (DiskLog log = DiskLog.open(disk, options)) {
      log.append(Event.of("a", "1"));
      log.append(Event.of("a", "2"));
      log.roll();
      log.rewrite(2, 0, e -> e.offset() == 0 ? Disposition.SUPERSEDED : Disposition.KEEP);
    }
    if (!disk.exists(oversized)) {
      disk.tamper(oversized, new byte[200]);
    }
    try (DiskLog log = DiskLog.open(new Oversizing(disk, oversized), options)) {
      assertEquals("1:a=2", History.format(log.entries(0)));
      assertEquals(2, log.endOffset());
      assertTrue(
          oversized.equals("merged-segments") != !log.recovery().notes().isEmpty(),
          "said, where it was one of the log's own: " + log.recovery());
    }
  }

  /** Says of one file that it is large. */
  private record Oversizing(FaultyStorage disk, String oversized) implements Storage {
    @Override
    public StorageFile open(String name) throws IOException {
      StorageFile file = disk.open(name);
      return name.equals(oversized) ? new LargeFile(file) : file;
    }

    @Override
    public void lock() {
      disk.lock();
    }

    @Override
    public void requireLocked() throws IOException {
      disk.requireLocked();
    }

    @Override
    public List<String> names() {
      return disk.names();
    }

    @Override
    public StorageFile create(String name) throws IOException {
      return disk.create(name);
    }

    @Override
    public void rename(String from, String to) throws IOException {
      disk.rename(from, to);
    }

    @Override
    public void delete(String name) throws IOException {
      disk.delete(name);
    }

    @Override
    public void sync() throws IOException {
      disk.sync();
    }

    @Override
    public void close() {
      disk.close();
    }
  }

  private record LargeFile(StorageFile file) implements StorageFile {
    @Override
    public long size() {
      return THREE_GB;
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
      return file.read(target, position);
    }

    @Override
    public int write(ByteBuffer source, long position) throws IOException {
      return file.write(source, position);
    }

    @Override
    public void truncate(long size) throws IOException {
      file.truncate(size);
    }

    @Override
    public void force() throws IOException {
      file.force();
    }

    @Override
    public void requireNamed() throws IOException {
      file.requireNamed();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
