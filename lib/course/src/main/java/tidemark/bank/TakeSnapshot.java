package tidemark.bank;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import tidemark.check.MethodExercise;
import tidemark.check.Trap;
import tidemark.exercise.TableSnapshot;

/**
 * {@code TableSnapshot takeSnapshot(Map<String, Integer> live, long lastApplied, long end, long
 * committed)}: a snapshot of the live state, which goes on changing, with the offset after the last
 * one applied to it. The log's end and the committed offset belong to other moments.
 */
final class TakeSnapshot implements MethodExercise<TakeSnapshot.Answer, TakeSnapshot.Flag> {
  interface Answer {
    TableSnapshot takeSnapshot(
        Map<String, Integer> live, long lastApplied, long end, long committed) throws Exception;
  }

  enum Flag {
    @Trap("keeps the last applied offset, where the snapshot's position is the next one")
    LAST_APPLIED,
    @Trap("keeps the end of the log, whose records are not all in the state yet")
    END_OF_THE_LOG,
    @Trap("keeps the committed offset, which belongs to another moment than the state")
    COMMITTED,
    @Trap("shares the live map, so that the snapshot changes when the state does")
    SHARES_STATE,
    @Trap(
        value = "takes the later one of two offsets, the next to apply and the committed one",
        alone = true)
    LATER_OF_BOTH,
    @Trap(
        value = "takes the earlier one of two offsets, the next to apply and the committed one",
        alone = true)
    EARLIER_OF_BOTH,
    @Trap(
        value = "gives the offset after the committed one, which is the next to read already",
        alone = true)
    BEHIND_COMMITTED,
    @Trap(
        value = "gives the offset of the last record in the log, which is not applied yet",
        alone = true)
    BEFORE_THE_END,
    @Trap(value = "gives one offset too many, so that the next record is skipped", alone = true)
    ONE_TOO_MANY,
    @Trap(value = "gives the number of keys as the offset", alone = true)
    NUMBER_OF_KEYS,
    @Trap(value = "keeps the offset in an int, which cannot hold more than 2³¹ − 1", alone = true)
    IN_INT,
    @Trap(value = "keeps the offset and forgets the state", alone = true)
    NO_STATE
  }

  @Override
  public Declaration<Answer, Flag> declaration() {
    return new Declaration<>("05-take-snapshot", 3, Answer.class, Flag.class);
  }

  @Override
  public Answer model(Set<Flag> flags) {
    Optional<Flag> slip = MethodExercise.alone(flags);
    if (slip.isPresent()) {
      return TakeSnapshotSlips.model(slip.get());
    }
    return (live, lastApplied, end, committed) -> {
      long next =
          flags.contains(Flag.LAST_APPLIED)
              ? lastApplied
              : flags.contains(Flag.END_OF_THE_LOG)
                  ? end
                  : flags.contains(Flag.COMMITTED) ? committed : lastApplied + 1;
      return new TableSnapshot(
          flags.contains(Flag.SHARES_STATE) ? live : new HashMap<>(live), next);
    };
  }

  @Override
  public void afterwards(List<Object> arguments) {
    @SuppressWarnings("unchecked") // The signature says this type.
    Map<String, Integer> live = (Map<String, Integer>) arguments.get(0);
    live.put("later", 1);
  }

  @Override
  public List<List<Object>> examples() {
    return List.of(
        List.of(Map.of("a", 3, "b", 2), 2L, 5L, 1L),
        List.of(Map.of(), -1L, 10L, 0L),
        List.of(Map.of("a", 1), 4L, 10L, 0L));
  }

  @Override
  public List<Object> probe(RandomGenerator random, int size) {
    Map<String, Integer> live = new HashMap<>();
    for (int i = random.nextInt(size); i >= 0; i--) {
      live.put(String.valueOf((char) ('a' + random.nextInt(8))), Reach.value(random));
    }
    long lastApplied = Reach.offset(random) + random.nextLong(4L * size);
    long end = lastApplied + 1 + random.nextLong(3L * size);
    return List.of(
        live,
        lastApplied,
        end,
        end - random.nextLong(Math.min(end + 1, 4L * size))); // below and above the snapshot's
  }

  @Override
  public List<Twins<Flag>> twins() {
    return MethodExercise.onlyTheFirstActs(
        "a snapshot has one position", Flag.LAST_APPLIED, Flag.END_OF_THE_LOG, Flag.COMMITTED);
  }
}
