package tidemark.bank;

import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import tidemark.check.MethodExercise;
import tidemark.check.Trap;

/** {@code long nextOffset(long lastRead)}: the position after the record at {@code lastRead}. */
final class WarmUp implements MethodExercise<WarmUp.Answer, WarmUp.Flag> {
  interface Answer {
    long nextOffset(long lastRead) throws Exception;
  }

  enum Flag {
    @Trap("gives the last offset read, not the next one to read")
    LAST_READ,
    @Trap("knows only the worked example")
    CONSTANT,
    @Trap("skips a record")
    SKIPS_ONE
  }

  @Override
  public Declaration<Answer, Flag> declaration() {
    return new Declaration<>("00-warm-up", 1, Answer.class, Flag.class);
  }

  @Override
  public Answer model(Set<Flag> flags) {
    long next = flags.contains(Flag.LAST_READ) ? 0 : flags.contains(Flag.SKIPS_ONE) ? 2 : 1;
    return lastRead -> (flags.contains(Flag.CONSTANT) ? 4 : lastRead) + next;
  }

  @Override
  public List<List<Object>> examples() {
    return List.of(List.of(4L), List.of(0L), List.of(1L));
  }

  @Override
  public List<Object> probe(RandomGenerator random, int size) {
    return List.of(random.nextLong(1L << (5 * size)));
  }

  @Override
  public List<Twins<Flag>> twins() {
    return MethodExercise.onlyTheFirstActs(
        "a position is one offset, so it is wrong in one way", Flag.LAST_READ, Flag.SKIPS_ONE);
  }
}
