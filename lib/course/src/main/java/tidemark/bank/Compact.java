package tidemark.bank;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tidemark.check.MethodExercise;
import tidemark.check.Trap;
import tidemark.exercise.KeyedRecord;

/**
 * {@code List<KeyedRecord> compact(List<KeyedRecord> log, long activeFrom)}: what one pass keeps.
 * Below {@code activeFrom}: per key the record with the highest offset there, tombstones included,
 * in order and with its offset. From {@code activeFrom} on lies the active segment: it is kept as
 * it is and supersedes nothing.
 */
final class Compact implements MethodExercise<Compact.Answer, Compact.Flag> {
  interface Answer {
    List<KeyedRecord> compact(List<KeyedRecord> log, long activeFrom) throws Exception;
  }

  enum Flag {
    @Trap("returns the log unchanged")
    UNCHANGED,
    @Trap("cleans the active segment too")
    CLEANS_ACTIVE,
    @Trap("lets records of the active segment supersede older ones")
    ACTIVE_SUPERSEDES,
    @Trap("loses the active segment")
    LOSES_ACTIVE,
    @Trap("treats the record at activeFrom as a closed one (≤ for <)")
    ONE_MORE_CLOSED,
    @Trap("drops tombstones of the active segment, which is kept as it is")
    DROPS_ACTIVE_TOMBSTONES,
    @Trap("keeps the first record of a key, not the last")
    KEEPS_FIRST,
    @Trap(
        "lets a delete win over a later value of its key, as if a deleted key could not come back")
    DELETE_WINS,
    @Trap("keeps the record with the newest timestamp, where the offset decides")
    NEWEST_TIMESTAMP,
    @Trap("drops tombstones, so that an old snapshot never hears of the delete")
    DROPS_TOMBSTONES,
    @Trap("writes 0 where a tombstone's value is null, so that the key comes back")
    ZERO_FOR_NULL,
    @Trap("puts the records in the order of their keys")
    ORDER_OF_KEYS,
    @Trap("puts the records in the order in which their keys were first seen")
    ORDER_FIRST_SEEN,
    @Trap("gives the records new offsets")
    RENUMBERS,
    @Trap(value = "treats the last closed record as part of the active segment", alone = true)
    ONE_FEWER_CLOSED,
    @Trap(value = "takes activeFrom for a place in the list, where it is an offset", alone = true)
    PLACES_FOR_OFFSETS,
    @Trap(
        value = "keeps every tombstone, even one that a later record of its key supersedes",
        alone = true)
    KEEPS_ALL_TOMBSTONES,
    @Trap(value = "takes the value 0 for a delete, and drops both", alone = true)
    ZERO_IS_DELETE,
    @Trap(value = "removes all records of a key that was ever deleted", alone = true)
    DELETED_FOR_GOOD,
    @Trap(value = "gives the records from the last one to the first", alone = true)
    REVERSED,
    @Trap(value = "puts the records in the order of their timestamps", alone = true)
    ORDER_OF_TIMESTAMPS,
    @Trap(
        value = "puts all records in the order of their keys, those of the active segment too",
        alone = true)
    ALL_IN_ORDER_OF_KEYS
  }

  private final Declaration<Answer, Flag> declaration;

  Compact() {
    this("06-compact", 6);
  }

  /** The same under another id: notebook 10 asks it again. */
  Compact(String id, int points) {
    declaration = new Declaration<>(id, points, Answer.class, Flag.class);
  }

  @Override
  public Declaration<Answer, Flag> declaration() {
    return declaration;
  }

