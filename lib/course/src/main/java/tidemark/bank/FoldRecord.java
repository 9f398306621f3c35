package tidemark.bank;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import tidemark.check.MethodExercise;
import tidemark.check.Trap;
import tidemark.exercise.KeyedRecord;
import tidemark.exercise.PipelineState;

/**
 * {@code PipelineState fold(PipelineState before, KeyedRecord record, boolean dead)}: the state
 * after one more record. Windows of 10, bound 3; values are increments.
 *
 * <p>A probe is a snapshot and the whole log: the answer folds all of it into the snapshot, also
 * the records that the snapshot contains. What is compared is the last state.
 */
final class FoldRecord implements MethodExercise<FoldRecord.Answer, FoldRecord.Flag> {
  interface Answer {
    PipelineState fold(PipelineState before, KeyedRecord record, boolean dead) throws Exception;
  }

  enum Flag {
    @Trap("applies again what the snapshot has already")
    AGAIN,
    @Trap("begins with the last record in the snapshot, not with the next one")
    FROM_LAST_APPLIED,
    @Trap("applies dead letters")
    DEAD_APPLIED,
    @Trap("forgets that a dead record moves the position and the watermark too")
    DEAD_MOVES_NOTHING,
    @Trap("takes the watermark of the last record, so that it can go back")
    GOES_BACK,
    @Trap("makes an event at the watermark late")
    AT_THE_WATERMARK,
    @Trap("counts late events in their windows as well")
    LATE_COUNTED,
    @Trap("keeps late events out of the table, which does not depend on time")
    LATE_NOT_IN_TABLE,
    @Trap("drops late events without a trace")
    LATE_DROPPED,
    @Trap("divides for the start of a window, which is wrong below 0")
    TRUNCATES,
    @Trap(value = "skips the record at the next offset", alone = true)
    SKIPS_ONE,
    @Trap(value = "replaces values in the table, where they are increments", alone = true)
    REPLACES,
    @Trap(value = "leaves the table as it is", alone = true)
    NOT_IN_TABLE,
    @Trap(value = "adds values up in the windows, where events are counted", alone = true)
    SUMS,
    @Trap(
        value = "notes the timestamps of late records, where their offsets are asked for",
        alone = true)
    LATE_TIMESTAMPS,
    @Trap(
        value = "gives the offset of the record as the position, where the next one is asked for",
        alone = true)
    LAST_FOR_NEXT,
    @Trap(value = "uses the number of the window as key", alone = true)
    NUMBER,
    @Trap(value = "uses the end of the window as key", alone = true)
    END,
    @Trap(value = "forgets the bound of 3", alone = true)
    WITHOUT_BOUND,
    @Trap(
        value = "subtracts the bound once more when it judges, so that late events pass",
        alone = true)
    BOUND_TWICE,
    @Trap(value = "keeps Flink's watermark, one less than this policy's", alone = true)
    FLINKS_NUMBER,
    @Trap(
        value = "does not move the watermark for a dead record, which has an event time too",
        alone = true)
    DEAD_MOVES_NO_WATERMARK
  }

  @Override
  public Declaration<Answer, Flag> declaration() {
    return new Declaration<>("08-fold", 3, Answer.class, Flag.class);
  }

  @Override
  public Answer model(Set<Flag> flags) {
    Optional<Flag> slip = MethodExercise.alone(flags);
    if (slip.isPresent()) {
      return FoldSlips.model(slip.get());
    }
    return (before, record, dead) -> fold(before, record, dead, flags);
  }

  static PipelineState fold(
      PipelineState before, KeyedRecord record, boolean isDead, Set<Flag> flags) {
    long from = flags.contains(Flag.FROM_LAST_APPLIED) ? before.next() - 1 : before.next();
    boolean skips = isDead && flags.contains(Flag.DEAD_MOVES_NOTHING);
    if (skips || (record.offset() < from && !flags.contains(Flag.AGAIN))) {
      return before;
    }
    Map<String, Integer> table = new TreeMap<>(before.table());
    Map<Long, Integer> counts = new TreeMap<>(before.counts());
    List<Long> late = new ArrayList<>(before.late());
    if (!isDead || flags.contains(Flag.DEAD_APPLIED)) {
      long line = before.watermark() + (flags.contains(Flag.AT_THE_WATERMARK) ? 1 : 0);
      boolean isLate = record.timestamp() < line;
      if (!isLate || !flags.contains(Flag.LATE_NOT_IN_TABLE)) {
        table.merge(record.key(), record.value() == null ? 0 : record.value(), Integer::sum);
      }
      if (isLate && !flags.contains(Flag.LATE_DROPPED)) {
        late.add(record.offset());
      }
      if (!isLate || flags.contains(Flag.LATE_COUNTED)) {
        counts.merge(windowStart(record.timestamp(), flags), 1, Integer::sum);
      }
    }
    long watermark = record.timestamp() - 3;
    return new PipelineState(
        record.offset() + 1,
        table,
        counts,
        flags.contains(Flag.GOES_BACK) ? watermark : Math.max(before.watermark(), watermark),
        late);
  }

