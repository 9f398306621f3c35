package tidemark.rebuild;

import tidemark.log.MemoryLog;
import tidemark.log.RewritableLog;

final class MemoryRebuildLawsTest extends RebuildLaws {
  @Override
  protected RewritableLog create() {
    return MemoryLog.compacted(clock, MemoryLog.NO_ROLL);
  }
}
