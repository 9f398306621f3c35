package tidemark.rebuild;

import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.log.RewritableLog;
import tidemark.simulate.FaultyStorage;

/** The same over a log on a simulated disk, with segments of about one to twenty entries. */
final class DiskRebuildPropertyTest extends RebuildPropertyTest {
  @Override
  protected RewritableLog create(long segmentBytes) {
    return DiskLog.open(
        new FaultyStorage(), DiskLogOptions.compacted(clock).withSegmentBytes(2 * segmentBytes));
  }

  @Override
  protected int runs() {
    return 200;
  }
}
