package tidemark.bank;

import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import tidemark.check.MethodExercise;
import tidemark.check.Trap;
import tidemark.exercise.DecisionContext;
import tidemark.exercise.KeyedRecord;
import tidemark.exercise.PoisonException;
import tidemark.show.Tape;
import tidemark.simulate.Evidence;

/**
 * {@code void decide(DecisionContext node, long offset)}: decides once, for ever, whether a record
 * is marked as applied or is a dead letter.
 *
 * <p>A probe is a log and how the handler takes its records. The answer is called for one record
 * after the other: first without a crash, then with a crash before each write and one after the
 * last. After a crash it is called for all records again. What is compared is the set of endings.
 */
final class DecideRecord implements MethodExercise<DecideRecord.Answer, DecideRecord.Flag> {
  /**
   * At this start, counted from 1, a record is given up without another attempt: it kills the
   * process.
   */
  private static final int LAST_START = 4;

  interface Answer {
    void decide(DecisionContext node, long offset) throws Exception;
  }

  enum Flag {
    @Trap("tries a dead letter again after a restart, so that it may be applied as well")
    DEAD_AGAIN,
    @Trap("tries what is marked as applied again after a restart, so that it may die after all")
    APPLIED_AGAIN,
    @Trap("marks a record as applied before it is tried")
    MARKS_FIRST,
    @Trap("marks a dead letter as applied too")
    MARKS_DEAD_TOO,
    @Trap("never gives up a record that kills the process, so that every restart dies of it again")
    KILLED_FOR_EVER,
    @Trap("gives a record up after one start, so that a crash makes a good record a dead letter")
    ONE_START,
    @Trap("gives a record up only at exactly its fourth start, which a crash can skip")
    EXACTLY,
    @Trap("makes dead letters of good records during an outage")
    OUTAGE_DEAD_LETTERED,
    @Trap(
        value = "gives a record up at its third start, and so one attempt too early",
        alone = true)
    THIRD_START,
    @Trap(value = "gives a record up at its fifth start, and so one attempt too late", alone = true)
    FIFTH_START,
    @Trap(value = "marks a record as applied without trying it", alone = true)
    NEVER_TRIES,
    @Trap(value = "tries a record and does not mark it as applied", alone = true)
    NEVER_MARKS,
    @Trap(
        value =
            "goes on after it has marked a record as applied, and makes a dead letter of it too",
        alone = true)
    DEAD_TOO,
    @Trap(value = "writes the dead letter of a poison record twice", alone = true)
    TWO_LETTERS,
    @Trap(value = "does not catch the PoisonException", alone = true)
    POISON_ESCAPES,
    @Trap(value = "returns when a record is poison, without a decision", alone = true)
    POISON_UNDECIDED,
    @Trap(
        value = "returns in an outage, without a decision: the error must go on to the caller",
        alone = true)
    OUTAGE_UNSAID
  }

  @Override
  public Declaration<Answer, Flag> declaration() {
    return new Declaration<>("08-decide", 2, Answer.class, Flag.class);
  }

  @Override
  public Answer model(Set<Flag> flags) {
    Optional<Flag> slip = MethodExercise.alone(flags);
    if (slip.isPresent()) {
      return DecideSlips.model(slip.get());
    }
    return (node, offset) -> {
      boolean known =
          (!flags.contains(Flag.DEAD_AGAIN) && node.isDead(offset))
              || (!flags.contains(Flag.APPLIED_AGAIN) && node.isApplied(offset));
      if (!known) {
        decide(node, offset, flags);
      }
    };
  }

  private static void decide(DecisionContext node, long offset, Set<Flag> flags) {
    int last = flags.contains(Flag.ONE_START) ? 2 : LAST_START;
    int starts = flags.contains(Flag.KILLED_FOR_EVER) ? 0 : node.countStart(offset);
    boolean isOver = flags.contains(Flag.EXACTLY) ? starts == last : starts >= last;
    if (!isOver) {
      if (flags.contains(Flag.MARKS_FIRST)) {
        node.markApplied(offset);
      }
      try {
        node.attempt(offset);
        if (!flags.contains(Flag.MARKS_FIRST)) {
          node.markApplied(offset);
        }
        return;
      } catch (PoisonException poison) {
        // The record is given up below.
      } catch (UncheckedIOException outage) {
        if (!flags.contains(Flag.OUTAGE_DEAD_LETTERED)) {
          throw outage;
        }
      }
    }
    node.deadLetter(offset);
    if (flags.contains(Flag.MARKS_DEAD_TOO)) {
      node.markApplied(offset);
    }
  }

