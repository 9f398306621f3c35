package tidemark.engines.pager;

import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Makes pagers. */
public final class Incidents {
  private static final long MIDNIGHT = Instant.parse("2026-03-02T00:00:00Z").toEpochMilli();

  private Incidents() {}

  /**
   * A pager that has just gone off: the same one for the same seed, another one for another. It
   * starts a broker in this process; close it.
   *
   * @throws tidemark.engines.broker.BrokerException if no broker can be started
   */
  public static Pager next(long seed) {
    RandomGenerator random = random(seed);
    return of(Faults.chosen(random), random.nextBoolean(), random);
  }

  /** One whose first draws do not depend on each other where seeds are neighbours. */
  static RandomGenerator random(long seed) {
    return new SplittableRandom(seed);
  }

  static Pager of(List<Cause> causes, boolean redHerring, RandomGenerator random) {
    Shop shop = null;
    Pager pager = null;
    try {
      shop = new Shop(MIDNIGHT);
      pager = new Pager(shop, new Faults(shop, random).begin(causes, redHerring));
      return pager;
    } catch (Exception failed) {
      throw new IllegalStateException("a pager must be able to start: " + failed, failed);
    } finally {
      if (pager == null && shop != null) {
        shop.close();
      }
    }
  }
}
