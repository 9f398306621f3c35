package tidemark.bank;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import tidemark.check.MethodExercise;
import tidemark.check.Trap;
import tidemark.exercise.KeyedRecord;
import tidemark.exercise.PipelineContext;
import tidemark.exercise.PipelineState;
import tidemark.simulate.Evidence;

/**
 * {@code void runPipeline(PipelineContext node)}: from the newest snapshot to the end of the log,
 * each record is decided, folded, published and committed. Now and then a snapshot is taken, and
 * then the records that it covers are deleted from the log.
 *
 * <p>A probe is a log and how the handler takes its records. The answer is run without a loss, and
 * then with the node lost before each write and after the last. What is compared is the set of
 * endings.
 */
final class SurviveNodeLoss
    implements MethodExercise<SurviveNodeLoss.Answer, SurviveNodeLoss.Flag> {
  interface Answer {
    void runPipeline(PipelineContext node) throws Exception;
  }

  enum Flag {
    @Trap("commits a record before it is published, so that for a moment the commit is a lie")
    COMMITS_FIRST,
    @Trap(
        "takes a snapshot before the output is published, so that a loss in between loses the"
            + " output")
    SNAPSHOTS_FIRST,
    @Trap("deletes from the log before the snapshot is taken, so that a loss in between is final")
    DELETES_FIRST,
    @Trap("deletes the record that the snapshot needs next")
    DELETES_ONE_TOO_MANY,
    @Trap("deletes what is committed, though the newest snapshot still needs it")
    DELETES_COMMITTED,
    @Trap("never deletes from the log, which then grows without a bound")
    NEVER_DELETES,
    @Trap("goes on at the committed offset with the state of an older snapshot")
    RESUMES_AT_COMMITTED,
    @Trap("begins with an empty state though there is a snapshot")
    IGNORES_SNAPSHOT,
    @Trap(value = "folds a record that is not decided yet", alone = true)
    FOLDS_UNDECIDED,
    @Trap(value = "never publishes what it has computed", alone = true)
    NEVER_PUBLISHES,
    @Trap(value = "never commits", alone = true)
    NEVER_COMMITS,
    @Trap(
        value =
            "commits the offset of the record that it has done, where the next one is asked for",
        alone = true)
    COMMITS_ITS_OWN,
    @Trap(
        value = "goes on to the end offset itself, where there is no record yet (≤ for <)",
        alone = true)
    PAST_THE_END,
    @Trap(value = "deletes from the log and takes no snapshot", alone = true)
    NEVER_SNAPSHOTS,
    @Trap(value = "takes one snapshot at the third record, and none after it", alone = true)
    SNAPSHOTS_ONCE,
    @Trap(
        value = "takes a snapshot only at the end of the log, so that the log grows until then",
        alone = true)
    SNAPSHOT_AT_THE_END,
    @Trap(value = "leaves the last record in the log that the snapshot covers", alone = true)
    DELETES_ONE_TOO_FEW
  }

  @Override
  public Declaration<Answer, Flag> declaration() {
    return new Declaration<>("08-node-loss", 3, Answer.class, Flag.class);
  }

  @Override
  public Answer model(Set<Flag> flags) {
    Optional<Flag> slip = MethodExercise.alone(flags);
    if (slip.isPresent()) {
      return NodeLossSlips.model(slip.get());
    }
    return node -> {
      PipelineState state =
          flags.contains(Flag.IGNORES_SNAPSHOT) && !flags.contains(Flag.RESUMES_AT_COMMITTED)
              ? PipelineState.empty(node.start())
              : node.newestSnapshot();
      long from = flags.contains(Flag.RESUMES_AT_COMMITTED) ? node.committed() : state.next();
      for (long offset = from; offset < node.end(); offset++) {
        node.decide(offset);
        state = node.fold(state, offset);
        if (flags.contains(Flag.COMMITS_FIRST)) {
          node.commit(offset + 1);
        }
        if (flags.contains(Flag.SNAPSHOTS_FIRST)) {
          keep(node, state, flags);
        }
        node.publish(state);
        if (!flags.contains(Flag.COMMITS_FIRST)) {
          node.commit(offset + 1);
        }
        if (!flags.contains(Flag.SNAPSHOTS_FIRST)) {
          keep(node, state, flags);
        }
      }
    };
  }

  private static void keep(PipelineContext node, PipelineState state, Set<Flag> flags) {
    boolean isThird = state.next() % 3 == 0;
    long below = state.next() + (flags.contains(Flag.DELETES_ONE_TOO_MANY) ? 1 : 0);
    boolean deletes =
        !flags.contains(Flag.NEVER_DELETES) && (isThird || flags.contains(Flag.DELETES_COMMITTED));
    if (deletes && flags.contains(Flag.DELETES_FIRST)) {
      node.deleteBelow(below);
    }
    if (isThird) {
      node.snapshot(state);
    }
    if (deletes && !flags.contains(Flag.DELETES_FIRST)) {
      node.deleteBelow(below);
    }
  }

  @Override
  public List<Twins<Flag>> twins() {
    List<Twins<Flag>> twins = new ArrayList<>();
    for (Flag deletes :
        List.of(Flag.DELETES_FIRST, Flag.DELETES_ONE_TOO_MANY, Flag.DELETES_COMMITTED)) {
      twins.add(
          new Twins<>(
              Set.of(deletes, Flag.NEVER_DELETES),
              Set.of(Flag.NEVER_DELETES),
              "who never deletes cannot delete wrongly"));
    }
    twins.add(
        new Twins<>(
            Set.of(Flag.NEVER_DELETES, Flag.IGNORES_SNAPSHOT),
            Set.of(Flag.NEVER_DELETES),
            "where the whole log is there, an empty state is as good as a snapshot"));
    twins.add(
        new Twins<>(
            Set.of(Flag.DELETES_FIRST, Flag.IGNORES_SNAPSHOT),
            Set.of(Flag.IGNORES_SNAPSHOT),
            "who never reads a snapshot does not miss one"));
    twins.add(
        new Twins<>(
            Set.of(Flag.RESUMES_AT_COMMITTED, Flag.IGNORES_SNAPSHOT),
            Set.of(Flag.RESUMES_AT_COMMITTED),
            "the state is that of an older snapshot, or empty: not both"));
    for (Flag deletes : List.of(Flag.DELETES_FIRST, Flag.DELETES_COMMITTED)) {
      twins.add(
          new Twins<>(
              Set.of(deletes, Flag.RESUMES_AT_COMMITTED),
              Set.of(Flag.RESUMES_AT_COMMITTED),
              "who goes on at the committed offset never needs what lies below it"));
    }
    return twins;
  }

  @Override
  public MethodHandle called(MethodHandle answer) {
    try {
      MethodHandle run =
          MethodHandles.lookup()
              .findStatic(
                  CrashingPipeline.class,
                  "endings",
                  MethodType.methodType(Set.class, MethodHandle.class, List.class, Map.class));
      return run.bindTo(answer);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "the method that runs an answer must be there; restore CrashingPipeline.endings", e);
    }
  }

  @Override
  public List<String> names() {
    return List.of("log", "handler");
  }

  @Override
  public List<List<Object>> examples() {
    List<KeyedRecord> log =
        List.of(
            new KeyedRecord(0, "a", 1, 2),
            new KeyedRecord(1, "b", 2, 12),
            new KeyedRecord(2, "a", 3, 4),
            new KeyedRecord(3, "b", 4, 25),
            new KeyedRecord(4, "a", 5, 26),
            new KeyedRecord(5, "b", 6, 31),
            new KeyedRecord(6, "a", 7, 33));
    return List.of(
        List.of(log, Map.of()),
        List.of(log, Map.of(1L, "poison")),
        List.of(log, Map.of(3L, "works once")),
        List.of(log, Map.of(3L, "kills 2")));
  }

  @Override
  public List<Object> probe(RandomGenerator random, int size) {
    List<KeyedRecord> log = new ArrayList<>();
    Map<Long, String> moods = new LinkedHashMap<>();
    long base = Reach.offset(random);
    long time = Reach.time(random);
    long end = base + 1 + random.nextInt(2 + size / 2);
    for (long offset = base; offset < end; offset++) {
      String key = "" + (char) ('a' + random.nextInt(2));
      log.add(new KeyedRecord(offset, key, Reach.value(random), time));
      time += random.nextInt(4) == 0 ? -random.nextInt(12) : random.nextInt(9);
      String mood = DecideRecord.mood(random);
      if (!mood.isEmpty() && moods.isEmpty()) {
        moods.put(offset, mood);
      }
    }
    return List.of(log, moods);
  }

  @Override
  public List<ComparedValue> compared(List<Object> arguments, Object expected, Object yours) {
    return Ending.compared(expected, yours);
  }

  @Override
  @SuppressWarnings("unchecked") // The probe makes these types.
  public List<Evidence> evidence(List<Object> arguments, Object expected, Object yours) {
    return Ending.lanes((List<KeyedRecord>) arguments.get(0), expected, yours);
  }

  @Override
  public String picture(List<Object> arguments) {
    return DecideRecord.picture(arguments.get(0), arguments.get(1));
  }
}
