package tidemark.bank;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tidemark.check.MethodExercise;
import tidemark.check.Trap;
import tidemark.exercise.LogFacts;
import tidemark.exercise.RebuildVerdict;
import tidemark.exercise.SnapshotFacts;
import tidemark.exercise.UpdateKind;
import tidemark.log.Marks;

/**
 * {@code RebuildVerdict plan(SnapshotFacts snapshot, LogFacts log, UpdateKind kind, List<Long>
 * skipped)}: whether the snapshot and what survives of the log give what the whole history would
 * have given, or the first reason why that cannot be said, in the order of {@link RebuildVerdict}.
 */
final class PlanRebuild implements MethodExercise<PlanRebuild.Answer, PlanRebuild.Flag> {
  interface Answer {
    RebuildVerdict plan(SnapshotFacts snapshot, LogFacts log, UpdateKind kind, List<Long> skipped)
        throws Exception;
  }

  enum Flag {
    @Trap("refuses everything: what passes all rules is still not safe")
    REFUSES_EVERYTHING,
    @Trap("rebuilds from a snapshot of another log, whose offsets mean other records")
    OTHER_LOG,
    @Trap("accepts a position that the log never reached in that epoch")
    STALE_IGNORED,
    @Trap("asks whether the position lies below the log's end, and not below the end of its epoch")
    END_FOR_EPOCH,
    @Trap("refuses a position at the very end of its epoch, where nothing is missing")
    STALE_AT_END,
    @Trap("reads on over a retention gap")
    GAP_IGNORED,
    @Trap("refuses a log that starts exactly at the next offset, where nothing is missing")
    GAP_AT_NEXT,
    @Trap("trusts an old snapshot over a purged tombstone: a deleted key may come back")
    TOMBSTONE_IGNORED,
    @Trap("overlooks a tombstone that was purged exactly at the next offset")
    TOMBSTONE_AT_NEXT,
    @Trap("doubts an empty snapshot of a table, in which no key can be wrongly alive")
    EMPTY_DOUBTED,
    @Trap("takes all kinds of records for replacements")
    ALL_REPLACE,
    @Trap("knows of increments only: a maximum, a patch and an intent need every record too")
    ONLY_INCREMENTS,
    @Trap("takes an empty snapshot for safe where every record counts")
    EMPTY_FOR_ALL,
    @Trap("overlooks a record that was removed exactly at the next offset")
    REMOVED_AT_NEXT,
    @Trap("refuses a table because superseded records were removed, which it does not need")
    REMOVED_DOUBTED,
    @Trap("forgets that a skipped record was the newest of its key for the compactor")
    SKIPPED_IGNORED,
    @Trap("doubts a skipped record although nothing was removed at or after the next offset")
    SKIPPED_ALWAYS,
    @Trap("doubts a record that was skipped before the snapshot was taken")
    SKIPPED_BEFORE,
    @Trap("doubts a record skipped exactly at the next offset: what it superseded lies below")
    SKIPPED_AT_NEXT,
    @Trap(
        value =
            "overlooks in every rule that exactly the record at the next offset was removed (> for ≥)",
        alone = true)
    REMOVED_BEHIND_NEXT,
    @Trap(
        value = "asks whether a record was ever removed, even long before the snapshot",
        alone = true)
    REMOVED_EVER,
    @Trap(
        value =
            "asks whether the removed records lie before the snapshot, where those behind it count",
        alone = true)
    REMOVED_TURNED_ROUND,
    @Trap(value = "accepts a snapshot of an epoch that the log does not know", alone = true)
    UNKNOWN_ACCEPTED,
    @Trap(
        value = "fails on an epoch that the log does not know, because its end is null",
        alone = true)
    FAILS_ON_UNKNOWN,
    @Trap(
        value =
            "accepts any position in an epoch that the log knows, even one that it never reached",
        alone = true)
    KNOWN_IS_ENOUGH,
    @Trap(
        value =
            "asks for a retention gap first, where a position that was never reached comes before it",
        alone = true)
    GAP_FIRST,
    @Trap(
        value = "asks whether a tombstone was ever purged, even long before the snapshot",
        alone = true)
    PURGED_EVER,
    @Trap(value = "takes any removed record for a purged tombstone", alone = true)
    REMOVED_FOR_PURGED,
    @Trap(
        value = "doubts only the empty snapshot, which is the one that nothing can be wrong with",
        alone = true)
    ONLY_EMPTY_DOUBTED,
    @Trap(
        value =
            "asks for purged tombstones before the kind of the records: only replacements have them",
        alone = true)
    TOMBSTONE_FOR_ALL,
    @Trap(
        value = "refuses every kind but replacements, even where no record was removed",
        alone = true)
    NEVER_WITHOUT_ALL,
    @Trap(
        value = "asks for skipped records first, where a purged tombstone comes before them",
        alone = true)
    SKIPPED_FIRST,
    @Trap(value = "doubts only a record skipped exactly at the next offset", alone = true)
    SKIPPED_ONLY_AT_NEXT,
    @Trap(value = "plans from the last applied offset, where the next one counts", alone = true)
    FROM_LAST_APPLIED
  }

