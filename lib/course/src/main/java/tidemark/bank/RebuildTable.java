package tidemark.bank;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tidemark.check.MethodExercise;
import tidemark.check.Trap;
import tidemark.exercise.KeyedRecord;
import tidemark.exercise.TableSnapshot;

/**
 * {@code TableSnapshot rebuild(TableSnapshot snapshot, List<KeyedRecord> log)}: the table after the
 * whole log and the next offset, from a snapshot and the records from its next offset on. Values
 * are replacements, null deletes. The log may have holes, and may end before the snapshot's next
 * offset; then nothing changes.
 */
final class RebuildTable implements MethodExercise<RebuildTable.Answer, RebuildTable.Flag> {
  interface Answer {
    TableSnapshot rebuild(TableSnapshot snapshot, List<KeyedRecord> log) throws Exception;
  }

  enum Flag {
    @Trap("forgets the snapshot's state")
    FORGETS_THE_SNAPSHOT,
    @Trap("skips the record at the snapshot's next offset")
    SKIPS_ONE,
    @Trap("replays records from below the snapshot's next offset on top of it")
    FROM_THE_START,
    @Trap("takes no notice of deletes, so that deleted keys stay")
    IGNORES_DELETES,
    @Trap("keeps a deleted key with the value 0")
    ZERO_FOR_NULL,
    @Trap("adds values up, where the records are replacements")
    ADDS,
    @Trap("keeps the snapshot's next offset, although records were applied")
    KEEPS_THE_POSITION,
    @Trap("gives the last applied offset, where the next one is asked for")
    LAST_FOR_NEXT,
    @Trap("counts records for the next offset, and so is wrong after a hole")
    COUNTS_RECORDS,
    @Trap(
        value = "keeps a value that is there already, although the log has a newer one",
        alone = true)
    OLDER_WINS,
    @Trap(value = "keeps a deleted key, with the value null", alone = true)
    KEEPS_NULL,
    @Trap(
        value =
            "takes the next offset from the last record of the log, even if that lies before the snapshot",
        alone = true)
    END_OF_THE_LOG,
    @Trap(value = "gives the number of records as the next offset", alone = true)
    NUMBER_OF_RECORDS,
    @Trap(value = "gives one offset too many", alone = true)
    ONE_MORE,
    @Trap(value = "does not move the next offset after a delete", alone = true)
    DELETES_MOVE_NOTHING
  }

  @Override
  public Declaration<Answer, Flag> declaration() {
    return new Declaration<>("10-rebuild", 2, Answer.class, Flag.class);
  }

  @Override
  public Answer model(Set<Flag> flags) {
    Optional<Flag> slip = MethodExercise.alone(flags);
    if (slip.isPresent()) {
      return RebuildTableSlips.model(slip.get());
    }
    return (snapshot, log) -> {
      long from = snapshot.nextOffset();
      if (flags.contains(Flag.SKIPS_ONE)) {
        from++;
      } else if (flags.contains(Flag.FROM_THE_START)) {
        from = Long.MIN_VALUE;
      }
      Map<String, Integer> state =
          flags.contains(Flag.FORGETS_THE_SNAPSHOT)
              ? new HashMap<>()
              : new HashMap<>(snapshot.state());
      long next = snapshot.nextOffset();
      for (KeyedRecord record : log) {
        if (record.offset() >= from) {
          apply(record, state, flags);
          next = next(record.offset(), next, flags);
        }
      }
      return new TableSnapshot(state, next);
    };
  }

  private static void apply(KeyedRecord record, Map<String, Integer> state, Set<Flag> flags) {
    @Nullable Integer value = record.value();
    if (value != null) {
      state.merge(record.key(), value, flags.contains(Flag.ADDS) ? Integer::sum : (a, b) -> b);
    } else if (!flags.contains(Flag.IGNORES_DELETES)) {
      state.remove(record.key());
      if (flags.contains(Flag.ZERO_FOR_NULL)) {
        state.put(record.key(), 0);
      }
    }
  }

  /** The next offset after a record was applied; it never goes back. */
  private static long next(long applied, long next, Set<Flag> flags) {
    if (flags.contains(Flag.KEEPS_THE_POSITION)) {
      return next;
    }
    if (flags.contains(Flag.LAST_FOR_NEXT)) {
      return Math.max(next, applied);
    }
    return flags.contains(Flag.COUNTS_RECORDS) ? next + 1 : Math.max(next, applied + 1);
  }

  @Override
  public List<List<Object>> examples() {
    String history = "0:a=1 1:b=2 2:a=3 3:b=∅ 4:c=4";
    return List.of(
        List.of(
            new TableSnapshot(Map.of("a", 3, "b", 2), 3),
            KeyedRecord.history("0:a=1 1:b=2 2:a=3 3:b=∅ 4:c=4")),
        List.of(new TableSnapshot(Map.of(), 0), KeyedRecord.history(history)),
        List.of(new TableSnapshot(Map.of(), 0), KeyedRecord.history("2:a=3 3:b=∅ 4:c=4")),
        List.of(new TableSnapshot(Map.of(), 0), KeyedRecord.history("0:a=1 1:b=2 2:a=3")),
        List.of(new TableSnapshot(Map.of("a", 3), 3), KeyedRecord.history("0:a=1")),
        List.of(new TableSnapshot(Map.of("a", 3), 3), List.of()));
  }

  @Override
  public List<Object> probe(RandomGenerator random, int size) {
    long base = Reach.offset(random);
    int length = 1 + random.nextInt(2 * size);
    int before = random.nextInt(length + 1);
    Map<String, Integer> state = new HashMap<>();
    List<KeyedRecord> history = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      String key = String.valueOf((char) ('a' + random.nextInt(4)));
      Integer value = random.nextInt(4) == 0 ? null : Integer.valueOf(Reach.value(random));
      KeyedRecord record = new KeyedRecord(base + i, key, value);
      history.add(record);
      if (i < before) {
        apply(record, state, Set.of());
      }
    }
    int end = random.nextInt(5) == 0 ? random.nextInt(before + 1) : length;
    return List.of(new TableSnapshot(state, base + before), holes(history.subList(0, end), random));
  }

  /** Some records go that a later one of their key supersedes, as in a compacted log. */
  private static List<KeyedRecord> holes(List<KeyedRecord> history, RandomGenerator random) {
    List<KeyedRecord> left = new ArrayList<>();
    for (int i = 0; i < history.size(); i++) {
      String key = history.get(i).key();
      boolean superseded =
          history.subList(i + 1, history.size()).stream().anyMatch(c -> c.key().equals(key));
      if (!superseded || random.nextBoolean()) {
        left.add(history.get(i));
      }
    }
    return left;
  }

  @Override
  public List<Twins<Flag>> twins() {
    List<Twins<Flag>> twins =
        MethodExercise.onlyTheFirstActs(
            "a replay starts at one offset", Flag.SKIPS_ONE, Flag.FROM_THE_START);
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "a delete that is not noticed writes no 0", Flag.IGNORES_DELETES, Flag.ZERO_FOR_NULL));
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "a table has one next offset",
            Flag.KEEPS_THE_POSITION,
            Flag.LAST_FOR_NEXT,
            Flag.COUNTS_RECORDS));
    return twins;
  }

  @Override
  @SuppressWarnings("unchecked") // The signature says these types.
  public String picture(List<Object> arguments) {
    return Pictures.tape((List<KeyedRecord>) arguments.get(1))
        .snapshotAt(((TableSnapshot) arguments.get(0)).nextOffset())
        .html();
  }
}
