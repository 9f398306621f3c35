package tidemark.bank;

import java.util.List;
import java.util.stream.Stream;
import tidemark.check.Catalogue;
import tidemark.check.Exercise;
import tidemark.check.ExerciseBank;

/**
 * The exercises of the course, in order. A learner writes the method that an exercise's comment
 * shows; until then the notebook has a stub that throws {@code UnsupportedOperationException("not
 * attempted")}.
 */
public final class TidemarkBank implements ExerciseBank {
  /** For {@link java.util.ServiceLoader}. */
  public TidemarkBank() {}

  @Override
  public void addTo(Catalogue catalogue) {
    Stream.of(
            Questions00.ALL,
            List.of(new WarmUp(), new OffsetLag(), new RecordsLeft()),
            Questions01.ALL,
            List.of(new RetryPolicyRule(), new HandOff(), new StateCompleteness()),
            List.of(new CarryDeadLetter(), new ReplayDeadLetter()),
            Questions02.ALL,
            List.of(new WindowStart(), new ToyPolicy(), new EventsPerWindow()),
            Questions03.ALL,
            List.of(new Combine(), new Idleness(), new UnsafeWatermark()),
            Questions04.ALL,
            List.of(NameIncidents.question()),
            List.of(new TakeSnapshot(), new RestoreTable(), new Restore()),
            Questions05.ALL,
            List.of(new Compact(), new ExpiredTombstone(), new CompactedIncrements()),
            Questions06.ALL,
            List.of(JudgeRebuilds.question(), new PlanRebuild()),
            Questions07.ALL,
            List.of(new DecideRecord(), new FoldRecord()),
            List.of(new RestartPlanRule(), new SurviveNodeLoss()),
            Questions08.ALL,
            Questions09.ALL)
        .<Exercise>flatMap(List::stream)
        .forEach(catalogue::add);
    VariedQuestions.addTo(catalogue);
    VariedPredictions.addTo(catalogue);
    VariedReaders.addTo(catalogue);
    VariedSnapshots.addTo(catalogue);
    ClosedBook.addTo(catalogue);
  }
}