  private static final List<UpdateKind> OTHER_KINDS =
      List.of(UpdateKind.INCREMENT, UpdateKind.PATCH, UpdateKind.MAX, UpdateKind.INTENT);

  @Override
  public Declaration<Answer, Flag> declaration() {
    return new Declaration<>("07-plan", 6, Answer.class, Flag.class);
  }

  @Override
  public Answer model(Set<Flag> flags) {
    Optional<Flag> slip = MethodExercise.alone(flags);
    if (slip.isPresent()) {
      return PlanSlips.model(slip.get());
    }
    return (snapshot, log, kind, skipped) -> {
      RebuildVerdict refused = position(flags, snapshot, log);
      RebuildVerdict doubt =
          refused != null ? refused : removed(flags, snapshot, log.marks(), kind, skipped);
      return doubt != null
          ? doubt
          : flags.contains(Flag.REFUSES_EVERYTHING)
              ? RebuildVerdict.SKIPPED_RECORD
              : RebuildVerdict.SAFE;
    };
  }

  /** What is wrong with the position; null if nothing is. */
  private static @Nullable RebuildVerdict position(
      Set<Flag> flags, SnapshotFacts snapshot, LogFacts log) {
    if (!snapshot.logId().equals(log.id()) && !flags.contains(Flag.OTHER_LOG)) {
      return RebuildVerdict.ANOTHER_LOG;
    }
    long next = snapshot.nextOffset();
    Long end =
        flags.contains(Flag.END_FOR_EPOCH)
            ? Long.valueOf(log.end())
            : log.epochEnds().get(snapshot.epoch());
    boolean stale = end == null || (flags.contains(Flag.STALE_AT_END) ? next >= end : next > end);
    if (stale && !flags.contains(Flag.STALE_IGNORED)) {
      return RebuildVerdict.STALE_POSITION;
    }
    long start = log.marks().startOffset();
    boolean gap = flags.contains(Flag.GAP_AT_NEXT) ? start >= next : start > next;
    return gap && !flags.contains(Flag.GAP_IGNORED) ? RebuildVerdict.RETENTION_GAP : null;
  }