  @Override
  public List<Twins<Flag>> twins() {
    List<Twins<Flag>> twins = new ArrayList<>();
    for (Flag count : List.of(Flag.ONE_START, Flag.EXACTLY)) {
      twins.addAll(
          MethodExercise.onlyTheFirstActs(
              "who counts no starts gives nothing up", Flag.KILLED_FOR_EVER, count));
    }
    twins.add(
        new Twins<>(
            Set.of(Flag.DEAD_AGAIN, Flag.MARKS_FIRST),
            Set.of(Flag.MARKS_FIRST),
            "a dead letter that was marked before is not tried again"));
    for (Flag later : List.of(Flag.MARKS_DEAD_TOO, Flag.KILLED_FOR_EVER, Flag.EXACTLY)) {
      twins.addAll(
          MethodExercise.onlyTheFirstActs(
              "who marks first never meets that record again", Flag.MARKS_FIRST, later));
    }
    return twins;
  }

  @Override
  public MethodHandle called(MethodHandle answer) {
    try {
      MethodHandle run =
          MethodHandles.lookup()
              .findStatic(
                  DecideRecord.class,
                  "endings",
                  MethodType.methodType(
                      Set.class, MethodHandle.class, List.class, Map.class, Set.class));
      return run.bindTo(answer);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "the method that runs an answer must be in this class; restore endings", e);
    }
  }

  /** All the ways in which a run can end, the one without a crash first. */
  static Set<Ending> endings(
      MethodHandle answer, List<KeyedRecord> log, Map<Long, String> moods, Set<String> down)
      throws Throwable {
    Set<Ending> endings = new LinkedHashSet<>();
    DecisionRun undisturbed = new DecisionRun(CrashingProcess.NEVER, moods, down);
    endings.add(undisturbed.run(answer, log, 0));
    int writes = undisturbed.process.writes();
    for (int point = 0; point <= writes; point++) {
      endings.add(new DecisionRun(point, moods, down).run(answer, log, writes));
    }
    return endings;
  }

  /** One run of an answer, with its restarts. */
  private static final class DecisionRun {
    final CrashingProcess process;
    private final CrashingDecisions decisions;

    DecisionRun(int point, Map<Long, String> moods, Set<String> down) {
      process = new CrashingProcess(point, this::onDisk);
      decisions = new CrashingDecisions(process, moods, down);
    }

    private List<String> onDisk() {
      return decisions.onDisk();
    }

    Ending run(MethodHandle answer, List<KeyedRecord> log, int total) throws Throwable {
      String end = process.run(() -> live(answer, log), total);
      Map<Long, String> lane = new LinkedHashMap<>();
      log.forEach(record -> lane.put(record.offset(), decisions.told(record.offset())));
      return new Ending(process.crashes(), lane, end);
    }

    private void live(MethodHandle answer, List<KeyedRecord> log) throws Throwable {
      for (KeyedRecord record : log) {
        answer.invokeExact((DecisionContext) decisions, record.offset());
        process.requireAlive();
        if (!decisions.isDecided(record.offset())) {
          throw process.refuse(
              new IllegalStateException("it returns without a decision on " + record.offset()));
        }
      }
    }
  }

  @Override
  public List<String> names() {
    return List.of("log", "handler", "down");
  }

  @Override
  public List<List<Object>> examples() {
    List<KeyedRecord> four = KeyedRecord.history("a=1 b=1 a=1 c=1");
    return List.of(
        List.of(four, Map.of(1L, "poison"), Set.of()),
        List.of(four, Map.of(1L, "fails once"), Set.of()),
        List.of(four, Map.of(1L, "works once"), Set.of()),
        List.of(four, Map.of(2L, "kills 99"), Set.of()),
        List.of(four, Map.of(2L, "kills " + (LAST_START - 2)), Set.of()),
        List.of(four, Map.of(2L, "kills " + (LAST_START - 1)), Set.of()),
        List.of(four, Map.of(), Set.of("database")));
  }

  @Override
  public List<Object> probe(RandomGenerator random, int size) {
    List<KeyedRecord> log = new ArrayList<>();
    Map<Long, String> moods = new LinkedHashMap<>();
    long base = Reach.offset(random);
    for (long offset = base; offset < base + 1 + random.nextInt(1 + size / 2); offset++) {
      log.add(new KeyedRecord(offset, "k", 1));
      String mood = mood(random);
      if (!mood.isEmpty() && moods.values().stream().noneMatch(each -> each.startsWith("kills"))) {
        moods.put(offset, mood);
      }
    }
    return List.of(log, moods, random.nextInt(8) == 0 ? Set.of("database") : Set.of());
  }

  static String mood(RandomGenerator random) {
    return switch (random.nextInt(9)) {
      case 0 -> "poison";
      case 1 -> "fails once";
      case 2 -> "works once";
      case 3 -> "kills " + (random.nextInt(3) == 0 ? 99 : 1 + random.nextInt(LAST_START + 1));
      default -> "";
    };
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
    return picture(arguments.get(0), arguments.get(1));
  }

  /** A log with the moods of its handler. */
  @SuppressWarnings("unchecked") // The probe makes these types.
  static String picture(Object log, Object moods) {
    Tape tape = Pictures.tape((List<KeyedRecord>) log);
    for (Map.Entry<Long, String> mood : ((Map<Long, String>) moods).entrySet()) {
      tape = tape.note(mood.getKey(), mood.getValue());
    }
    return tape.html();
  }
}
