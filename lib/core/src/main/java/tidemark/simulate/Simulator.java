package tidemark.simulate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tidemark.simulate.Report.Verdict;

/**
 * Runs schedules against a pipeline, deterministically, and judges what comes out.
 *
 * <ol>
 *   <li>If no acknowledged input and no folder of the node was lost, and no offset met as many
 *       starts as are allowed, then table, published output, watermark, late events, open dead
 *       letters and committed offset must equal those of the undisturbed run.
 *   <li>Otherwise they must equal a plain model of the input that survived. If it depends on the
 *       number of starts whether a record is a dead letter, the model takes the pipeline's word for
 *       it. Or the pipeline refuses to start, which it may if retention has removed records and
 *       something was lost.
 *   <li>Both are judged when the schedule is done, and again after one more clean restart.
 *   <li>The undisturbed run itself must equal the plain model, whose code shares nothing with the
 *       pipeline's.
 * </ol>
 *
 * <p>Not thread-safe.
 */
public final class Simulator {
  private static final int UNDISTURBED_KEPT = 200;

  private final PipelineUnderTest pipeline;
  private final Setup setup;
  private final @Nullable Path file;
  private final Map<Schedule, Judged> undisturbed =
      new LinkedHashMap<>() {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Schedule, Judged> eldest) {
          return size() > UNDISTURBED_KEPT;
        }
      };

  /** The report on a run, its outcome, and how many steps each of its actions took. */
  private record Judged(Report report, @Nullable Outcome outcome, List<Long> steps) {}

  private Simulator(PipelineUnderTest pipeline, Setup setup, @Nullable Path file) {
    this.pipeline = pipeline;
    this.setup = setup;
    this.file = file;
  }

  /** A simulator of this pipeline, under {@link Setup#reference}. */
  public static Simulator of(PipelineUnderTest pipeline) {
    return new Simulator(pipeline, Setup.reference(), null);
  }

  /** The same under another setup. */
  public Simulator with(Setup other) {
    return new Simulator(pipeline, other, file);
  }

  /**
   * The same, but each schedule is written to this file before it runs: the file has the one that
   * hangs.
   */
  public Simulator writingTo(Path newFile) {
    return new Simulator(pipeline, setup, newFile);
  }

  /** The settings that the pipeline must use. */
  public Setup setup() {
    return setup;
  }

  /** Runs the schedule of a seed: {@link Schedule#random}. */
  public Report run(long seed) {
    return run(Schedule.random(seed), "seed " + seed);
  }

  /** Runs a schedule, from an empty disk on. */
  public Report run(Schedule schedule) {
    return run(schedule, "a schedule that was given");
  }

  private Report run(Schedule schedule, String comment) {
    write(schedule, comment);
    Judged calm = undisturbed(schedule.undisturbed());
    if (!calm.report.isRight()) {
      Report wrong = calm.report;
      Verdict verdict =
          wrong.verdict() == Verdict.DIFFERS ? Verdict.WRONG_UNDISTURBED : wrong.verdict();
      return new Report(
          wrong.schedule(), verdict, "a plain model; nothing fails here", wrong.evidence());
    }
    return judge(schedule, calm.outcome).report;
  }

  /**
   * The report on the smallest schedule with the same verdict that can be found by leaving out
   * actions and by making numbers smaller. The search ends after a few thousand runs; if it did
   * not, no single action of the schedule can be left out.
   *
   * @throws IllegalArgumentException if {@code failing} is the report of a right run
   */
  public Report shrink(Report failing) {
    if (failing.isRight()) {
      throw new IllegalArgumentException(
          "a schedule must fail to be shrunk, verdict=" + failing.verdict());
    }
    return new Shrinker(this, failing).shrink();
  }

  private void write(Schedule schedule, String comment) {
    if (file != null) {
      try {
        schedule.write(file, comment);
      } catch (IOException failed) {
        throw new UncheckedIOException(
            "a schedule must be written before it runs, file=" + file, failed);
      }
    }
  }

  private Judged undisturbed(Schedule calm) {
    Judged known = undisturbed.get(calm);
    if (known == null) {
      known = judge(calm, null);
      undisturbed.put(calm, known);
    }
    return known;
  }

  /** How many steps change the disk in each action of a schedule. */
  List<Long> steps(Schedule schedule) {
    return judge(schedule, null).steps;
  }

  private Judged judge(Schedule schedule, @Nullable Outcome calm) {
    Judged judged = judge(schedule, calm, false);
    // Looking at the disk takes time: it is done again only for those that want an explanation.
    return judged.report.isRight() ? judged : judge(schedule, calm, true);
  }

  private Judged judge(Schedule schedule, @Nullable Outcome calm, boolean looksAtDisk) {
    Run run = new Run(pipeline, setup, looksAtDisk);
    Outcome found = null;
    Expected expected = null;
    Verdict verdict = Verdict.EQUAL;
    String why = "";
    try {
      run.play(schedule);
      found = run.outcome();
      expected = run.oracle().expected(found);
      boolean isRight = found.equals(expected.outcome());
      if (isRight && calm != null) {
        found = run.outcomeAfterRestart();
        expected = run.oracle().expected(found);
        isRight = found.equals(expected.outcome());
        isRight &= !run.oracle().isUndisturbed() || found.equals(calm);
      }
      verdict = isRight ? Verdict.EQUAL : Verdict.DIFFERS;
    } catch (Supervisor.Over over) {
      verdict = over.verdict;
      why = String.valueOf(over.getMessage());
    }
    Evidence evidence = EvidenceMaker.make(run, verdict, why, expected, found);
    Report report = new Report(schedule, verdict, run.oracle().text(), evidence);
    run.end();
    return new Judged(report, found, run.stepsByAction());
  }
}
