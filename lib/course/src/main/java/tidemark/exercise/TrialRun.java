package tidemark.exercise;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * One run of a pipeline under a {@link TrialSchedule}: what it wrote, and what is wrong with it.
 *
 * @param schedule what it met
 * @param writes the writes, in order, over both lives
 * @param isAsked whether it asked which record it gets
 * @param redelivered what came again
 * @param lost where the node was lost, and what was durable then
 * @param ending what is compared
 * @param problems what is wrong, the cause first; none if nothing is
 */
record TrialRun(
    TrialSchedule schedule,
    List<String> writes,
    boolean isAsked,
    List<String> redelivered,
    Loss lost,
    Ending ending,
    List<Problem> problems) {
  /** At most this many records may be left in the log, as in the check of step 4. */
  private static final int MOST_KEPT = 5;

  private static final int MAX_WRITES = 400;
  private static final String RETURNS = "It returns.";

  /** The code of a pipeline. */
  record Code(CrashPlayer.PipelineCode run, CrashPlayer.FoldCode fold) {
    /**
     * The states that must be published: each record is folded once, in order.
     *
     * @throws NoStateException if the fold gives none
     */
    Map<Long, PipelineState> wanted(TrialSchedule schedule) {
      Map<Long, PipelineState> wanted = new TreeMap<>();
      PipelineState state = PipelineState.empty(0);
      for (KeyedRecord record : schedule.log().records()) {
        boolean isDead = schedule.dead().contains(record.offset());
        try {
          state = at(record.offset() + 1, fold.fold(at(record.offset(), state), record, isDead));
        } catch (Exception thrown) {
          throw new NoStateException(record, thrown);
        }
        wanted.put(record.offset(), state);
      }
      return wanted;
    }
  }

  /** The fold of a pipeline is not there, or fails. */
  static final class NoStateException extends RuntimeException {
    private static final long serialVersionUID = 1;

    NoStateException(KeyedRecord record, Exception cause) {
      super("fold must give a state, record=" + record + "; it stops with " + cause, cause);
    }
  }

  /**
   * The loss of the node.
   *
   * @param after the last write before it; empty if the node was not lost
   */
  record Loss(String after, List<String> onDisk) {}

  /**
   * What others see when all is done.
   *
   * @param published the states, by offset
   * @param end how the last life ended
   * @param broken what was wrong with the commit for a while
   */
  record Ending(
      Map<Long, PipelineState> published,
      long committed,
      String end,
      boolean keepsTooMuch,
      String broken) {}

  /** What is wrong: a sentence without its full stop. */
  record Problem(Kind kind, String sentence) {}

  /** What a pipeline can do wrong. */
  enum Kind {
    STOPS,
    ENDLESS,
    NO_RECORD_THERE,
    NOT_PUBLISHED,
    WRONG_RESULT,
    BROKEN_PROMISE,
    COMMITTED_ELSEWHERE,
    KEEPS_TOO_MUCH
  }

  TrialRun {
    writes = List.copyOf(writes);
    redelivered = List.copyOf(redelivered);
    problems = List.copyOf(problems);
  }

  boolean isRight() {
    return problems.isEmpty();
  }

  /** Whether the last life ended by itself. */
  boolean returns() {
    return ending.end.equals(RETURNS);
  }

  /** What is wrong in the first place; empty if nothing is. */
  Optional<Problem> firstProblem() {
    return problems.stream().findFirst();
  }

  /** The same state at another position. */
  static PipelineState at(long next, PipelineState state) {
    return new PipelineState(next, state.table(), state.counts(), state.watermark(), state.late());
  }

  /** Runs a pipeline whose results must be {@code wanted}. */
  static TrialRun of(TrialSchedule schedule, Code code, Map<Long, PipelineState> wanted) {
    CrashPlayer.PipelineRun given =
        new CrashPlayer.PipelineRun(schedule.log(), schedule.dead(), code.run(), code.fold());
    ProcessLives lives = new ProcessLives(MAX_WRITES);
    CrashedPipeline pipeline = new CrashedPipeline(given, wanted, lives);
    Loss lost = new Loss("", List.of());
    String end;
    try {
      boolean loses = schedule.loss() != TrialSchedule.NONE;
      end = pipeline.live(loses ? schedule.loss() : ProcessLives.NEVER);
      if (loses && lives.writes().size() == schedule.loss()) {
        lost = new Loss(lives.writes().get(schedule.loss() - 1), pipeline.onDisk());
        end = pipeline.live(ProcessLives.NEVER);
      }
    } catch (IllegalStateException endless) {
      end = "It does not come to an end.";
    }
    Ending ending =
        new Ending(
            new TreeMap<>(pipeline.published()),
            pipeline.lastCommit(),
            end,
            pipeline.log().kept().size() > MOST_KEPT,
            pipeline.broken());
    return new TrialRun(
        schedule,
        lives.writes(),
        pipeline.log().isAsked(),
        pipeline.log().redelivered(),
        lost,
        ending,
        problems(ending, schedule.log(), wanted));
  }

  private static List<Problem> problems(
      Ending ending, HandedLog.Content log, Map<Long, PipelineState> wanted) {
    List<Problem> problems = new ArrayList<>();
    if (!ending.end.equals(RETURNS)) {
      Kind kind = ending.end.startsWith("It stops") ? Kind.STOPS : Kind.ENDLESS;
      problems.add(new Problem(kind, ending.end.replaceFirst("\\.$", "")));
    }
    for (long offset : ending.published.keySet()) {
      if (!wanted.containsKey(offset)) {
        problems.add(
            new Problem(
                Kind.NO_RECORD_THERE,
                "It publishes under offset %d, where no record is".formatted(offset)));
      }
    }
    wanted.forEach(
        (offset, state) -> {
          PipelineState found = ending.published.get(offset);
          if (found == null) {
            problems.add(
                new Problem(Kind.NOT_PUBLISHED, "Record %d is not published".formatted(offset)));
          } else if (!found.equals(state)) {
            problems.add(
                new Problem(
                    Kind.WRONG_RESULT,
                    "Record %d has the result of the state %s, and must have that of the state %s"
                        .formatted(offset, found, state)));
          }
        });
    if (!ending.broken.isEmpty()) {
      problems.add(new Problem(Kind.BROKEN_PROMISE, ending.broken));
    }
    if (ending.committed < log.afterLast() || ending.committed > log.end()) {
      problems.add(
          new Problem(
              Kind.COMMITTED_ELSEWHERE,
              "At the end committed is %d, and the last record is at %d"
                  .formatted(ending.committed, log.afterLast() - 1)));
    }
    if (ending.keepsTooMuch) {
      problems.add(
          new Problem(
              Kind.KEEPS_TOO_MUCH,
              "At the end more than %d records are left in the log".formatted(MOST_KEPT)));
    }
    return problems;
  }
}