  /** Why a record that compaction removed may be missing; null if none can be. */
  private static @Nullable RebuildVerdict removed(
      Set<Flag> flags, SnapshotFacts snapshot, Marks marks, UpdateKind kind, List<Long> skipped) {
    long next = snapshot.nextOffset();
    boolean anyRemoved = marks.highestRemoved() >= next;
    boolean replaces =
        kind == UpdateKind.REPLACEMENT
            || flags.contains(Flag.ALL_REPLACE)
            || (flags.contains(Flag.ONLY_INCREMENTS) && kind != UpdateKind.INCREMENT);
    if (replaces) {
      long first = flags.contains(Flag.TOMBSTONE_AT_NEXT) ? next + 1 : next;
      boolean nobodyKnows = snapshot.empty() && !flags.contains(Flag.EMPTY_DOUBTED);
      if (marks.highestPurged() >= first
          && !nobodyKnows
          && !flags.contains(Flag.TOMBSTONE_IGNORED)) {
        return RebuildVerdict.TOMBSTONE_PURGED;
      }
    } else if (anyRemoved
        && !(flags.contains(Flag.REMOVED_AT_NEXT) && marks.highestRemoved() == next)
        && !(flags.contains(Flag.EMPTY_FOR_ALL) && snapshot.empty())) {
      return RebuildVerdict.RECORD_REMOVED;
    }
    if (replaces && anyRemoved && flags.contains(Flag.REMOVED_DOUBTED)) {
      return RebuildVerdict.RECORD_REMOVED;
    }
    return replaces
            && (anyRemoved || flags.contains(Flag.SKIPPED_ALWAYS))
            && skipped.stream().anyMatch(offset -> counts(flags, offset, next))
            && !flags.contains(Flag.SKIPPED_IGNORED)
        ? RebuildVerdict.SKIPPED_RECORD
        : null;
  }

  private static boolean counts(Set<Flag> flags, long skipped, long next) {
    return skipped > next
        || (skipped == next && flags.contains(Flag.SKIPPED_AT_NEXT))
        || (skipped < next && flags.contains(Flag.SKIPPED_BEFORE));
  }

  @Override
  public List<List<Object>> examples() {
    return List.of(
        example(new SnapshotFacts("table", 1, 3, false), new Marks(0, 1, -1), List.of()),
        example(new SnapshotFacts("table", 1, 3, false), new Marks(0, 3, 3), List.of()),
        example(new SnapshotFacts("table", 1, 3, true), new Marks(0, 3, 3), List.of()),
        example(new SnapshotFacts("table", 1, 3, false), new Marks(4, 1, -1), List.of()),
        example(new SnapshotFacts("table", 1, 0, true), new Marks(0, 0, -1), List.of(1L)),
        example(new SnapshotFacts("table", 2, 3, false), new Marks(0, 1, -1), List.of()),
        List.of( // A position that was never reached, and a gap: the first of the reasons counts.
            new SnapshotFacts("table", 1, 6, false),
            new LogFacts("table", 9, Map.of(1L, 5L, 2L, 9L), new Marks(7, 5, -1)),
            UpdateKind.REPLACEMENT,
            List.of()));
  }

  private static List<Object> example(SnapshotFacts snapshot, Marks marks, List<Long> skipped) {
    LogFacts log = new LogFacts("table", 5, Map.of(1L, 5L), marks);
    return List.of(snapshot, log, UpdateKind.REPLACEMENT, skipped);
  }

