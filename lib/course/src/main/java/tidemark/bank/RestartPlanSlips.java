package tidemark.bank;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tidemark.bank.RestartPlanRule.Flag;
import tidemark.exercise.RestartFrom;
import tidemark.exercise.SnapshotFile;

/** The mistakes of {@link RestartPlanRule} that stand alone. */
final class RestartPlanSlips {
  private static final Comparator<SnapshotFile> BY_NEXT = Comparator.comparing(SnapshotFile::next);

  private RestartPlanSlips() {}

  static RestartPlanRule.Answer model(Flag slip) {
    return (snapshots, logStart, logEnd, lettersEnd) -> {
      List<SnapshotFile> asked =
          slip == Flag.ONLY_THE_NEWEST
              ? snapshots.stream().max(BY_NEXT).stream().toList()
              : snapshots;
      List<SnapshotFile> holding =
          asked.stream()
              .filter(SnapshotFile::complete)
              .filter(each -> knows(each.lettersEnd(), lettersEnd, slip))
              .filter(each -> logStart <= each.next() && each.next() <= logEnd)
              .toList();
      return chosen(holding, slip)
          .map(each -> from(each, logStart, slip))
          .orElse(
              isWhole(snapshots, logStart, logEnd, slip)
                  ? RestartFrom.empty()
                  : RestartFrom.refused());
    };
  }

  private static boolean knows(long known, long lettersEnd, Flag slip) {
    return switch (slip) {
      case LETTERS_BELOW -> known < lettersEnd;
      case LETTERS_TURNED_ROUND -> known >= lettersEnd;
      case LETTERS_EXACTLY -> known == lettersEnd;
      default -> known <= lettersEnd;
    };
  }

  private static Optional<SnapshotFile> chosen(List<SnapshotFile> holding, Flag slip) {
    return switch (slip) {
      case OLDEST -> holding.stream().min(BY_NEXT);
      case FIRST_IN_THE_LIST -> holding.stream().findFirst();
      case BY_LETTERS -> holding.stream().max(Comparator.comparing(SnapshotFile::lettersEnd));
      default -> holding.stream().max(BY_NEXT);
    };
  }

  private static RestartFrom from(SnapshotFile file, long logStart, Flag slip) {
    return switch (slip) {
      case LAST_FOR_NEXT -> RestartFrom.snapshot(file.next() - 1);
      case START_FOR_NEXT -> RestartFrom.snapshot(logStart);
      default -> RestartFrom.snapshot(file.next());
    };
  }

  private static boolean isWhole(
      List<SnapshotFile> snapshots, long logStart, long logEnd, Flag slip) {
    return switch (slip) {
      case EMPTY_WITHOUT_SNAPSHOTS -> snapshots.isEmpty();
      case EMPTY_ONLY_WITHOUT_SNAPSHOTS -> logStart == 0 && snapshots.isEmpty();
      case EMPTY_LOG_ONLY -> logEnd == 0;
      default -> logStart == 0;
    };
  }
}
