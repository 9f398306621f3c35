package tidemark.log;

final class MemoryLogModelTest extends LogModelTest {
  @Override
  protected RewritableLog create(boolean compacted, long segmentBytes) {
    return compacted
        ? MemoryLog.compacted(clock, segmentBytes)
        : MemoryLog.uncompacted(clock, segmentBytes);
  }

  @Override
  protected RewritableLog reopen(RewritableLog log) {
    return log;
  }
}
