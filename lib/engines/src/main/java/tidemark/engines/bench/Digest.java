package tidemark.engines.bench;

/**
 * A sum over results that does not depend on their order: equal for equal results. It makes no
 * garbage, so that it does not disturb what is measured. One thread.
 */
final class Digest {
  private long firings;
  private long late;
  private long sum;

  void fired(long key, long windowStart, long count) {
    firings++;
    long mixed = (key * 31 + windowStart) * 31 + count;
    mixed = (mixed ^ (mixed >>> 32)) * 0x9E3779B97F4A7C15L;
    sum += mixed ^ (mixed >>> 29);
  }

  void late() {
    late++;
  }

  WindowWork.Result result() {
    return new WindowWork.Result(firings, late, sum);
  }
}
