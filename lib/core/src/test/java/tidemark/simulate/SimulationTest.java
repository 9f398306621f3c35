package tidemark.simulate;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;
import tidemark.simulate.Action.Kind;

/**
 * The library's pipeline survives every fault at every step. The numbers of what was tried are
 * written to {@code target/simulation.txt}.
 */
final class SimulationTest {
  private static final boolean LONG = Boolean.getBoolean("tidemark.long");
  private static final int HISTORIES = LONG ? 100 : 20;
  private static final int PAIRS = LONG ? Integer.MAX_VALUE : 600;
  private static final int SCHEDULES = LONG ? 1_000_000 : 1500;

  /** So many of a random history's steps get a zombie where time is short. */
  private static final int ZOMBIES = 20;

  /** So much of a random history is enough where time is short. */
  private static final int ACTIONS = 8;

  private static final int WRITTEN_EVERY = 1000;

  private static final Map<String, Long> TRIED = new TreeMap<>();

  /**
   * One of each: sums, replacements, deletes, poison, a record that kills, late, idle, a replay.
   */
  private static final Schedule REFERENCE =
      Schedule.parse(
          "append a=1 @1; append a=+2 @4 input B; append b=poison:3 @5; append c=kills @6;"
              + " append a=∅ @16 input B; append b=4 @25; clock +30ms; append c=+5 @41; run;"
              + " replay 2; append b=+1 @6; append c=∅ @42; snapshot; retain; run");

  private final Simulator simulator = Simulator.of(LibraryPipeline::start);

  /** After the tests; in a long run after every so many schedules too, so that one can look. */
  @AfterAll
  static void writeWhatWasTried() {
    List<String> lines = new ArrayList<>();
    TRIED.forEach((what, count) -> lines.add(what + "=" + count));
    try {
      Files.write(Path.of("target", "simulation.txt"), lines);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private void isRight(Schedule schedule, String what) {
    isRight(simulator.run(schedule), what);
  }

  private void isRight(Report report, String what) {
    boolean isWhole = report.oracle().startsWith("the undisturbed run");
    boolean isRefused = report.verdict() == Report.Verdict.REFUSED;
    TRIED.merge(
        isRefused ? "of all: refused" : isWhole ? "of all: as undisturbed" : "of all: as a model",
        1L,
        Long::sum);
    TRIED.merge("of all: states or outputs that differ", report.isRight() ? 0L : 1L, Long::sum);
    if (TRIED.merge(what, 1L, Long::sum) % WRITTEN_EVERY == 0) {
      writeWhatWasTried();
    }
    if (!report.isRight()) {
      Report smallest = simulator.shrink(report);
      throw new AssertionError(what + "\n" + smallest.text() + "\nfirst seen in\n" + report.text());
    }
  }

  @Test
  void theReferenceHistorySurvivesEverySingleCrashAndPowerCut() {
    CrashPoints points = new CrashPoints(simulator);
    List<Kind> kinds =
        LONG ? List.of(Kind.CRASH, Kind.POWER_CUT, Kind.FAIL) : List.of(Kind.CRASH, Kind.POWER_CUT);
    for (Kind kind : kinds) {
      points.single(REFERENCE, kind).forEach(s -> isRight(s, "reference history, single " + kind));
    }
    assertTrue(TRIED.getOrDefault("reference history, single CRASH", 0L) > 150, TRIED.toString());
  }

  @Test
  void theReferenceHistorySurvivesEveryPairOfCrashes() {
    CrashPoints points = new CrashPoints(simulator);
    RandomGenerator random = Seeds.random(1);
    List<Schedule> firsts = points.single(REFERENCE, Kind.CRASH);
    int each = PAIRS == Integer.MAX_VALUE ? PAIRS : Math.max(1, PAIRS / firsts.size());
    for (Schedule first : firsts) {
      List<Schedule> pairs = points.second(first, Kind.POWER_CUT);
      for (int i = 0; i < Math.min(each, pairs.size()); i++) {
        int chosen = each < pairs.size() ? random.nextInt(pairs.size()) : i;
        isRight(pairs.get(chosen), "reference history, pairs");
      }
    }
  }

  @Test
  void aRandomHistorySurvivesACrashAtEverySingleStep() {
    Seeds.forEach(
        HISTORIES,
        (seed, random) -> {
          Schedule whole = Schedule.random(seed).undisturbed();
          int length = whole.actions().size();
          Schedule history = LONG ? whole : whole.without(Math.min(length, ACTIONS), length);
          CrashPoints points = new CrashPoints(simulator);
          points.single(history, Kind.CRASH).forEach(s -> isRight(s, "random histories, single"));
          TRIED.merge("random histories", 1L, Long::sum);
        });
  }

  @Test
  void randomSchedulesComeOutRight() {
    Seeds.forEach(SCHEDULES, (seed, random) -> isRight(simulator.run(seed), "random schedules"));
  }

  /** Compacts a table log with two values of a and a tombstone of b below its snapshot. */
  private static final Schedule COMPACTED =
      Schedule.parse(
          "append a=1 @1; append b=1 @2; run; append a=2 @3; append b=∅ @4; run; snapshot;"
              + " compact; clock +1s; compact; append b=2 @5; run");

  @Test
  void aScheduleThatCompactsChangesTheLibrarysTableLog() {
    int compact = COMPACTED.actions().indexOf(Action.Plain.COMPACT);
    List<Long> steps = simulator.steps(COMPACTED);
    assertTrue(steps.get(compact) > 0, "steps " + steps);
  }

  @Test
  void aCompactionSurvivesEverySingleCrashAndPowerCutAndZombie() {
    CrashPoints points = new CrashPoints(simulator);
    for (Kind kind : List.of(Kind.CRASH, Kind.POWER_CUT, Kind.FAIL, Kind.ZOMBIE)) {
      points.single(COMPACTED, kind).forEach(s -> isRight(s, "compacted, single " + kind));
    }
    assertTrue(TRIED.getOrDefault("compacted, single CRASH", 0L) > 50, TRIED.toString());
  }

  @Test
  void aZombieBesideItsSuccessorChangesNothingWhereverItIsPaused() {
    Schedule history =
        Schedule.parse(
            "append a=1 @1; append b=poison:2 @5; append a=+3 @14; append a=∅ @25; run;"
                + " append b=4 @40; run");
    CrashPoints points = new CrashPoints(simulator);
    points.single(history, Kind.ZOMBIE).forEach(s -> isRight(s, "zombies"));
  }

  @Test
  void aZombieInARandomHistoryChangesNothing() {
    Seeds.forEach(
        HISTORIES,
        (seed, random) -> {
          Schedule whole = Schedule.random(seed).undisturbed();
          List<Schedule> all = new CrashPoints(simulator).single(whole, Kind.ZOMBIE);
          for (int i = 0; i < (LONG ? all.size() : Math.min(ZOMBIES, all.size())); i++) {
            int chosen = LONG ? i : random.nextInt(all.size());
            isRight(all.get(chosen), "random histories, zombies");
          }
        });
  }

  @Test
  void theToyComesOutRightUnderTheSameSchedules() {
    Simulator toy = Simulator.of(ToyPipeline.with());
    for (long seed = 1; seed <= (LONG ? 10_000 : 100); seed++) {
      Report report = toy.run(seed);
      TRIED.merge("random schedules, toy", 1L, Long::sum);
      assertTrue(report.isRight(), report.text());
    }
  }
}
