package tidemark.bank;

import java.util.List;
import tidemark.bank.PlanRebuild.Flag;
import tidemark.exercise.LogFacts;
import tidemark.exercise.RebuildVerdict;
import tidemark.exercise.SnapshotFacts;
import tidemark.exercise.UpdateKind;

/** The mistakes of {@link PlanRebuild} that stand alone. */
final class PlanSlips {
  private PlanSlips() {}

  static PlanRebuild.Answer model(Flag slip) {
    return (snapshot, log, kind, skipped) -> {
      if (!snapshot.logId().equals(log.id())) {
        return RebuildVerdict.ANOTHER_LOG;
      }
      long next = snapshot.nextOffset() - (slip == Flag.FROM_LAST_APPLIED ? 1 : 0);
      boolean gap = log.marks().startOffset() > next;
      if (stale(slip, snapshot, log, next) && !(gap && slip == Flag.GAP_FIRST)) {
        return RebuildVerdict.STALE_POSITION;
      }
      return gap ? RebuildVerdict.RETENTION_GAP : removed(slip, snapshot, log, kind, skipped, next);
    };
  }

  private static boolean stale(Flag slip, SnapshotFacts snapshot, LogFacts log, long next) {
    Long end = log.epochEnds().get(snapshot.epoch());
    if (end == null) {
      if (slip == Flag.FAILS_ON_UNKNOWN) {
        throw new NullPointerException("an unknown epoch has no end");
      }
      return slip != Flag.UNKNOWN_ACCEPTED;
    }
    return next > end && slip != Flag.KNOWN_IS_ENOUGH;
  }

  private static RebuildVerdict removed(
      Flag slip,
      SnapshotFacts snapshot,
      LogFacts log,
      UpdateKind kind,
      List<Long> skipped,
      long next) {
    boolean any = anyRemoved(slip, log.marks().highestRemoved(), next);
    boolean purged = purged(slip, snapshot, log, next);
    if (purged && slip == Flag.TOMBSTONE_FOR_ALL) {
      return RebuildVerdict.TOMBSTONE_PURGED;
    }
    if (kind != UpdateKind.REPLACEMENT) {
      return any || slip == Flag.NEVER_WITHOUT_ALL
          ? RebuildVerdict.RECORD_REMOVED
          : RebuildVerdict.SAFE;
    }
    boolean doubt = any && skipped.stream().anyMatch(offset -> counts(slip, offset, next));
    if (purged && !(doubt && slip == Flag.SKIPPED_FIRST)) {
      return RebuildVerdict.TOMBSTONE_PURGED;
    }
    return doubt ? RebuildVerdict.SKIPPED_RECORD : RebuildVerdict.SAFE;
  }

  private static boolean anyRemoved(Flag slip, long highest, long next) {
    return switch (slip) {
      case REMOVED_BEHIND_NEXT -> highest > next;
      case REMOVED_EVER -> highest >= 0;
      case REMOVED_TURNED_ROUND -> next >= highest;
      default -> highest >= next;
    };
  }

  private static boolean purged(Flag slip, SnapshotFacts snapshot, LogFacts log, long next) {
    long highest = log.marks().highestPurged();
    return switch (slip) {
      case PURGED_EVER -> !snapshot.empty() && highest >= 0;
      case REMOVED_FOR_PURGED -> !snapshot.empty() && log.marks().highestRemoved() >= next;
      case ONLY_EMPTY_DOUBTED -> snapshot.empty() && highest >= next;
      default -> !snapshot.empty() && highest >= next;
    };
  }

  private static boolean counts(Flag slip, long skipped, long next) {
    return slip == Flag.SKIPPED_ONLY_AT_NEXT ? skipped == next : skipped > next;
  }
}