  @Override
  public Answer model(Set<Flag> flags) {
    Optional<Flag> slip = MethodExercise.alone(flags);
    if (slip.isPresent()) {
      return CompactSlips.model(slip.get());
    }
    return (log, activeFrom) -> {
      if (flags.contains(Flag.UNCHANGED)) {
        return log;
      }
      long until = until(activeFrom, flags);
      boolean allDecide = flags.contains(Flag.ACTIVE_SUPERSEDES);
      Map<String, KeyedRecord> kept =
          flags.contains(Flag.ORDER_OF_KEYS) ? new TreeMap<>() : new LinkedHashMap<>();
      for (KeyedRecord record : log) {
        if (allDecide || record.offset() < until) {
          kept.merge(record.key(), record, (old, later) -> winner(old, later, flags));
        }
      }
      List<KeyedRecord> result = new ArrayList<>(kept.values());
      if (!flags.contains(Flag.ORDER_OF_KEYS) && !flags.contains(Flag.ORDER_FIRST_SEEN)) {
        result.sort(Comparator.comparingLong(KeyedRecord::offset));
      }
      result.removeIf(record -> record.offset() >= until);
      result.removeIf(record -> flags.contains(Flag.DROPS_TOMBSTONES) && record.value() == null);
      if (flags.contains(Flag.ZERO_FOR_NULL)) {
        result.replaceAll(
            record -> record.value() == null ? with(record, record.offset(), 0) : record);
      }
      if (!flags.contains(Flag.LOSES_ACTIVE)) {
        boolean onlyValues = flags.contains(Flag.DROPS_ACTIVE_TOMBSTONES);
        log.stream()
            .filter(record -> record.offset() >= until && !(onlyValues && record.value() == null))
            .forEach(result::add);
      }
      return flags.contains(Flag.RENUMBERS) ? renumbered(result) : result;
    };
  }

  private static long until(long activeFrom, Set<Flag> flags) {
    long closed = flags.contains(Flag.ONE_MORE_CLOSED) ? activeFrom + 1 : activeFrom;
    return flags.contains(Flag.CLEANS_ACTIVE) ? Long.MAX_VALUE : closed;
  }

  private static KeyedRecord winner(KeyedRecord old, KeyedRecord later, Set<Flag> flags) {
    boolean oldWins =
        flags.contains(Flag.KEEPS_FIRST)
            || (flags.contains(Flag.DELETE_WINS) && old.value() == null)
            || (flags.contains(Flag.NEWEST_TIMESTAMP) && old.timestamp() > later.timestamp());
    return oldWins ? old : later;
  }

  private static List<KeyedRecord> renumbered(List<KeyedRecord> records) {
    List<KeyedRecord> renumbered = new ArrayList<>();
    records.forEach(record -> renumbered.add(with(record, renumbered.size(), record.value())));
    return renumbered;
  }

  private static KeyedRecord with(KeyedRecord record, long offset, @Nullable Integer value) {
    return new KeyedRecord(offset, record.key(), value, record.timestamp());
  }

  @Override
  public List<List<Object>> examples() {
    return List.of(
        List.of(KeyedRecord.history("0:a=1 1:b=2 2:a=3 3:b=∅ 4:c=4"), 5L),
        List.of(KeyedRecord.history("0:a=1 1:b=2 2:a=3 3:b=∅ 4:c=4"), 3L),
        List.of(List.of(), 0L),
        List.of(List.of(new KeyedRecord(0, "k", 1, 200), new KeyedRecord(1, "k", 2, 100)), 2L));
  }

  @Override
  public List<Object> probe(RandomGenerator random, int size) {
    List<KeyedRecord> log = new ArrayList<>();
    long base = Reach.offset(random);
    long offset = base + random.nextLong(2);
    int count = 1 + random.nextInt(1 + 2 * size);
    int closed = random.nextBoolean() ? count : random.nextInt(count + 1);
    long activeFrom = base;
    for (int i = 0; i < count; i++) {
      if (i == closed) {
        activeFrom = offset;
      }
      String key = String.valueOf((char) ('a' + random.nextInt(4)));
      Integer value = random.nextInt(4) == 0 ? null : Integer.valueOf(Reach.value(random));
      long timestamp = random.nextInt(3) == 0 ? Reach.time(random) + random.nextLong(40) : offset;
      log.add(new KeyedRecord(offset, key, value, timestamp));
      // No pass has touched the active segment, so it has no holes.
      offset += 1 + (i < closed && random.nextInt(4) == 0 ? random.nextLong(3) : 0);
    }
    return List.of(log, closed == count ? offset : activeFrom);
  }

