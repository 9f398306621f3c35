package tidemark.bank;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
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
 * {@code Map<String, Integer> restoreTable(TableSnapshot snapshot, List<KeyedRecord> log, long
 * start, long committed)}: the table after the whole log, from a snapshot and the records from its
 * next offset on. Each value replaces its key's, null deletes it. Throws {@link
 * IllegalStateException} if the log starts after the snapshot's next offset. The committed offset
 * is for display.
 *
 * <p>To replay from the last applied offset, or the whole log, is wrong and cannot be seen here: a
 * replacement that comes twice changes nothing. {@link Restore} asks for it with increments.
 */
final class RestoreTable implements MethodExercise<RestoreTable.Answer, RestoreTable.Flag> {
  interface Answer {
    Map<String, Integer> restoreTable(
        TableSnapshot snapshot, List<KeyedRecord> log, long start, long committed) throws Exception;
  }

  enum Flag {
    @Trap("skips the record at the next offset")
    SKIPS_ONE,
    @Trap("resumes at the committed offset, not at the snapshot's")
    FROM_COMMITTED,
    @Trap("starts at the end of the log, and so reads nothing")
    FROM_THE_END,
    @Trap("forgets the snapshot's state")
    FORGETS_THE_SNAPSHOT,
    @Trap("keeps a deleted key, with the value null")
    KEEPS_NULL,
    @Trap("overlooks ∅: a deleted key keeps the value that it had")
    OVERLOOKS_DELETES,
    @Trap("writes 0 for a deleted key")
    ZERO_FOR_NULL,
    @Trap("applies all deletes last, so that a key that was deleted and written again is gone")
    DELETES_LAST,
    @Trap("keeps a value that is there already, although the log has a newer one")
    OLDER_WINS,
    @Trap("adds values up, where each one replaces the value before")
    ADDS,
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
    @Trap(value = "changes only keys that the snapshot has", alone = true)
    ONLY_KNOWN_KEYS,
    @Trap(value = "takes the value 0 for a delete", alone = true)
    ZERO_IS_DELETE
  }

  @Override
  public Declaration<Answer, Flag> declaration() {
    return new Declaration<>("05-restore-table", 4, Answer.class, Flag.class);
  }

  @Override
  public Answer model(Set<Flag> flags) {
    Optional<Flag> slip = MethodExercise.alone(flags);
    if (slip.isPresent()) {
      return RestoreTableSlips.model(slip.get());
    }
    return (snapshot, log, start, committed) -> {
      long next = snapshot.nextOffset();
      boolean gap = flags.contains(Flag.REFUSES_THE_EDGE) ? start >= next : start > next;
      if (gap && !flags.contains(Flag.OVER_A_GAP)) {
        throw new IllegalStateException("retention gap, start=" + start + ", next=" + next);
      }
      long from =
          flags.contains(Flag.SKIPS_ONE)
              ? next + 1
              : flags.contains(Flag.FROM_COMMITTED)
                  ? committed
                  : flags.contains(Flag.FROM_THE_END) ? Long.MAX_VALUE : next;
      Map<String, Integer> state =
          flags.contains(Flag.FORGETS_THE_SNAPSHOT)
              ? new HashMap<>()
              : new HashMap<>(snapshot.state());
      Set<String> deleted = new HashSet<>();
      for (KeyedRecord change : log) {
        if (change.offset() >= from) {
          apply(flags, change, state, deleted);
        }
      }
      state.keySet().removeAll(deleted);
      return state;
    };
  }

  private static void apply(
      Set<Flag> flags, KeyedRecord change, Map<String, Integer> state, Set<String> deleted) {
    Integer value = change.value();
    if (value != null) {
      if (flags.contains(Flag.OLDER_WINS)) {
        state.putIfAbsent(change.key(), value);
      } else if (flags.contains(Flag.ADDS)) {
        state.merge(change.key(), value, Integer::sum);
      } else {
        state.put(change.key(), value);
      }
    } else if (flags.contains(Flag.KEEPS_NULL)) {
      state.put(change.key(), null);
    } else if (flags.contains(Flag.OVERLOOKS_DELETES)) {
      return;
    } else if (flags.contains(Flag.ZERO_FOR_NULL)) {
      state.put(change.key(), 0);
    } else if (flags.contains(Flag.DELETES_LAST)) {
      deleted.add(change.key());
    } else {
      state.remove(change.key());
    }
  }

  @Override
  public List<List<Object>> examples() {
    TableSnapshot reference = new TableSnapshot(Map.of("a", 3, "b", 2), 3);
    return List.of(
        List.of(reference, KeyedRecord.history("0:a=1 1:b=2 2:a=3 3:b=∅ 4:c=4"), 0L, 3L),
        List.of(reference, KeyedRecord.history("7:b=∅ 8:c=4"), 7L, 3L),
        List.of(reference, KeyedRecord.history("3:b=∅ 4:b=7"), 3L, 5L),
        List.of(new TableSnapshot(Map.of(), 0), KeyedRecord.history("x=1 y=1"), 0L, 1L));
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
      Integer value = random.nextInt(3) == 0 ? null : Integer.valueOf(Reach.value(random));
      KeyedRecord change = new KeyedRecord(offset, key, value);
      if (offset < next) {
        apply(Set.of(), change, state, Set.of());
      }
      if (offset >= start) {
        log.add(change);
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
            Flag.SKIPS_ONE,
            Flag.FROM_COMMITTED,
            Flag.FROM_THE_END);
    for (Flag rule :
        List.of(
            Flag.KEEPS_NULL,
            Flag.OVERLOOKS_DELETES,
            Flag.ZERO_FOR_NULL,
            Flag.DELETES_LAST,
            Flag.OLDER_WINS,
            Flag.ADDS)) {
      twins.addAll(
          MethodExercise.onlyTheFirstActs(
              "where nothing is read, nothing is applied", Flag.FROM_THE_END, rule));
    }
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "a delete is applied in one way",
            Flag.KEEPS_NULL,
            Flag.OVERLOOKS_DELETES,
            Flag.ZERO_FOR_NULL,
            Flag.DELETES_LAST));
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "a value that is kept is not added to", Flag.OLDER_WINS, Flag.ADDS));
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
