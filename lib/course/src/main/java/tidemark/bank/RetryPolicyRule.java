package tidemark.bank;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import tidemark.check.MethodExercise;
import tidemark.check.Trap;
import tidemark.exercise.PoisonException;
import tidemark.exercise.RetryDecision;

/**
 * {@code RetryDecision afterFailure(Exception failure, int attempt, int maxAttempts, long
 * firstWaitMs)}: a retry while {@code attempt}, counted from 1, is below {@code maxAttempts}, after
 * a wait that starts at {@code firstWaitMs} and doubles. After the last attempt: stop if the
 * failure is an {@link IOException}, which is an outage; else a dead letter.
 */
final class RetryPolicyRule
    implements MethodExercise<RetryPolicyRule.Answer, RetryPolicyRule.Flag> {
  interface Answer {
    RetryDecision afterFailure(Exception failure, int attempt, int maxAttempts, long firstWaitMs)
        throws Exception;
  }

  enum Flag {
    @Trap("retries without end")
    ENDLESS,
    @Trap("makes a dead letter of a good record because of an outage")
    OUTAGE_DEAD_LETTERED,
    @Trap("stops the whole partition for one poison record")
    POISON_STOPS,
    @Trap("takes only IOException itself for an outage, and not its subclasses")
    EXACT_CLASS,
    @Trap("stops at the first outage, where waiting a little often helps")
    STOPS_AT_ONCE,
    @Trap("allows one attempt too many")
    ONE_TOO_MANY,
    @Trap("allows one attempt too few")
    ONE_TOO_FEW,
    @Trap("always waits the same time")
    NO_BACKOFF,
    @Trap("lets the wait grow by the same amount each time, where it should double")
    LINEAR,
    @Trap("already doubles the first wait")
    DOUBLES_EARLY,
    @Trap(
        value =
            "gives up only if the attempt is exactly the last one (== for ≥), and beyond that retries without end",
        alone = true)
    EXACTLY,
    @Trap(
        value = "retries an outage without end, and keeps the limit only for other failures",
        alone = true)
    OUTAGE_FOR_EVER,
    @Trap(
        value =
            "makes a dead letter at the first failure, if it is not an outage, without another attempt",
        alone = true)
    POISON_AT_ONCE,
    @Trap(
        value =
            "makes a dead letter of a PoisonException at once, where each failure has all its attempts",
        alone = true)
    POISON_CLASS_AT_ONCE,
    @Trap(
        value = "stops for every failure but a PoisonException, as if all others were outages",
        alone = true)
    ONLY_POISON,
    @Trap(value = "knows only the limit of the worked example, 3 attempts", alone = true)
    LIMIT_OF_THE_EXAMPLE,
    @Trap(value = "knows only the first wait of the worked example, 100 ms", alone = true)
    WAIT_OF_THE_EXAMPLE,
    @Trap(value = "raises the first wait to a power, where it should be doubled", alone = true)
    POWER,
    @Trap(
        value =
            "multiplies the first wait by the square of the attempt, where it should double each time",
        alone = true)
    SQUARES,
    @Trap(
        value =
            "multiplies by twice the number of the attempt, where the wait should double each time",
        alone = true)
    TWICE_THE_ATTEMPT,
    @Trap(
        value =
            "does not wait at all after the first attempt, and then adds the same amount each time",
        alone = true)
    LINEAR_FROM_0,
    @Trap(value = "doubles the wait once, and then always waits the same time", alone = true)
    DOUBLES_ONCE,
    @Trap(
        value = "computes the doubling in int, so that long waits go wrong: 1L << …, not 1 << …",
        alone = true)
    FACTOR_IN_INT
  }

  @Override
  public Declaration<Answer, Flag> declaration() {
    return new Declaration<>("02-retry-policy", 3, Answer.class, Flag.class);
  }

  @Override
  public Answer model(Set<Flag> flags) {
    Optional<Flag> slip = MethodExercise.alone(flags);
    if (slip.isPresent()) {
      return RetryPolicySlips.model(slip.get());
    }
    return (failure, attempt, maxAttempts, firstWaitMs) -> {
      boolean outage =
          flags.contains(Flag.EXACT_CLASS)
              ? failure.getClass() == IOException.class
              : failure instanceof IOException;
      int limit =
          flags.contains(Flag.ONE_TOO_MANY)
              ? maxAttempts + 1
              : flags.contains(Flag.ONE_TOO_FEW) ? maxAttempts - 1 : maxAttempts;
      boolean atOnce = outage && flags.contains(Flag.STOPS_AT_ONCE);
      if (!atOnce && (attempt < limit || flags.contains(Flag.ENDLESS))) {
        return RetryDecision.retryAfter(wait(attempt, firstWaitMs, flags));
      }
      Flag other = outage ? Flag.OUTAGE_DEAD_LETTERED : Flag.POISON_STOPS;
      return outage == flags.contains(other) ? RetryDecision.deadLetter() : RetryDecision.stop();
    };
  }

  private static long wait(int attempt, long firstWaitMs, Set<Flag> flags) {
    if (flags.contains(Flag.NO_BACKOFF)) {
      return firstWaitMs;
    }
    return flags.contains(Flag.LINEAR)
        ? firstWaitMs * attempt
        : firstWaitMs << (flags.contains(Flag.DOUBLES_EARLY) ? attempt : attempt - 1);
  }

  @Override
  public List<List<Object>> examples() {
    return List.of(
        List.of(new PoisonException("no air time"), 1, 3, 100L),
        List.of(new PoisonException("no air time"), 2, 3, 100L),
        List.of(new PoisonException("no air time"), 3, 3, 100L),
        List.of(new IOException("disk gone"), 3, 3, 100L),
        List.of(new ConnectException("refused"), 3, 3, 100L),
        List.of(new PoisonException("no air time"), 4, 3, 100L),
        List.of(new PoisonException("no air time"), 1, 1, 100L));
  }

  @Override
  public List<Object> probe(RandomGenerator random, int size) {
    int maxAttempts = 1 + random.nextInt(random.nextInt(4) == 0 ? 40 : 2 + size / 3);
    List<Exception> failures =
        List.of(
            new PoisonException("not a number"),
            new IllegalArgumentException("negative"),
            new NullPointerException("tail number"),
            new IOException("disk gone"),
            new ConnectException("refused"),
            new FileNotFoundException("volume not mounted"));
    return List.of(
        failures.get(random.nextInt(failures.size())),
        1 + random.nextInt(maxAttempts + 1),
        maxAttempts,
        10L * (1 + random.nextInt(20)) + (maxAttempts < 9 ? Reach.offset(random) : 0));
  }

  @Override
  public List<Twins<Flag>> twins() {
    List<Twins<Flag>> twins =
        MethodExercise.onlyTheFirstActs(
            "a wait is computed in one way", Flag.NO_BACKOFF, Flag.LINEAR, Flag.DOUBLES_EARLY);
    for (Flag end :
        List.of(
            Flag.OUTAGE_DEAD_LETTERED,
            Flag.POISON_STOPS,
            Flag.EXACT_CLASS,
            Flag.ONE_TOO_MANY,
            Flag.ONE_TOO_FEW)) {
      twins.addAll(
          MethodExercise.onlyTheFirstActs("an endless retry has no end", Flag.ENDLESS, end));
    }
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "where all failures end alike, nobody tells them apart",
            Flag.OUTAGE_DEAD_LETTERED,
            Flag.EXACT_CLASS));
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "where all failures end alike, nobody tells them apart",
            Flag.POISON_STOPS,
            Flag.EXACT_CLASS));
    twins.addAll(
        MethodExercise.onlyTheFirstActs("there is one limit", Flag.ONE_TOO_MANY, Flag.ONE_TOO_FEW));
    return twins;
  }
}
