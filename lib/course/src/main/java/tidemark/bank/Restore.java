package tidemark.bank;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import tidemark.check.MethodExercise;
import tidemark.check.Trap;
import tidemark.exercise.KeyedRecord;
import tidemark.exercise.TableSnapshot;

/**
 * {@code Map<String, Integer> restore(TableSnapshot snapshot, List<KeyedRecord> log, long start,
 * long committed)}: the state after the whole log, from a snapshot and the records from its next
 * offset on. Each value is an amount to add. Throws {@link IllegalStateException} if the log starts
 * after the snapshot's next offset: what lies between is lost. The committed offset is for display.
 */
final class Restore implements MethodExercise<Restore.Answer, Restore.Flag> {
  interface Answer {
    Map<String, Integer> restore(
        TableSnapshot snapshot, List<KeyedRecord> log, long start, long committed) throws Exception;
  }

  enum Flag {
    @Trap("replays from the last applied offset, whose amount is in the snapshot already")
    FROM_LAST_APPLIED,
    @Trap("skips the record at the next offset")
    SKIPS_ONE,
    @Trap("resumes at the committed offset, not at the snapshot's")
    FROM_COMMITTED,
    @Trap("replays the whole log on top of the snapshot")
    FROM_THE_START,
    @Trap("starts at the end of the log, and so reads nothing")
    FROM_THE_END,
    @Trap("forgets the snapshot's state")
    FORGETS_THE_SNAPSHOT,
    @Trap("replaces values, where the records are amounts to add")
    REPLACES,
    @Trap(
        "replays over a gap: records that retention took are missing from the state, and it does not say so")
    OVER_A_GAP,
    @Trap("refuses a log that starts exactly at the next offset, where nothing is missing")
    REFUSES_THE_EDGE,
    @Trap(
        value =
            "compares the committed offset with the snapshot's to find a gap, where the log's start decides",
        alone = true)
    GAP_BY_COMMITTED,
    @Trap(
        value = "turns the question for a gap round: it refuses a log that begins early enough",
        alone = true)
    GAP_TURNED_ROUND,
    @Trap(
        value =
            "accepts only a log that starts exactly at the next offset, and none that begins before it",
        alone = true)
    ONLY_THE_EDGE,
    @Trap(value = "overlooks a gap of a single record", alone = true)
    ONE_LOST_IS_NO_GAP,
    @Trap(value = "gives an empty state over a gap, where an exception is asked for", alone = true)
    EMPTY_OVER_A_GAP,
    @Trap(
        value = "gives the snapshot's old state over a gap, where an exception is asked for",
        alone = true)
    SNAPSHOT_OVER_A_GAP,
    @Trap(
        value =
            "throws an IllegalArgumentException over a gap, where IllegalStateException is asked for",
        alone = true)
    ANOTHER_EXCEPTION,
    @Trap(value = "replays only up to the committed offset", alone = true)
    UP_TO_COMMITTED,
    @Trap(
        value =
            "takes the next offset for a place in the list, which is right only where the log starts at 0",
        alone = true)
    PLACES_FOR_OFFSETS,
    @Trap(
        value = "begins at the later one of the two offsets, the snapshot's and the committed one",
        alone = true)
    FROM_THE_LATER,
    @Trap(
        value =
            "begins at the earlier one of the two offsets, the snapshot's and the committed one",
        alone = true)
    FROM_THE_EARLIER,
    @Trap(value = "adds only to keys that the snapshot has", alone = true)
    ONLY_KNOWN_KEYS,
    @Trap(value = "adds 1 for each record, where its value is the amount", alone = true)
    COUNTS,
    @Trap(value = "keeps the greatest amount, where all are to be added", alone = true)
    GREATEST,
    @Trap(value = "keeps the value that is there already, and adds nothing to it", alone = true)
    KEEPS_FIRST,
    @Trap(value = "drops keys whose sum is 0", alone = true)
    DROPS_ZEROS
  }

  @Override
  public Declaration<Answer, Flag> declaration() {
    return new Declaration<>("05-restore", 4, Answer.class, Flag.class);
  }

