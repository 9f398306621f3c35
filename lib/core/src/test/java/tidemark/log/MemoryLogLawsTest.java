package tidemark.log;

final class MemoryLogLawsTest extends LogLaws {
  @Override
  protected RewritableLog create(boolean compacted, long segmentBytes) {
    return compacted
        ? MemoryLog.compacted(clock, segmentBytes)
        : MemoryLog.uncompacted(clock, segmentBytes);
  }

  /** Memory has nothing to reopen from: the log goes on as it is. */
  @Override
  protected RewritableLog reopen(RewritableLog log) {
    return log;
  }
}
