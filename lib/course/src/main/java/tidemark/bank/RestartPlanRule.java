package tidemark.bank;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import tidemark.check.MethodExercise;
import tidemark.check.Trap;
import tidemark.exercise.RestartFrom;
import tidemark.exercise.SnapshotFile;

/**
 * {@code RestartFrom plan(List<SnapshotFile> snapshots, long logStart, long logEnd, long
 * lettersEnd)}: from the newest complete snapshot whose next offset is in [logStart, logEnd] and
 * that knows no dead letter beyond {@code lettersEnd}; else from empty if the log begins at 0; else
 * refused, because nothing proves a start right.
 */
final class RestartPlanRule
    implements MethodExercise<RestartPlanRule.Answer, RestartPlanRule.Flag> {
  interface Answer {
    RestartFrom plan(List<SnapshotFile> snapshots, long logStart, long logEnd, long lettersEnd)
        throws Exception;
  }

  enum Flag {
    @Trap("takes the last snapshot in the list for the newest one")
    LAST_IN_THE_LIST,
    @Trap("restores a snapshot that was never completed")
    TORN,
    @Trap("restores a snapshot whose next record the log has no longer, and so skips records")
    OVER_A_GAP,
    @Trap("restores a snapshot of records that a restored log does not have")
    BEYOND_THE_END,
    @Trap("restores a snapshot that knows dead letters which a restored log does not have")
    LETTERS_IGNORED,
    @Trap("refuses a snapshot at the very end of the log, where only nothing is left to read")
    NOT_AT_THE_END,
    @Trap("refuses a snapshot at the very start of the log, though all that it needs is there")
    NOT_AT_THE_START,
    @Trap("begins from empty though the front of the log is gone")
    EMPTY_OVER_A_GAP,
    @Trap("refuses where no snapshot holds, though the whole log is there")
    REFUSES,
    @Trap(
        value = "takes the oldest snapshot that holds, where the newest has the least left to read",
        alone = true)
    OLDEST,
    @Trap(
        value = "takes the first snapshot in the list that holds, where the newest is asked for",
        alone = true)
    FIRST_IN_THE_LIST,
    @Trap(
        value = "looks at the newest snapshot only, and at no older one if that does not hold",
        alone = true)
    ONLY_THE_NEWEST,
    @Trap(value = "takes the snapshot that knows most dead letters for the newest", alone = true)
    BY_LETTERS,
    @Trap(
        value = "refuses a snapshot that knows exactly the dead letters that there are (< for ≤)",
        alone = true)
    LETTERS_BELOW,
    @Trap(
        value = "accepts only a snapshot that knows exactly the dead letters that there are",
        alone = true)
    LETTERS_EXACTLY,
    @Trap(value = "turns the comparison of dead letters round", alone = true)
    LETTERS_TURNED_ROUND,
    @Trap(
        value = "begins at the last record in the snapshot, where the next one is asked for",
        alone = true)
    LAST_FOR_NEXT,
    @Trap(value = "begins at the log's start, on top of the snapshot", alone = true)
    START_FOR_NEXT,
    @Trap(
        value = "begins from empty if there are no snapshots, where the log's start decides",
        alone = true)
    EMPTY_WITHOUT_SNAPSHOTS,
    @Trap(
        value = "refuses a whole log only because there is a snapshot that does not hold",
        alone = true)
    EMPTY_ONLY_WITHOUT_SNAPSHOTS,
    @Trap(value = "begins from empty only if the log is empty", alone = true)
    EMPTY_LOG_ONLY
  }

  @Override
  public Declaration<Answer, Flag> declaration() {
    return new Declaration<>("08-restart-plan", 2, Answer.class, Flag.class);
  }

  @Override
  public Answer model(Set<Flag> flags) {
    Optional<Flag> slip = MethodExercise.alone(flags);
    if (slip.isPresent()) {
      return RestartPlanSlips.model(slip.get());
    }
    return (snapshots, logStart, logEnd, lettersEnd) -> {
      List<SnapshotFile> holding =
          snapshots.stream()
              .filter(each -> each.complete() || flags.contains(Flag.TORN))
              .filter(each -> startHolds(each.next(), logStart, flags))
              .filter(each -> endHolds(each.next(), logEnd, flags))
              .filter(
                  each -> each.lettersEnd() <= lettersEnd || flags.contains(Flag.LETTERS_IGNORED))
              .toList();
      if (holding.isEmpty()) {
        boolean isWhole = logStart == 0 && !flags.contains(Flag.REFUSES);
        return isWhole || (logStart != 0 && flags.contains(Flag.EMPTY_OVER_A_GAP))
            ? RestartFrom.empty()
            : RestartFrom.refused();
      }
      long newest =
          flags.contains(Flag.LAST_IN_THE_LIST)
              ? holding.get(holding.size() - 1).next()
              : holding.stream().max(Comparator.comparing(SnapshotFile::next)).get().next();
      return RestartFrom.snapshot(newest);
    };
  }

  private static boolean startHolds(long next, long logStart, Set<Flag> flags) {
    boolean isAt = next == logStart;
    return isAt
        ? !flags.contains(Flag.NOT_AT_THE_START)
        : next > logStart || flags.contains(Flag.OVER_A_GAP);
  }

  private static boolean endHolds(long next, long logEnd, Set<Flag> flags) {
    boolean isAt = next == logEnd;
    return isAt
        ? !flags.contains(Flag.NOT_AT_THE_END)
        : next < logEnd || flags.contains(Flag.BEYOND_THE_END);
  }

  @Override
  public List<List<Object>> examples() {
    return List.of(
        List.of(List.of(new SnapshotFile(3, 1, true), new SnapshotFile(6, 1, true)), 2L, 8L, 1L),
        List.of(List.of(new SnapshotFile(6, 1, true), new SnapshotFile(3, 1, true)), 2L, 8L, 1L),
        List.of(List.of(new SnapshotFile(3, 0, true), new SnapshotFile(6, 1, false)), 2L, 8L, 1L),
        List.of(List.of(new SnapshotFile(1, 0, true)), 2L, 8L, 1L),
        List.of(List.of(new SnapshotFile(9, 0, true)), 0L, 8L, 1L),
        List.of(List.of(), 0L, 8L, 1L),
        List.of(List.of(), 1L << 32, (1L << 32) + 8, 1L),
        // Two offsets that are one and the same as a float.
        List.of(
            List.of(
                new SnapshotFile((1L << 40) + 5, 1, true),
                new SnapshotFile((1L << 40) + 2, 1, true)),
            1L << 40,
            (1L << 40) + 8,
            1L));
  }

  @Override
  public List<Object> probe(RandomGenerator random, int size) {
    long far = Reach.offset(random);
    long logStart = random.nextInt(3) == 0 ? 0 : far > 0 ? far : 1 + random.nextInt(9);
    long logEnd = logStart + random.nextInt(2 + size);
    long letters = Reach.offset(random) + random.nextInt(4);
    List<SnapshotFile> snapshots = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      long next = Math.max(0, logStart - 2 + random.nextLong(logEnd - logStart + 5));
      next = random.nextInt(4) == 0 ? logStart : random.nextInt(4) == 0 ? logEnd : next;
      long known = Math.max(0, letters + 1 - random.nextInt(4));
      known += random.nextInt(12) == 0 ? 1L << 31 : 0;
      snapshots.add(new SnapshotFile(next, known, random.nextInt(4) > 0));
    }
    return List.of(snapshots, logStart, logEnd, letters);
  }
}
