package tidemark.bank;

import java.util.List;
import java.util.Optional;
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
    SKIPS_ONE,
    @Trap(value = "goes one back, where the next one is asked for", alone = true)
    ONE_BACK,
    @Trap(value = "doubles the offset, which is right for 1 alone", alone = true)
    DOUBLES,
    @Trap(value = "keeps the offset in an int, which cannot hold more than 2³¹ − 1", alone = true)
    IN_INT
  }

  @Override
  public Declaration<Answer, Flag> declaration() {
    return new Declaration<>("00-warm-up", 1, Answer.class, Flag.class);
  }

  @Override
  public Answer model(Set<Flag> flags) {
    Optional<Flag> slip = MethodExercise.alone(flags);
    if (slip.isPresent()) {
      return lastRead ->
          switch (slip.get()) {
            case ONE_BACK -> lastRead - 1;
            case DOUBLES -> lastRead * 2;
            default -> (int) lastRead + 1;
          };
    }
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
