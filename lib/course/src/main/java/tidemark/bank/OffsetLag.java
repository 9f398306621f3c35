package tidemark.bank;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.random.RandomGenerator;
import tidemark.check.MethodExercise;
import tidemark.check.Trap;
import tidemark.exercise.LagReport;

/**
 * {@code LagReport offsetLag(long start, long end, OptionalLong committed)}: offset positions in
 * [committed, end); unknown without a commit, and never negative. If retention removed records that
 * were not read, the lag counts from the log's start, and the report says how many positions were
 * lost.
 */
final class OffsetLag implements MethodExercise<OffsetLag.Answer, OffsetLag.Flag> {
  interface Answer {
    LagReport offsetLag(long start, long end, OptionalLong committed) throws Exception;
  }

  enum Flag {
    @Trap("just subtracts, end − committed, as if a commit always lay between start and end")
    JUST_SUBTRACTS,
    @Trap("takes the committed offset for the last one read, where it is the next one to read")
    LAST_FOR_NEXT,
    @Trap("makes up a lag of 0 where nothing was committed")
    ZERO_WITHOUT_COMMIT,
    @Trap("makes up a lag of the whole log where nothing was committed")
    ALL_WITHOUT_COMMIT,
    @Trap("gives −1 as the lag where nothing was committed, a number that stands for no number")
    MINUS_ONE_WITHOUT_COMMIT,
    @Trap("lets the lag become negative when the commit lies beyond the end")
    NEGATIVE,
    @Trap("counts the end offset too, where the next record will stand")
    END_INCLUDED,
    @Trap("adds positions that retention has removed to the lag")
    COUNTS_THE_GAP,
    @Trap("does not say what retention took before it was read")
    GAP_NOT_SAID,
    @Trap("says that a negative number of positions was lost where none was")
    NEGATIVE_LOST,
    @Trap(
        value = "counts one position too few, as if the end offset were that of the last record",
        alone = true)
    ONE_TOO_FEW,
    @Trap(
        value = "says that the lag is unknown where the commit lies beyond the end: there it is 0",
        alone = true)
    UNKNOWN_BEYOND_END,
    @Trap(
        value = "says that the lag is unknown where nothing is left to read: there it is 0",
        alone = true)
    UNKNOWN_AT_THE_END,
    @Trap(
        value =
            "takes the distance without its sign, so that a commit beyond the end has a lag too",
        alone = true)
    POSITIVE_BEYOND_END,
    @Trap(
        value = "says that the lag is unknown where records were lost: it counts from the start",
        alone = true)
    UNKNOWN_AFTER_LOSS,
    @Trap(
        value =
            "gives 0 as the lag where records were lost, although the log still has some to read",
        alone = true)
    ZERO_AFTER_LOSS,
    @Trap(value = "always counts from the start, even what was read already", alone = true)
    FROM_THE_START,
    @Trap(
        value = "says that everything before the start was lost where nobody has committed",
        alone = true)
    LOST_WITHOUT_COMMIT,
    @Trap(value = "takes 0 for the committed offset where nobody has committed", alone = true)
    COMMITTED_0,
    @Trap(
        value = "asks for the committed offset where there is none, which ends in an exception",
        alone = true)
    ASKS_FOR_NO_COMMIT,
    @Trap(value = "keeps the lag in an int, which cannot hold more than 2³¹ − 1", alone = true)
    LAG_IN_INT,
    @Trap(
        value =
            "says that all positions before the start were lost, even those that were read in time",
        alone = true)
    LOST_IS_START,
    @Trap(
        value =
            "says that positions were lost where the reader was in time, because it drops the sign of the difference",
        alone = true)
    LOST_WITHOUT_SIGN,
    @Trap(value = "says that one position too few was lost", alone = true)
    LOST_ONE_FEWER,
    @Trap(
        value = "says that the positions between the end and a commit beyond it were lost",
        alone = true)
    BEYOND_END_LOST
  }

