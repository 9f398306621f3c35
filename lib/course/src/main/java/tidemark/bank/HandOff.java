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
import java.util.stream.Collectors;
import tidemark.bank.CrashingContext.Ending;
import tidemark.check.MethodExercise;
import tidemark.check.Trap;
import tidemark.exercise.ConsumerContext;
import tidemark.exercise.KeyedRecord;
import tidemark.exercise.PoisonException;

/**
 * {@code void consume(ConsumerContext consumer)}: from the committed offset to the end, each record
 * is applied or handed off as a dead letter, and then the offset moves.
 *
 * <p>A probe is a log with its poison, and what else goes wrong. The answer is run on it without a
 * crash, and then with a crash before and after each of its writes; after a crash it starts again
 * on what is left. What is compared is the set of endings. See {@link CrashingContext}.
 */
final class HandOff implements MethodExercise<HandOff.Answer, HandOff.Flag> {
  /**
   * At this start, counted from 1, a record is given up without another attempt: it kills the
   * process.
   */
  private static final int LAST_START = 4;

  interface Answer {
    void consume(ConsumerContext consumer) throws Exception;
  }

  enum Flag {
    @Trap("commits a record before it is applied, so that a crash in between loses it")
    COMMITS_FIRST,
    @Trap("skips poison without a dead letter")
    NO_DEAD_LETTER,
    @Trap(
        "commits past poison before its dead letter is written, so that a crash in between loses it")
    COMMITS_BEFORE_HAND_OFF,
    @Trap("writes a second dead letter when the process ended between the first one and the commit")
    DEAD_LETTER_TWICE,
    @Trap(
        "asks whether there is a dead letter already only for what fails, not for what it gives up")
    ASKS_ON_ONE_PATH,
    @Trap("commits once, after the last record, so that an outage or a crash undoes all progress")
    COMMITS_AT_THE_END,
    @Trap("goes on when the dead letter cannot be written")
    GOES_ON_WITHOUT,
    @Trap("makes dead letters of good records during an outage")
    OUTAGE_DEAD_LETTERED,
    @Trap("treats a delete (value null) as poison")
    NULL_IS_POISON,
    @Trap("makes dead letters of all the records behind the poison")
    WHOLE_BATCH,
    @Trap("never gives up a record that kills the process, so that every restart dies of it again")
    KILLED_FOR_EVER,
    @Trap("gives a record up after one start, so that a crash makes a good record a dead letter")
    ONE_START,
    @Trap("gives a record up only at exactly its fourth start, which a crash can skip")
    EXACTLY,
    @Trap(
        value =
            "begins at offset 0, not at the committed offset: there the log may have no record any more",
        alone = true)
    FROM_ZERO,
    @Trap(
        value =
            "begins one behind the committed offset, which is the next one to read: one record is skipped",
        alone = true)
    SKIPS_THE_FIRST,
    @Trap(
        value = "goes on to the end offset itself, where there is no record yet (≤ for <)",
        alone = true)
    PAST_THE_END,
    @Trap(
        value = "stops before the last record, as if the end offset were that of the last record",
        alone = true)
    STOPS_BEFORE_THE_LAST,
    @Trap(
        value = "handles one record and returns, where all up to the end are asked for",
        alone = true)
    ONE_RECORD,
    @Trap(
        value =
            "commits the offset of the record that it has done, where the next one to read is asked for",
        alone = true)
    COMMITS_ITS_OWN,
    @Trap(
        value = "gives a record up at its third start, and so one attempt too early",
        alone = true)
    THIRD_START,
    @Trap(value = "gives a record up at its fifth start, and so one attempt too late", alone = true)
    FIFTH_START,
    @Trap(
        value =
            "returns when the output cannot be reached, as if all were well: the error must go on to the caller",
        alone = true)
    RETURNS_IN_OUTAGE,
    @Trap(
        value =
            "returns when the dead letter cannot be written, as if all were well: the error must go on to the caller",
        alone = true)
    RETURNS_WITHOUT_LETTER,
    @Trap(
        value =
            "catches every error of the output and of the dead-letter log, and returns as if all were well",
        alone = true)
    SWALLOWS_ALL,
    @Trap(
        value = "commits past a record that was not applied because of an outage, and so loses it",
        alone = true)
    GOES_ON_IN_OUTAGE,
    @Trap(value = "does not catch the PoisonException, which then ends the consumer", alone = true)
    POISON_ESCAPES,
    @Trap(value = "gives a record up without a dead letter", alone = true)
    GIVES_UP_UNSAID,
    @Trap(value = "does not move the offset after it has written a dead letter", alone = true)
    LETTER_NOT_COMMITTED,
    @Trap(
        value = "does not move the offset past a record that is a dead letter already",
        alone = true)
    DEAD_NOT_COMMITTED,
    @Trap(
        value = "returns after a dead letter, so that the records behind it are not handled",
        alone = true)
    RETURNS_AFTER_LETTER
  }

  /** What happened to a record at this start of the process. */
  private enum Handled {
    APPLIED,
    REFUSED,
    GIVEN_UP
  }