  @Override
  public List<Twins<Flag>> twins() {
    List<Twins<Flag>> twins = twinsInTheActiveSegment();
    for (Flag flag : Flag.values()) {
      if (flag != Flag.UNCHANGED && MethodExercise.alone(Set.of(flag)).isEmpty()) {
        twins.addAll(
            MethodExercise.onlyTheFirstActs(
                "nothing is done to a log that is returned unchanged", Flag.UNCHANGED, flag));
      }
    }
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "one record of a key wins", Flag.KEEPS_FIRST, Flag.NEWEST_TIMESTAMP));
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "where the first record wins, nothing wins over it",
            Flag.KEEPS_FIRST,
            Flag.DELETE_WINS));
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "no null is left to be written as 0", Flag.DROPS_TOMBSTONES, Flag.ZERO_FOR_NULL));
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "records stand in one order", Flag.ORDER_OF_KEYS, Flag.ORDER_FIRST_SEEN));
    twins.add(
        new Twins<>(
            Set.of(Flag.KEEPS_FIRST, Flag.ORDER_FIRST_SEEN),
            Set.of(Flag.KEEPS_FIRST),
            "the first records of the keys are in the order in which the keys were first seen"));
    twins.add(
        new Twins<>(
            Set.of(Flag.KEEPS_FIRST, Flag.ACTIVE_SUPERSEDES),
            Set.of(Flag.KEEPS_FIRST),
            "where the first record wins, a later segment supersedes nothing"));
    return twins;
  }

  private static List<Twins<Flag>> twinsInTheActiveSegment() {
    List<Twins<Flag>> twins =
        MethodExercise.onlyTheFirstActs(
            "where the active segment is cleaned like the rest, there is nothing more to do to it",
            Flag.CLEANS_ACTIVE,
            Flag.ACTIVE_SUPERSEDES);
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "where the active segment is cleaned like the rest, it cannot be lost apart",
            Flag.CLEANS_ACTIVE,
            Flag.LOSES_ACTIVE));
    for (Flag flag : EnumSet.of(Flag.ONE_MORE_CLOSED, Flag.DROPS_ACTIVE_TOMBSTONES)) {
      twins.addAll(
          MethodExercise.onlyTheFirstActs(
              "where the active segment is cleaned like the rest, its border and its tombstones"
                  + " are nothing apart",
              Flag.CLEANS_ACTIVE,
              flag));
    }
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "of a lost segment no tombstone is left to be dropped",
            Flag.LOSES_ACTIVE,
            Flag.DROPS_ACTIVE_TOMBSTONES));
    return twins;
  }

  @Override
  @SuppressWarnings("unchecked") // The signature says this type.
  public String picture(List<Object> arguments) {
    long activeFrom = (long) arguments.get(1);
    List<KeyedRecord> log = (List<KeyedRecord>) arguments.get(0);
    long end = log.isEmpty() ? 0 : log.get(log.size() - 1).offset() + 1;
    return activeFrom < end
        ? Pictures.tape(log).range("active segment", activeFrom, end).html()
        : Pictures.tape(log).html();
  }

  @Override
  public List<ComparedValue> compared(List<Object> arguments, Object expected, Object yours) {
    List<?> one = (List<?>) expected;
    List<?> two = (List<?>) yours;
    List<ComparedValue> values = new ArrayList<>();
    for (int i = 0; i < Math.max(one.size(), two.size()); i++) {
      values.add(new ComparedValue("record " + (i + 1), at(one, i), at(two, i)));
    }
    return values;
  }

  private static String at(List<?> list, int index) {
    return index < list.size() ? String.valueOf(list.get(index)) : "none";
  }
}
