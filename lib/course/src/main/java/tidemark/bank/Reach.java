package tidemark.bank;

import java.util.random.RandomGenerator;

/**
 * Numbers for probes. An answer that narrows them to {@code int} or {@code float}, that compares
 * boxed numbers by identity, or that reads 0 or a negative number as "none", must meet numbers on
 * which that goes wrong.
 */
final class Reach {
  private static final long FAR = 1L << 33;

  /**
   * The numbers from here on lie on both sides of 2³¹: as an {@code int} they change their order.
   */
  private static final long ACROSS = (1L << 31) - 2;

  private Reach() {}

  /**
   * Where the offsets of a probe begin: at 0; just below 2³¹; or far beyond it, where one in three
   * begins just before the low 32 bits turn negative, and one in three just before they turn 0.
   */
  static long offset(RandomGenerator random) {
    if (random.nextInt(3) > 0) {
      return 0;
    }
    long far = FAR + random.nextLong(1L << 40);
    long edge = (far >> 32 << 32) - 1 - far / 4 % 4;
    return switch ((int) (far % 4)) {
      case 0 -> ACROSS;
      case 1 -> edge + (1L << 31);
      case 2 -> edge;
      default -> far;
    };
  }

  /** What the timestamps of a probe are moved by: 0, or beyond 2³¹ in one direction. */
  static long time(RandomGenerator random) {
    return random.nextBoolean() ? offset(random) : -offset(random);
  }

  /** A length of time: short, or now and then beyond 2³¹. */
  static long length(RandomGenerator random, long small) {
    return random.nextInt(4) > 0 ? random.nextLong(small) : FAR + random.nextLong(FAR);
  }

  /**
   * A value or an amount: 0, negative or positive, small or large. The sum of some tens of them
   * fits an int.
   */
  static int value(RandomGenerator random) {
    return switch (random.nextInt(5)) {
      case 0 -> 0;
      case 1 -> -1 - random.nextInt(300);
      case 2 -> (random.nextBoolean() ? 1 : -1) * ((1 << 24) + 1 + 2 * random.nextInt(1 << 20));
      default -> 1 + random.nextInt(300);
    };
  }
}
