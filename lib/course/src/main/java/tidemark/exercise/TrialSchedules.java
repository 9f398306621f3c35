package tidemark.exercise;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Makes the schedules of a trial, and makes one that fails smaller. */
final class TrialSchedules {
  private static final int RANDOM = 48;
  private static final int MOST_RECORDS = 8;

  private TrialSchedules() {}

  /** What can be switched on. */
  enum Fault {
    GAPS("gaps"),
    DUPLICATES("duplicates"),
    NODE_LOSS("node loss");

    final String word;

    Fault(String word) {
      this.word = word;
    }
  }

  /**
   * The schedules of these faults, short ones first. The loss of the node is not in them: it is
   * tried after each write, and how many there are only a run can tell.
   */
  static List<TrialSchedule> of(Set<Fault> faults, long seed) {
    List<TrialSchedule> schedules = new ArrayList<>();
    RandomGenerator random = new SplittableRandom(seed);
    for (int i = 0; i < RANDOM; i++) {
      int records = 2 + i * (MOST_RECORDS - 1) / RANDOM;
      schedules.add(again(log(records, faults, random), faults, random));
    }
    for (int each = 2; each <= 4 && faults.contains(Fault.GAPS); each++) {
      schedules.add(again(everyNthIsMissing(each, random), faults, random));
    }
    return schedules;
  }

  private static TrialSchedule log(int records, Set<Fault> faults, RandomGenerator random) {
    boolean hasGaps = faults.contains(Fault.GAPS);
    int surely = random.nextInt(records + 1);
    List<@Nullable KeyedRecord> places = new ArrayList<>();
    Set<Long> dead = new TreeSet<>();
    for (int i = 0; i <= records; i++) {
      if (hasGaps && (i == surely || random.nextInt(4) == 0)) {
        for (int holes = 1 + random.nextInt(2); holes > 0; holes--) {
          places.add(null);
        }
      }
      if (i < records) {
        if (random.nextInt(8) == 0) {
          dead.add((long) places.size());
        }
        places.add(record(places.size(), random));
      }
    }
    return new TrialSchedule(places, dead, Map.of(), TrialSchedule.NONE);
  }

  private static TrialSchedule everyNthIsMissing(int n, RandomGenerator random) {
    List<@Nullable KeyedRecord> places = new ArrayList<>();
    for (int records = 0; records < MOST_RECORDS; ) {
      boolean isMissing = (places.size() + 1) % n == 0;
      places.add(isMissing ? null : record(places.size(), random));
      records += isMissing ? 0 : 1;
    }
    return new TrialSchedule(places, Set.of(), Map.of(), TrialSchedule.NONE);
  }

  private static KeyedRecord record(long offset, RandomGenerator random) {
    String key = random.nextBoolean() ? "a" : "b";
    long time = 4 * offset + (random.nextInt(4) == 0 ? -random.nextInt(12) : random.nextInt(6));
    return new KeyedRecord(offset, key, 1 + random.nextInt(9), time);
  }

  /** The same with records that come again, if that is switched on: one of the three before. */
  private static TrialSchedule again(
      TrialSchedule schedule, Set<Fault> faults, RandomGenerator random) {
    Map<Long, Long> again = new TreeMap<>();
    List<Long> had = new ArrayList<>();
    List<Long> readers = new ArrayList<>();
    schedule.log().records().forEach(record -> readers.add(record.offset()));
    if (schedule.log().end() > schedule.log().afterLast()) {
      readers.add(schedule.log().end());
    }
    int surely = 1 + random.nextInt(readers.size() - 1);
    for (int i = 0; i < readers.size() && faults.contains(Fault.DUPLICATES); i++) {
      if (i > 0 && (i == surely || random.nextInt(4) == 0)) {
        again.put(readers.get(i), had.get(had.size() - 1 - random.nextInt(Math.min(3, i))));
      }
      had.add(readers.get(i));
    }
    return new TrialSchedule(schedule.places(), schedule.dead(), again, schedule.loss());
  }

  /**
   * A schedule of which nothing can be left out without its running right.
   *
   * @param fails whether a schedule still fails in the same way
   */
  static TrialSchedule smallest(TrialSchedule failing, Predicate<TrialSchedule> fails) {
    TrialSchedule smallest = failing;
    Optional<TrialSchedule> smaller = Optional.of(failing);
    while (smaller.isPresent()) {
      smallest = smaller.get();
      smaller =
          smaller(smallest).stream()
              .flatMap(each -> losses(each).stream())
              .filter(fails)
              .findFirst();
    }
    return smallest;
  }

  private static List<TrialSchedule> smaller(TrialSchedule schedule) {
    List<TrialSchedule> smaller = new ArrayList<>();
    if (schedule.loss() != TrialSchedule.NONE) {
      smaller.add(schedule.losing(TrialSchedule.NONE));
    }
    schedule.again().keySet().forEach(before -> smaller.add(schedule.withoutAgain(before)));
    if (!schedule.dead().isEmpty()) {
      smaller.add(schedule.withoutDead());
    }
    for (int offset = 0; offset < schedule.places().size(); offset++) {
      smaller.add(schedule.without(offset));
    }
    if (schedule.loss() > 1) {
      smaller.add(schedule.losing(schedule.loss() - 1));
    }
    return smaller;
  }

  /** The schedule with each loss up to its own: with fewer records, a write has a lower number. */
  private static List<TrialSchedule> losses(TrialSchedule schedule) {
    List<TrialSchedule> losses = new ArrayList<>();
    for (int loss = Math.min(1, schedule.loss()); loss <= schedule.loss(); loss++) {
      losses.add(schedule.losing(loss));
    }
    return losses;
  }
}
