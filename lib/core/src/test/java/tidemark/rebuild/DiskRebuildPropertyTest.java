package tidemark.rebuild;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import tidemark.log.DiskLog;
import tidemark.log.DiskLogOptions;
import tidemark.log.Durability;
import tidemark.log.RewritableLog;

/** The same on disk, with segments of about one to twenty entries. */
final class DiskRebuildPropertyTest extends RebuildPropertyTest {
  @TempDir Path directory;
  private int logs;

  @Override
  protected RewritableLog create(long segmentBytes) {
    return DiskLog.open(
        directory.resolve("log" + logs++),
        DiskLogOptions.compacted(clock)
            .withSegmentBytes(2 * segmentBytes)
            .withDurability(Durability.leftToSystem()));
  }

  /** The histories are the first of those in memory, whose coverage is checked there. */
  @Override
  protected void checkCoverage() {}

  @Override
  protected int runs() {
    return 10;
  }
}
