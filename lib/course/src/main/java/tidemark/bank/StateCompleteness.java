package tidemark.bank;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import tidemark.check.MethodExercise;
import tidemark.check.Trap;
import tidemark.exercise.CompleteBelow;

/**
 * {@code CompleteBelow completeness(long committed, List<Long> dead, Set<Long> settled)}: complete
 * below the committed offset, except for the dead letters below it that are not settled, ascending.
 */
final class StateCompleteness
    implements MethodExercise<StateCompleteness.Answer, StateCompleteness.Flag> {
  interface Answer {
    CompleteBelow completeness(long committed, List<Long> dead, Set<Long> settled) throws Exception;
  }

  enum Flag {
    @Trap("calls the output complete only up to the first dead letter, and so says too little")
    UP_TO_THE_FIRST,
    @Trap("says complete after a skip")
    SAYS_COMPLETE,
    @Trap("still names dead letters that are settled")
    NAMES_SETTLED,
    @Trap("names dead letters beyond the committed offset, of which nothing is claimed yet")
    NAMES_ALL,
    @Trap("takes the committed offset for the last one that is done (≤ for <)")
    LAST_FOR_NEXT,
    @Trap("leaves the dead letters in the order in which they came")
    UNSORTED,
    @Trap(
        value =
            "stops one early: it gives the last offset that is complete, where the one after it is asked for",
        alone = true)
    ONE_EARLY,
    @Trap(
        value =
            "counts the record at the committed offset itself, which is still to be read, as complete",
        alone = true)
    ONE_MORE,
    @Trap(
        value =
            "stops at the first dead letter, and then names dead letters that lie beyond the end that it claims",
        alone = true)
    FIRST_AND_NAMED,
    @Trap(
        value = "stops one offset before the first dead letter, and so says even less than is true",
        alone = true)
    BEFORE_THE_FIRST,
    @Trap(
        value =
            "calls the output complete up to and with the first dead letter, which is the one that is missing",
        alone = true)
    WITH_THE_FIRST,
    @Trap(value = "stops behind the first dead letter, and names letters beyond that", alone = true)
    BEHIND_THE_FIRST,
    @Trap(value = "calls the output complete only up to the last dead letter", alone = true)
    UP_TO_THE_LAST,
    @Trap(
        value =
            "subtracts the number of dead letters from the committed offset, a number of records from a place",
        alone = true)
    SUBTRACTS,
    @Trap(
        value = "names the dead letters that are settled, and not those that are open",
        alone = true)
    ONLY_SETTLED,
    @Trap(
        value = "names the dead letters from the committed offset on, and not those below it",
        alone = true)
    ONLY_BEYOND,
    @Trap(
        value =
            "moves the end over dead letters at the committed offset, although nobody has committed past them",
        alone = true)
    OVER_THE_NEXT,
    @Trap(value = "names the dead letters in descending order", alone = true)
    DESCENDING,
    @Trap(value = "leaves out the dead letter right before the committed offset", alone = true)
    LEAVES_OUT_THE_LAST
  }

  @Override
  public Declaration<Answer, Flag> declaration() {
    return new Declaration<>("02-completeness", 2, Answer.class, Flag.class);
  }

  @Override
  public Answer model(Set<Flag> flags) {
    Optional<Flag> slip = MethodExercise.alone(flags);
    if (slip.isPresent()) {
      return CompletenessSlips.model(slip.get());
    }
    return (committed, dead, settled) -> {
      long end = committed + (flags.contains(Flag.LAST_FOR_NEXT) ? 1 : 0);
      Stream<Long> open =
          dead.stream()
              .filter(offset -> flags.contains(Flag.NAMES_ALL) || offset < end)
              .filter(offset -> flags.contains(Flag.NAMES_SETTLED) || !settled.contains(offset));
      List<Long> except = (flags.contains(Flag.UNSORTED) ? open : open.sorted()).toList();
      if (flags.contains(Flag.UP_TO_THE_FIRST)) {
        return new CompleteBelow(
            except.isEmpty() ? committed : Math.min(committed, Collections.min(except)), List.of());
      }
      return new CompleteBelow(committed, flags.contains(Flag.SAYS_COMPLETE) ? List.of() : except);
    };
  }

  @Override
  public List<List<Object>> examples() {
    return List.of(
        List.of(6L, List.of(3L), Set.of()),
        List.of(6L, List.of(3L), Set.of(3L)),
        List.of(3L, List.of(3L), Set.of()),
        List.of(9L, List.of(7L, 2L, 5L), Set.of(5L)));
  }

  @Override
  public List<Object> probe(RandomGenerator random, int size) {
    long base = Reach.offset(random);
    List<Long> dead = new ArrayList<>(LongStream.range(base, base + 2L * size).boxed().toList());
    dead.removeIf(offset -> random.nextInt(3) > 0);
    Collections.shuffle(dead, new Random(random.nextLong()));
    List<Long> settled = dead.stream().filter(offset -> random.nextInt(3) == 0).toList();
    return List.of(base + random.nextLong(2L * size + 1), dead, Set.copyOf(settled));
  }

  @Override
  public List<Twins<Flag>> twins() {
    List<Twins<Flag>> twins = new ArrayList<>();
    for (Flag naming :
        List.of(Flag.NAMES_SETTLED, Flag.NAMES_ALL, Flag.LAST_FOR_NEXT, Flag.UNSORTED)) {
      twins.addAll(
          MethodExercise.onlyTheFirstActs(
              "who names nothing names nothing wrong", Flag.SAYS_COMPLETE, naming));
    }
    for (Flag beyond :
        List.of(Flag.SAYS_COMPLETE, Flag.NAMES_ALL, Flag.LAST_FOR_NEXT, Flag.UNSORTED)) {
      twins.addAll(
          MethodExercise.onlyTheFirstActs(
              "only the first one counts", Flag.UP_TO_THE_FIRST, beyond));
    }
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "who names all names the one at the committed offset too",
            Flag.NAMES_ALL,
            Flag.LAST_FOR_NEXT));
    return twins;
  }
}
