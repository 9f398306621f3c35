package tidemark;

import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/**
 * The one way in which a random test takes its seeds. The message of a failure says the seed of its
 * run; the same test with {@code -Dtidemark.seed=…} does that run alone, exactly as before. With
 * {@code -Dtidemark.runs=…} no test does more than so many runs: for mutation testing, which does
 * each test many times over.
 */
public final class Seeds {
  private static final @Nullable Long PASTED = Long.getLong("tidemark.seed");

  private static final int MOST = Integer.getInteger("tidemark.runs", Integer.MAX_VALUE);

  private static final RandomGeneratorFactory<RandomGenerator> RANDOM =
      RandomGeneratorFactory.of("L64X128MixRandom");

  private Seeds() {}

  /** One run of a random test: what it does follows from the seed alone. */
  public interface RandomRun {
    /** Does the run; {@code random} was made from {@code seed}. */
    void with(long seed, RandomGenerator random) throws Exception;
  }

  /** Does the runs with the seeds 1 to {@code runs}, or with the one that was pasted back. */
  public static void forEach(int runs, RandomRun run) {
    forEach(PASTED, Math.min(runs, MOST), run);
  }

  static void forEach(@Nullable Long pasted, int runs, RandomRun run) {
    LongStream seeds = pasted == null ? LongStream.rangeClosed(1, runs) : LongStream.of(pasted);
    seeds.forEach(
        seed -> {
          try {
            run.with(seed, random(seed));
          } catch (AssertionError | Exception failure) {
            throw new AssertionError(
                "run again with -Dtidemark.seed=" + seed + ": " + failure.getMessage(), failure);
          }
        });
  }

  /** Whether all runs are done, so that a test may ask what they met together. */
  public static boolean all() {
    return PASTED == null && MOST == Integer.MAX_VALUE;
  }

  /** A generator for a seed of a test's own, such as one made from the seed of the run. */
  public static RandomGenerator random(long seed) {
    return RANDOM.create(seed);
  }
}
