package tidemark.exercise;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tidemark.exercise.TrialRun.Code;
import tidemark.exercise.TrialRun.Problem;
import tidemark.exercise.TrialSlips.Slip;

/** Judges the runs of a {@link PipelineTrial}: what is wrong, how little it takes, and its name. */
final class TrialJudge {
  private final Code code;
  private final String switchedOn;

  TrialJudge(Code code, String switchedOn) {
    this.code = code;
    this.switchedOn = switchedOn;
  }

  TrialReport report(List<TrialRun> runs, TrialHistory history) {
    List<TrialRun> wrong = runs.stream().filter(run -> !run.isRight()).toList();
    Optional<String> missing = whatDidNotHappen(runs);
    TrialRun shown = wrong.isEmpty() ? eventful(runs) : smallest(wrong.get(0));
    String sentence;
    if (!wrong.isEmpty()) {
      sentence = sentence(wrong.size(), runs, shown);
      history.comment("The smallest schedule that fails:");
      history.schedule(shown.schedule());
      history.ended(shown);
    } else if (missing.isPresent()) {
      sentence = missing.get();
    } else {
      sentence =
          "Right under %s. Switched on: %s."
              .formatted(
                  runs.size() == 1 ? "this schedule" : "all %d schedules".formatted(runs.size()),
                  switchedOn);
    }
    history.comment(sentence);
    return new TrialReport(
        wrong.isEmpty() && missing.isEmpty(),
        runs.size(),
        wrong.size(),
        shown.schedule().text(),
        TrialEvidence.of(shown, code.wanted(shown.schedule()), sentence));
  }

  /** A fault that was asked for and met no run: then being right says nothing. */
  private static Optional<String> whatDidNotHappen(List<TrialRun> runs) {
    if (runs.stream().anyMatch(TrialJudge::metNoRepeat)) {
      return Optional.of(
          runs.stream().anyMatch(TrialRun::isAsked)
              ? "Nothing came twice: no reader came to the place where a record was to come again."
              : "Nothing came twice, because this pipeline never asks nextRecord which record it"
                  + " gets. Ask it for each record, and try again.");
    }
    boolean loses = runs.stream().anyMatch(run -> run.schedule().loss() != TrialSchedule.NONE);
    if (loses && runs.stream().allMatch(run -> run.lost().after().isEmpty())) {
      return Optional.of(
          "The node was not lost: the pipeline made %d writes. Let it be lost after one of them."
              .formatted(runs.get(0).writes().size()));
    }
    return Optional.empty();
  }

  /** Only without a loss: a lost process may not come so far. */
  private static boolean metNoRepeat(TrialRun run) {
    boolean isWhole = run.lost().after().isEmpty();
    return isWhole && !run.schedule().again().isEmpty() && run.redelivered().isEmpty();
  }

  private String sentence(int wrong, List<TrialRun> runs, TrialRun shown) {
    return "Wrong under %d of %d. Switched on: %s. The smallest schedule that fails is: %s. %s. %s"
        .formatted(
            wrong,
            runs.size(),
            switchedOn,
            shown.schedule().text(),
            shown.firstProblem().map(Problem::sentence).orElse(""),
            name(runs))
        .strip();
  }

  /** A run in which as much happened as the faults allow, to be looked at. */
  private static TrialRun eventful(List<TrialRun> runs) {
    return runs.stream()
        .filter(run -> run.schedule().places().size() <= 8)
        .max(
            Comparator.comparing(
                run ->
                    (run.lost().after().isEmpty() ? 0 : 1) + Math.min(2, run.redelivered().size())))
        .orElse(runs.get(0));
  }

  private TrialRun smallest(TrialRun failing) {
    Optional<TrialRun.Kind> kind = failing.firstProblem().map(Problem::kind);
    TrialSchedule smallest =
        TrialSchedules.smallest(
            failing.schedule(),
            each -> run(each, code).firstProblem().map(Problem::kind).equals(kind));
    return run(smallest, code);
  }

  private TrialRun run(TrialSchedule schedule, Code tried) {
    return TrialRun.of(schedule, tried, code.wanted(schedule));
  }

  /**
   * Names the mistakes whose models end like the pipeline under each schedule. Who asks the
   * position whether a snapshot is due may do so in any model, so that is looked for first.
   */
  private String name(List<TrialRun> runs) {
    if (runs.size() == 1) {
      return "";
    }
    Set<String> names = new LinkedHashSet<>();
    if (fits(Slip.SNAPSHOT_BY_OFFSET, runs)) {
      names.add(Slip.SNAPSHOT_BY_OFFSET.sentence());
    }
    for (Slip slip : names.isEmpty() ? Slip.values() : new Slip[0]) {
      if (fits(slip, runs)) {
        names.add(slip.sentence());
      }
    }
    return names.isEmpty()
        ? "It is none of the mistakes that this trial can name."
        : "Under all %d schedules it behaves exactly like one that %s."
            .formatted(runs.size(), String.join("; or like one that ", names));
  }

  private boolean fits(Slip slip, List<TrialRun> runs) {
    return TrialSlips.models(slip, code.fold()).stream().anyMatch(model -> fits(model, runs));
  }

  private boolean fits(Code model, List<TrialRun> runs) {
    return runs.stream()
        .sorted(Comparator.comparing(TrialRun::isRight)) // On the wrong ones most models differ.
        .allMatch(each -> run(each.schedule(), model).ending().equals(each.ending()));
  }
}
