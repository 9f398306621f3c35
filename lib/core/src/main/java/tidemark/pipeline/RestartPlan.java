package tidemark.pipeline;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tidemark.log.Position;

/** How a pipeline comes back after a restart: made from the disk, before anything is executed. */
public sealed interface RestartPlan {

  /** The plan in words, for a person to read; one step a line. */
  List<String> lines();

  /**
   * The pipeline starts from a snapshot whose positions are valid in all logs.
   *
   * @param position the snapshot's position: the next offset to read of the event log
   * @param decidedEndExclusive records below it are executed again as they were decided
   * @param passedOver newer snapshots, and why each was not taken
   */
  record FromSnapshot(Position position, long decidedEndExclusive, List<String> passedOver)
      implements RestartPlan {
    @Override
    public List<String> lines() {
      return told(
          passedOver,
          "start from the snapshot at offset " + position.offset(),
          again(position.offset(), decidedEndExclusive));
    }
  }

  /**
   * The pipeline starts from empty: the event log still begins at 0.
   *
   * @param decidedEndExclusive records below it are executed again as they were decided
   * @param passedOver snapshots, and why each was not taken
   */
  record FromEmpty(long decidedEndExclusive, List<String> passedOver) implements RestartPlan {
    @Override
    public List<String> lines() {
      return told(passedOver, "start from empty, at offset 0", again(0, decidedEndExclusive));
    }
  }

  /**
   * The pipeline refuses to start, because no way back can be proved right.
   *
   * @param startOffset where the event log begins
   * @param passedOver snapshots, and why each was not taken
   */
  record Refused(long startOffset, List<String> passedOver) implements RestartPlan {
    @Override
    public List<String> lines() {
      return told(
          passedOver,
          "refused: the event log begins at offset "
              + startOffset
              + ", and no snapshot at or after it can be used",
          "restore the event log or a snapshot from a copy");
    }
  }

  private static String again(long fromInclusive, long endExclusive) {
    return endExclusive > fromInclusive
        ? "execute [" + fromInclusive + ", " + endExclusive + ") again, as it was decided"
        : "nothing was decided beyond it";
  }

  private static List<String> told(List<String> passedOver, String... then) {
    return Stream.concat(
            passedOver.stream().map(reason -> "pass over " + reason), Arrays.stream(then))
        .collect(Collectors.toUnmodifiableList());
  }
}
