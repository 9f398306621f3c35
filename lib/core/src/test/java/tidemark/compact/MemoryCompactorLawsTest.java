package tidemark.compact;

import tidemark.log.MemoryLog;
import tidemark.log.RewritableLog;

final class MemoryCompactorLawsTest extends CompactorLaws {
  @Override
  protected RewritableLog create() {
    return MemoryLog.compacted(clock, MemoryLog.NO_ROLL);
  }

  @Override
  protected RewritableLog reopen(RewritableLog log) {
    return log;
  }
}