  @Override
  public Declaration<Answer, Flag> declaration() {
    return new Declaration<>("02-hand-off", 5, Answer.class, Flag.class);
  }

  @Override
  public Answer model(Set<Flag> flags) {
    Optional<Flag> slip = MethodExercise.alone(flags);
    if (slip.isPresent()) {
      return HandOffSlips.model(slip.get());
    }
    return consumer -> {
      for (long offset = consumer.committed(); offset < consumer.end(); offset++) {
        if (flags.contains(Flag.COMMITS_FIRST)) {
          consumer.commit(offset + 1);
        }
        boolean asks = !flags.contains(Flag.DEAD_LETTER_TWICE) && !asksOnOnePath(flags);
        Handled handled =
            asks && consumer.hasDeadLetter(offset)
                ? Handled.APPLIED
                : handle(consumer, offset, flags);
        if (handled != Handled.APPLIED) {
          if (flags.contains(Flag.COMMITS_BEFORE_HAND_OFF)) {
            consumer.commit(offset + 1);
          }
          handOff(consumer, offset, handled, flags);
          while (flags.contains(Flag.WHOLE_BATCH) && offset + 1 < consumer.end()) {
            consumer.commit(++offset);
            handOff(consumer, offset, Handled.REFUSED, flags);
          }
        }
        if (!flags.contains(Flag.COMMITS_AT_THE_END) || offset + 1 == consumer.end()) {
          consumer.commit(offset + 1);
        }
      }
    };
  }

  private static boolean asksOnOnePath(Set<Flag> flags) {
    return flags.contains(Flag.ASKS_ON_ONE_PATH) && !flags.contains(Flag.ONE_START);
  }

  private static Handled handle(ConsumerContext consumer, long offset, Set<Flag> flags) {
    int last = flags.contains(Flag.ONE_START) ? 2 : LAST_START;
    int starts = flags.contains(Flag.KILLED_FOR_EVER) ? 0 : consumer.countStart(offset);
    if (flags.contains(Flag.EXACTLY) ? starts == last : starts >= last) {
      return Handled.GIVEN_UP;
    }
    KeyedRecord record = consumer.read(offset);
    if (record.value() == null && flags.contains(Flag.NULL_IS_POISON)) {
      return Handled.REFUSED;
    }
    try {
      consumer.apply(record);
      return Handled.APPLIED;
    } catch (PoisonException poison) {
      return Handled.REFUSED;
    } catch (UncheckedIOException outage) {
      if (flags.contains(Flag.OUTAGE_DEAD_LETTERED)) {
        return Handled.REFUSED;
      }
      throw outage;
    }
  }

  private static void handOff(
      ConsumerContext consumer, long offset, Handled handled, Set<Flag> flags) {
    boolean asks =
        !flags.contains(Flag.DEAD_LETTER_TWICE)
            && !(asksOnOnePath(flags) && handled == Handled.GIVEN_UP);
    if (flags.contains(Flag.NO_DEAD_LETTER) || (asks && consumer.hasDeadLetter(offset))) {
      return;
    }
    try {
      consumer.deadLetter(offset);
    } catch (UncheckedIOException full) {
      if (!flags.contains(Flag.GOES_ON_WITHOUT)) {
        throw full;
      }
    }
  }

