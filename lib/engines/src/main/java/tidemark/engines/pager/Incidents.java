package tidemark.engines.pager;

import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Makes pagers: the way into this package. */
public final class Incidents {
  private static final long MIDNIGHT = Instant.parse("2026-03-02T00:00:00Z").toEpochMilli();

  private Incidents() {}

  /**
   * A pager that has just gone off. The same seed always gives the same incident. It starts a
   * broker in this process: close the pager to stop it.
   *
   * @throws IllegalStateException if the pager cannot be started: the cause says why, and is a
   *     {@link tidemark.engines.broker.BrokerException} if no broker can be
   */
  public static Pager next(long seed) {
    RandomGenerator random = random(seed);
    return of(seed, Faults.chosen(random), random.nextBoolean(), random);
  }

  /**
   * A random generator. Its first numbers do not look alike for neighbouring seeds, as those of
   * {@link java.util.Random} do.
   */
  static RandomGenerator random(long seed) {
    return new SplittableRandom(seed);
  }

  /**
   * A pager with these causes.
   *
   * @param night the number that it is called by
   * @param redHerring whether to add a harmless event that looks suspicious
   * @throws IllegalStateException if it cannot be started
   */
  static Pager of(long night, List<Cause> causes, boolean redHerring, RandomGenerator random) {
    Shop shop = null;
    Pager pager = null;
    try {
      shop = new Shop(MIDNIGHT);
      pager = new Pager(night, shop, new Faults(shop, random).begin(causes, redHerring));
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