  @Override
  public Declaration<Answer, Flag> declaration() {
    return new Declaration<>("01-offset-lag", 3, Answer.class, Flag.class);
  }

  @Override
  public Answer model(Set<Flag> flags) {
    Optional<Flag> slip = MethodExercise.alone(flags);
    if (slip.isPresent()) {
      return OffsetLagSlips.model(slip.get());
    }
    boolean justSubtracts = flags.contains(Flag.JUST_SUBTRACTS);
    boolean countsTheGap = justSubtracts || flags.contains(Flag.COUNTS_THE_GAP);
    boolean negative = justSubtracts || flags.contains(Flag.NEGATIVE);
    boolean gapNotSaid = justSubtracts || flags.contains(Flag.GAP_NOT_SAID);
    return (start, end, committed) -> {
      if (committed.isEmpty()) {
        return new LagReport(
            flags.contains(Flag.ZERO_WITHOUT_COMMIT)
                ? OptionalLong.of(0)
                : flags.contains(Flag.ALL_WITHOUT_COMMIT)
                    ? OptionalLong.of(end - (justSubtracts ? 0 : start))
                    : flags.contains(Flag.MINUS_ONE_WITHOUT_COMMIT)
                        ? OptionalLong.of(-1)
                        : OptionalLong.empty(),
            0);
      }
      long next = committed.getAsLong() + (flags.contains(Flag.LAST_FOR_NEXT) ? 1 : 0);
      long lag =
          end
              + (flags.contains(Flag.END_INCLUDED) ? 1 : 0)
              - (countsTheGap ? next : Math.max(next, start));
      long lost = start - next;
      return new LagReport(
          OptionalLong.of(negative ? lag : Math.max(0, lag)),
          gapNotSaid ? 0 : flags.contains(Flag.NEGATIVE_LOST) ? lost : Math.max(0, lost));
    };
  }

  @Override
  public List<List<Object>> examples() {
    return List.of(
        List.of(0L, 100L, OptionalLong.of(70)),
        List.of(0L, 29L, OptionalLong.empty()),
        List.of(1000L, 1000L, OptionalLong.of(200)),
        List.of(0L, 1611L, OptionalLong.of(2020)),
        List.of(0L, 4L, OptionalLong.of(4)),
        // As an int, this position is the -1 that some take for none.
        List.of((1L << 32) - 9, (1L << 32) + 9, OptionalLong.of((1L << 32) - 1)));
  }

  @Override
  public List<Object> probe(RandomGenerator random, int size) {
    long start = random.nextInt(4) == 0 ? 0 : random.nextLong(4L * size);
    long end = start + random.nextLong(5L * size);
    long committed = random.nextInt(8) == 0 ? start : random.nextLong(end + 2L * size);
    long scale = random.nextInt(6) == 0 ? Reach.offset(random) + 1 : 1; // A lag beyond 2³¹, too.
    long base = Reach.offset(random);
    return List.of(
        base + scale * start,
        base + scale * end,
        random.nextInt(6) == 0 ? OptionalLong.empty() : OptionalLong.of(base + scale * committed));
  }

  @Override
  public List<Twins<Flag>> twins() {
    List<Twins<Flag>> twins =
        MethodExercise.onlyTheFirstActs(
            "only one number can be made up",
            Flag.ZERO_WITHOUT_COMMIT,
            Flag.ALL_WITHOUT_COMMIT,
            Flag.MINUS_ONE_WITHOUT_COMMIT);
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "where nothing is said of the gap, no number is wrong",
            Flag.GAP_NOT_SAID,
            Flag.NEGATIVE_LOST));
    for (Flag part :
        List.of(Flag.NEGATIVE, Flag.COUNTS_THE_GAP, Flag.GAP_NOT_SAID, Flag.NEGATIVE_LOST)) {
      twins.addAll(
          MethodExercise.onlyTheFirstActs(
              "who just subtracts does all of it", Flag.JUST_SUBTRACTS, part));
    }
    return twins;
  }
}