  @Override
  public Answer model(Set<Flag> flags) {
    Optional<Flag> slip = MethodExercise.alone(flags);
    if (slip.isPresent()) {
      return RestoreSlips.model(slip.get());
    }
    return (snapshot, log, start, committed) -> {
      long next = snapshot.nextOffset();
      boolean gap = flags.contains(Flag.REFUSES_THE_EDGE) ? start >= next : start > next;
      if (gap && !flags.contains(Flag.OVER_A_GAP)) {
        throw new IllegalStateException("retention gap, start=" + start + ", next=" + next);
      }
      long from =
          flags.contains(Flag.FROM_LAST_APPLIED)
              ? next - 1
              : flags.contains(Flag.SKIPS_ONE)
                  ? next + 1
                  : flags.contains(Flag.FROM_COMMITTED)
                      ? committed
                      : flags.contains(Flag.FROM_THE_START)
                          ? 0
                          : flags.contains(Flag.FROM_THE_END) ? Long.MAX_VALUE : next;
      Map<String, Integer> state =
          flags.contains(Flag.FORGETS_THE_SNAPSHOT)
              ? new HashMap<>()
              : new HashMap<>(snapshot.state());
      for (KeyedRecord record : log) {
        Integer amount = record.value();
        if (record.offset() >= from && amount != null) {
          state.merge(
              record.key(), amount, flags.contains(Flag.REPLACES) ? (a, b) -> b : Integer::sum);
        }
      }
      return state;
    };
  }

  @Override
  public List<List<Object>> examples() {
    return List.of(
        List.of(
            new TableSnapshot(Map.of("n", 3), 3),
            KeyedRecord.history("n=1 n=1 n=1 n=1 n=1"),
            0L,
            3L),
        List.of(new TableSnapshot(Map.of("n", 3), 3), KeyedRecord.history("7:n=1 8:n=1"), 7L, 3L),
        List.of(new TableSnapshot(Map.of("n", 3), 3), KeyedRecord.history("3:n=1 4:n=1"), 3L, 5L),
        List.of(new TableSnapshot(Map.of(), 0), KeyedRecord.history("n=1"), 0L, 1L));
  }

  @Override
  public List<Object> probe(RandomGenerator random, int size) {
    long base = Reach.offset(random);
    long length = 1 + random.nextLong(2L * size);
    long end = base + length;
    long next = base + random.nextLong(length + 1);
    long start = base + random.nextLong((random.nextInt(4) == 0 ? end : next) - base + 1);
    Map<String, Integer> state = new HashMap<>();
    List<KeyedRecord> log = new ArrayList<>();
    for (long offset = base; offset < end; offset++) {
      String key = String.valueOf((char) ('a' + random.nextInt(3)));
      int amount = Reach.value(random);
      if (offset < next) {
        state.merge(key, amount, Integer::sum);
      }
      if (offset >= start) {
        log.add(new KeyedRecord(offset, key, amount));
      }
    }
    long committed = base + random.nextLong(length + 1);
    boolean far = base > 1L << 32 && random.nextInt(6) == 0; // A gap beyond an int.
    long taken = far ? next - (1L << 31) : next;
    return List.of(new TableSnapshot(state, taken), log, start, committed);
  }

  @Override
  public List<Twins<Flag>> twins() {
    List<Twins<Flag>> twins =
        MethodExercise.onlyTheFirstActs(
            "a replay starts at one offset",
            Flag.FROM_LAST_APPLIED,
            Flag.SKIPS_ONE,
            Flag.FROM_COMMITTED,
            Flag.FROM_THE_START,
            Flag.FROM_THE_END);
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "where nothing is read, nothing is replaced", Flag.FROM_THE_END, Flag.REPLACES));
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "a rule for gaps that is never applied cannot be too strict",
            Flag.OVER_A_GAP,
            Flag.REFUSES_THE_EDGE));
    return twins;
  }

  @Override
  @SuppressWarnings("unchecked") // The signature says these types.
  public String picture(List<Object> arguments) {
    return Pictures.tape((List<KeyedRecord>) arguments.get(1))
        .start((long) arguments.get(2))
        .snapshotAt(((TableSnapshot) arguments.get(0)).nextOffset())
        .committed((long) arguments.get(3))
        .html();
  }

  @Override
  public List<ComparedValue> compared(List<Object> arguments, Object expected, Object yours) {
    return MapComparison.of("", (Map<?, ?>) expected, (Map<?, ?>) yours);
  }
}
