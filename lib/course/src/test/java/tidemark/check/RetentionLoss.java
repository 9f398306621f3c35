package tidemark.check;

import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * {@code long lost(long start, long committed)}: how many offsets were removed before being read.
 */
final class RetentionLoss implements MethodExercise<RetentionLoss.Answer, RetentionLoss.Flag> {
  interface Answer {
    long lost(long start, long committed) throws Exception;
  }

  enum Flag {
    @Trap("says that a negative number was lost where nothing was")
    NEGATIVE,
    @Trap("takes the committed offset for the last one read")
    LAST_FOR_NEXT
  }

  @Override
  public Declaration<Answer, Flag> declaration() {
    return new Declaration<>("01-retention-loss", 1, Answer.class, Flag.class);
  }

  @Override
  public Answer model(Set<Flag> flags) {
    return (start, committed) -> {
      long next = flags.contains(Flag.LAST_FOR_NEXT) ? committed + 1 : committed;
      return flags.contains(Flag.NEGATIVE) ? start - next : Math.max(0, start - next);
    };
  }

  @Override
  public List<List<Object>> examples() {
    return List.of(List.of(10L, 4L), List.of(4L, 10L));
  }

  @Override
  public List<Object> probe(RandomGenerator random, int size) {
    return List.of(random.nextLong(10L * size), random.nextLong(10L * size));
  }
}