  static long windowStart(long timestamp, Set<Flag> flags) {
    return flags.contains(Flag.TRUNCATES)
        ? timestamp / 10 * 10
        : timestamp - Math.floorMod(timestamp, 10L);
  }

  @Override
  public List<Twins<Flag>> twins() {
    return List.of(
        new Twins<>(
            Set.of(Flag.AGAIN, Flag.FROM_LAST_APPLIED),
            Set.of(Flag.AGAIN),
            "who applies all again does not care where it begins"),
        new Twins<>(
            Set.of(Flag.DEAD_APPLIED, Flag.DEAD_MOVES_NOTHING),
            Set.of(Flag.DEAD_MOVES_NOTHING),
            "who passes dead records over does not apply them"));
  }

  @Override
  public MethodHandle called(MethodHandle answer) {
    try {
      MethodHandle run =
          MethodHandles.lookup()
              .findStatic(
                  FoldRecord.class,
                  "last",
                  MethodType.methodType(
                      PipelineState.class,
                      MethodHandle.class,
                      PipelineState.class,
                      List.class,
                      Set.class));
      return run.bindTo(answer);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "the method that runs an answer must be in this class; restore last", e);
    }
  }

  /** The state after the whole log. */
  static PipelineState last(
      MethodHandle answer, PipelineState snapshot, List<KeyedRecord> log, Set<Long> dead)
      throws Throwable {
    PipelineState state = snapshot;
    for (KeyedRecord record : log) {
      state = (PipelineState) answer.invokeExact(state, record, dead.contains(record.offset()));
    }
    return state;
  }

  @Override
  public List<String> names() {
    return List.of("snapshot", "log", "dead");
  }

  @Override
  public List<List<Object>> examples() {
    List<KeyedRecord> log =
        List.of(
            new KeyedRecord(0, "a", 1, 2),
            new KeyedRecord(1, "b", 2, 12),
            new KeyedRecord(2, "a", 3, 4),
            new KeyedRecord(3, "b", 4, 25));
    PipelineState two =
        new PipelineState(2, Map.of("a", 1, "b", 2), Map.of(0L, 1, 10L, 1), 9, List.of());
    return List.of(
        List.of(two, log, Set.of()),
        List.of(PipelineState.empty(0), log, Set.of(3L)),
        List.of(PipelineState.empty(0), log, Set.of(1L)));
  }

  @Override
  public List<Object> probe(RandomGenerator random, int size) {
    List<KeyedRecord> log = new ArrayList<>();
    Set<Long> dead = new LinkedHashSet<>();
    long base = Reach.offset(random);
    long time = Reach.time(random);
    for (long offset = base; offset < base + 1 + random.nextInt(1 + size); offset++) {
      String key = "" + (char) ('a' + random.nextInt(3));
      log.add(new KeyedRecord(offset, key, Reach.value(random), time));
      time += random.nextInt(4) == 0 ? -random.nextInt(12) : random.nextInt(9);
      if (random.nextInt(5) == 0) {
        dead.add(offset);
      }
    }
    PipelineState snapshot = PipelineState.empty(base);
    for (KeyedRecord record : log.subList(0, random.nextInt(log.size()))) {
      snapshot = fold(snapshot, record, dead.contains(record.offset()), Set.of());
    }
    return List.of(snapshot, log, dead);
  }

  @Override
  @SuppressWarnings("unchecked") // The probe makes these types.
  public String picture(List<Object> arguments) {
    PipelineState snapshot = (PipelineState) arguments.get(0);
    return Pictures.tape((List<KeyedRecord>) arguments.get(1)).snapshotAt(snapshot.next()).html();
  }
}
