package tidemark.exercise;

import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tidemark.exercise.TrialRun.Code;
import tidemark.exercise.TrialSchedules.Fault;
import tidemark.simulate.Evidence;

/**
 * Tries a learner's own pipeline under faults that are switched on one by one, or together.
 *
 * <pre>{@code
 * PipelineTrial mine = PipelineTrial.of(node -> runPipeline(node),
 *     (before, record, dead) -> fold(before, record, dead));
 * mine.withGaps().withNodeLoss().writingTo(Path.of("history.txt")).run().lanes()
 * }</pre>
 *
 * <ol>
 *   <li>Gaps: offsets in the event log that hold no record, also at its front and at its end.
 *   <li>Duplicates: {@link PipelineContext#nextRecord} hands a record over that was handed over
 *       before.
 *   <li>Node loss: after each single write, once in a run.
 * </ol>
 *
 * <p>What must come out is the learner's own fold of each record, once and in order: gaps,
 * duplicates and losses change nothing. If anything differs, the report has the smallest schedule
 * on which it does, and names the mistake if a model of it behaves the same under all schedules.
 * Immutable.
 */
public final class PipelineTrial {
  private static final long SEED = 57;

  private final Code code;
  private final Set<Fault> faults;
  private final @Nullable Path file;

  private PipelineTrial(Code code, Set<Fault> faults, @Nullable Path file) {
    this.code = code;
    this.faults = faults;
    this.file = file;
  }

  /** A trial in which nothing is switched on. */
  public static PipelineTrial of(CrashPlayer.PipelineCode code, CrashPlayer.FoldCode fold) {
    return new PipelineTrial(new Code(code, fold), EnumSet.noneOf(Fault.class), null);
  }

  /** The same with gaps in the event log. */
  public PipelineTrial withGaps() {
    return with(Fault.GAPS);
  }

  /** The same with records that come twice. */
  public PipelineTrial withDuplicates() {
    return with(Fault.DUPLICATES);
  }

  /** The same with the loss of the node. */
  public PipelineTrial withNodeLoss() {
    return with(Fault.NODE_LOSS);
  }

  private PipelineTrial with(Fault fault) {
    Set<Fault> more = EnumSet.copyOf(faults);
    more.add(fault);
    return new PipelineTrial(code, more, file);
  }

  /**
   * The same, but the history is written to this file, which is replaced: each schedule before it
   * runs, then what was written under it, and how it ended.
   */
  public PipelineTrial writingTo(Path history) {
    return new PipelineTrial(code, faults, history);
  }

  /**
   * Runs the pipeline under all schedules of the faults that are switched on: the same ones each
   * time.
   *
   * @throws UncheckedIOException if the history cannot be written
   */
  public TrialReport run() {
    return report(
        words(),
        history -> {
          List<TrialRun> runs = new ArrayList<>();
          for (TrialSchedule schedule : TrialSchedules.of(faults, SEED)) {
            TrialRun calm = run(schedule, history);
            runs.add(calm);
            boolean loses = faults.contains(Fault.NODE_LOSS) && calm.returns();
            for (int loss = 1; loses && loss <= calm.writes().size(); loss++) {
              runs.add(run(schedule.losing(loss), history));
            }
          }
          return runs;
        });
  }

  /**
   * Runs it under one schedule, whatever is switched on; a history has them in the same words. One
   * schedule is too little to name a mistake.
   *
   * @param schedule for example {@code append a=1 @2; gap 2; append b=3 @12 dead; redeliver 0
   *     before 3; lose node after write 4}
   * @throws IllegalArgumentException if it cannot be read
   * @throws UncheckedIOException if the history cannot be written
   */
  public TrialReport run(String schedule) {
    TrialSchedule given = TrialSchedule.parse(schedule);
    return report("what the schedule says", history -> List.of(run(given, history)));
  }

  private String words() {
    return faults.isEmpty()
        ? "nothing"
        : faults.stream().map(fault -> fault.word).collect(Collectors.joining(", "));
  }

  private TrialReport report(String switchedOn, Function<TrialHistory, List<TrialRun>> tried) {
    try (TrialHistory history = TrialHistory.open(file)) {
      history.comment("A pipeline of the learner's own. Switched on: " + switchedOn + ".");
      List<TrialRun> runs = tried.apply(history);
      return new TrialJudge(code, switchedOn).report(runs, history);
    } catch (TrialRun.NoStateException noState) {
      String sentence = String.valueOf(noState.getMessage());
      return new TrialReport(false, 0, 0, "", new Evidence(List.of(), List.of(), sentence));
    }
  }

  private TrialRun run(TrialSchedule schedule, TrialHistory history) {
    history.schedule(schedule);
    TrialRun run = TrialRun.of(schedule, code, code.wanted(schedule));
    history.ended(run);
    return run;
  }
}