  @Override
  public List<Object> probe(RandomGenerator random, int size) {
    long next = Reach.offset(random) + random.nextLong(size);
    boolean unknown = random.nextInt(20) == 0;
    long start =
        random.nextInt(12) == 0 && !unknown
            ? next + 1 + random.nextLong(size)
            : switch (random.nextInt(8)) {
              case 0, 1 -> next;
              case 2 -> 0;
              default -> Math.max(0, next - random.nextLong(size + 1L));
            };
    long epoch = random.nextInt(8) == 0 ? 0 : 100 + random.nextLong(1L << 40);
    boolean current = random.nextInt(3) > 0;
    long epochEnd =
        switch (random.nextInt(12)) {
          case 0 -> Math.max(0, next - 1 - random.nextLong(2));
          case 1, 2, 3 -> next;
          default -> next + 1 + random.nextLong(size);
        };
    long end = current && !unknown ? epochEnd : epochEnd + random.nextLong(size);
    Map<Long, Long> epochEnds = new HashMap<>();
    if (!unknown) {
      epochEnds.put(epoch, epochEnd);
    }
    if (unknown || !current) {
      epochEnds.put(epoch + 1 + random.nextLong(size), end);
    }
    long removed = near(random, next, size);
    long purged = random.nextInt(4) == 0 ? -1 : Math.min(removed, near(random, next, size));
    List<Long> skipped = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      skipped.add(Math.max(0, near(random, next, size)));
    }
    UpdateKind kind =
        random.nextInt(3) > 0
            ? UpdateKind.REPLACEMENT
            : OTHER_KINDS.get(random.nextInt(OTHER_KINDS.size()));
    String id = "orders-" + random.nextInt(3);
    return List.of(
        new SnapshotFacts(
            random.nextInt(16) == 0 ? "payments-1" : id, epoch, next, random.nextInt(4) == 0),
        new LogFacts(id, end, epochEnds, new Marks(start, removed, purged)),
        kind,
        skipped);
  }

  /** An offset just before, at or after another one; or −1. */
  private static long near(RandomGenerator random, long next, int size) {
    return switch (random.nextInt(7)) {
      case 0 -> -1;
      case 1, 2 -> Math.max(-1, next - 1 - random.nextLong(size));
      case 3, 4 -> next;
      default -> next + 1 + random.nextLong(size);
    };
  }

  @Override
  public List<Twins<Flag>> twins() {
    List<Twins<Flag>> twins = new ArrayList<>();
    for (Flag rule :
        List.of(
            Flag.SKIPPED_IGNORED, Flag.SKIPPED_ALWAYS, Flag.SKIPPED_BEFORE, Flag.SKIPPED_AT_NEXT)) {
      twins.add(
          new Twins<>(
              EnumSet.of(Flag.REFUSES_EVERYTHING, rule),
              EnumSet.of(Flag.REFUSES_EVERYTHING),
              "who refuses whatever is left for a skipped record needs no rule for skipped ones"));
    }
    twins.addAll(masked("a position that is not judged", Flag.STALE_IGNORED, Flag.END_FOR_EPOCH));
    twins.addAll(masked("a position that is not judged", Flag.STALE_IGNORED, Flag.STALE_AT_END));
    twins.addAll(masked("a gap that is not seen", Flag.GAP_IGNORED, Flag.GAP_AT_NEXT));
    for (Flag rule : List.of(Flag.TOMBSTONE_AT_NEXT, Flag.EMPTY_DOUBTED)) {
      twins.addAll(masked("a tombstone that is not asked for", Flag.TOMBSTONE_IGNORED, rule));
    }
    for (Flag rule : List.of(Flag.ONLY_INCREMENTS, Flag.EMPTY_FOR_ALL, Flag.REMOVED_AT_NEXT)) {
      twins.addAll(masked("a kind that is never asked for", Flag.ALL_REPLACE, rule));
    }
    for (Flag rule : List.of(Flag.SKIPPED_IGNORED, Flag.SKIPPED_BEFORE, Flag.SKIPPED_AT_NEXT)) {
      twins.addAll(
          masked("a table refused for what was removed already", Flag.REMOVED_DOUBTED, rule));
    }
    for (Flag rule : List.of(Flag.SKIPPED_ALWAYS, Flag.SKIPPED_BEFORE, Flag.SKIPPED_AT_NEXT)) {
      twins.addAll(masked("a skip that is never asked for", Flag.SKIPPED_IGNORED, rule));
    }
    return twins;
  }

  /** Twins: the second flag changes a rule that the first one leaves out. */
  private static List<Twins<Flag>> masked(String what, Flag first, Flag second) {
    return MethodExercise.onlyTheFirstActs(
        what + " cannot be judged by a wrong rule", first, second);
  }

  @Override
  @SuppressWarnings("unchecked") // The signature says these types.
  public String picture(List<Object> arguments) {
    return RebuildPicture.of(
            (SnapshotFacts) arguments.get(0),
            (LogFacts) arguments.get(1),
            (List<Long>) arguments.get(3))
        .html();
  }
}