  @Override
  public List<Twins<Flag>> twins() {
    List<Twins<Flag>> twins = new ArrayList<>();
    for (Flag later :
        List.of(
            Flag.COMMITS_BEFORE_HAND_OFF,
            Flag.DEAD_LETTER_TWICE,
            Flag.ASKS_ON_ONE_PATH,
            Flag.COMMITS_AT_THE_END,
            Flag.KILLED_FOR_EVER,
            Flag.ONE_START,
            Flag.EXACTLY)) {
      twins.addAll(
          MethodExercise.onlyTheFirstActs(
              "who commits first never meets a record again", Flag.COMMITS_FIRST, later));
    }
    for (Flag letter :
        List.of(
            Flag.COMMITS_BEFORE_HAND_OFF,
            Flag.DEAD_LETTER_TWICE,
            Flag.ASKS_ON_ONE_PATH,
            Flag.GOES_ON_WITHOUT)) {
      twins.addAll(
          MethodExercise.onlyTheFirstActs(
              "without dead letters nothing can be wrong with them", Flag.NO_DEAD_LETTER, letter));
    }
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "who commits before the hand-off never meets that record again",
            Flag.COMMITS_BEFORE_HAND_OFF,
            Flag.DEAD_LETTER_TWICE));
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "who commits before the hand-off never meets that record again",
            Flag.COMMITS_BEFORE_HAND_OFF,
            Flag.ASKS_ON_ONE_PATH));
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "who never asks does not ask on one path either",
            Flag.DEAD_LETTER_TWICE,
            Flag.ASKS_ON_ONE_PATH));
    twins.add(
        new Twins<>(
            Set.of(Flag.ASKS_ON_ONE_PATH, Flag.KILLED_FOR_EVER),
            Set.of(Flag.KILLED_FOR_EVER),
            "who gives nothing up does not ask before that"));
    twins.add(
        new Twins<>(
            Set.of(Flag.ASKS_ON_ONE_PATH, Flag.ONE_START),
            Set.of(Flag.ONE_START),
            "whatever has a dead letter was started before, and is given up"));
    for (Flag count : List.of(Flag.ONE_START, Flag.EXACTLY)) {
      twins.addAll(
          MethodExercise.onlyTheFirstActs(
              "who counts no starts gives nothing up", Flag.KILLED_FOR_EVER, count));
    }
    return twins;
  }

  @Override
  public MethodHandle called(MethodHandle answer) {
    try {
      MethodHandle run =
          MethodHandles.lookup()
              .findStatic(
                  HandOff.class,
                  "endings",
                  MethodType.methodType(
                      Set.class, MethodHandle.class, List.class, Set.class, Map.class, Set.class));
      return run.bindTo(answer);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "the method that runs an answer must be in this class; restore CrashingContext.run", e);
    }
  }

  /** All the ways in which a run can end, the one without a crash first. */
  static Set<Ending> endings(
      MethodHandle answer,
      List<KeyedRecord> log,
      Set<Long> poison,
      Map<Long, Integer> killers,
      Set<String> down)
      throws Throwable {
    CrashingContext undisturbed = new CrashingContext(log, poison, killers, down);
    Set<Ending> endings = new LinkedHashSet<>();
    endings.add(undisturbed.run(answer, -1));
    for (int point = 0; point < 2 * undisturbed.writes(); point++) {
      endings.add(new CrashingContext(log, poison, killers, down).run(answer, point));
    }
    return endings;
  }

  @Override
  public List<String> names() {
    return List.of("log", "poison", "killers", "down");
  }

  @Override
  public List<List<Object>> examples() {
    List<KeyedRecord> six = KeyedRecord.history("a=1 b=2 a=3 b=4 c=5 a=6");
    return List.of(
        List.of(six, Set.of(3L), Map.of(), Set.of()),
        List.of(six, Set.of(3L), Map.of(), Set.of("dead-letter log")),
        List.of(six, Set.of(), Map.of(), Set.of("output")),
        List.of(six, Set.of(), Map.of(3L, 99), Set.of()),
        List.of(six, Set.of(), Map.of(3L, LAST_START - 2), Set.of()),
        List.of(six, Set.of(), Map.of(3L, LAST_START - 1), Set.of()),
        List.of(KeyedRecord.history("a=1 a=∅"), Set.of(), Map.of(), Set.of()));
  }

  @Override
  public List<Object> probe(RandomGenerator random, int size) {
    List<KeyedRecord> log = new ArrayList<>();
    Set<Long> poison = new LinkedHashSet<>();
    Map<Long, Integer> killers = new LinkedHashMap<>();
    long base = Reach.offset(random);
    for (long offset = base; offset < base + 1 + random.nextInt(1 + size / 2); offset++) {
      int kind = random.nextInt(8);
      log.add(new KeyedRecord(offset, "k", kind == 0 ? null : Reach.value(random)));
      if (kind == 6) {
        poison.add(offset);
      } else if (kind == 7 && killers.isEmpty()) {
        killers.put(offset, random.nextInt(3) == 0 ? 99 : 1 + random.nextInt(LAST_START + 1));
      }
    }
    int down = random.nextInt(8);
    return List.of(
        log,
        poison,
        killers,
        down == 0 ? Set.of("dead-letter log") : down == 1 ? Set.of("output") : Set.of());
  }

  @Override
  public List<ComparedValue> compared(List<Object> arguments, Object expected, Object yours) {
    Ending right = (Ending) ((Set<?>) expected).iterator().next();
    List<ComparedValue> values = new ArrayList<>();
    for (Ending ending : missingIn(expected, yours)) {
      values.add(new ComparedValue(ending.crash().toString(), right.text(), ending.text()));
    }
    if (values.isEmpty()) {
      for (Ending ending : missingIn(yours, expected)) {
        values.add(
            new ComparedValue(ending.crash().toString(), ending.text(), "no run of yours ends so"));
      }
    }
    return values;
  }

  /** The endings of {@code others} that are not among {@code these}. */
  private static List<Ending> missingIn(Object these, Object others) {
    return ((Set<?>) others)
        .stream().filter(each -> !((Set<?>) these).contains(each)).map(Ending.class::cast).toList();
  }

  @Override
  public String played(List<Object> arguments, Object expected, Object yours) {
    Ending right = (Ending) ((Set<?>) expected).iterator().next();
    return missingIn(expected, yours).stream()
        .limit(1)
        .filter(wrong -> wrong.crash().canBePlayed())
        .map(wrong -> HandOffPlayer.of(arguments, right, wrong).html())
        .collect(Collectors.joining());
  }

  @Override
  public String picture(List<Object> arguments) {
    return HandOffPlayer.tape(arguments).html();
  }
}
