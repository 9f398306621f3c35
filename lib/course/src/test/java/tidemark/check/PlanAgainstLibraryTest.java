package tidemark.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tidemark.exercise.LogFacts;
import tidemark.exercise.RebuildSituation;
import tidemark.exercise.RebuildVerdict;
import tidemark.exercise.SnapshotFacts;
import tidemark.exercise.UpdateKind;
import tidemark.log.Cursor;
import tidemark.log.Log;
import tidemark.log.Position;
import tidemark.rebuild.Basis;
import tidemark.rebuild.RebuildPlan;
import tidemark.rebuild.State;
import tidemark.rebuild.StateKind;
import tidemark.snapshot.SnapshotReader;
import tidemark.snapshot.SnapshotWriter;

/** The library's plan says what the exercises of notebook 07 take for right. */
class PlanAgainstLibraryTest {
  private static final Question QUESTION = (Question) Catalogue.ofAllBanks().of("07-judge");

  @Test
  void theLibraryJudgesEachSituationAsTheExerciseDoes() {
    Set<RebuildVerdict> judged = EnumSet.noneOf(RebuildVerdict.class);
    for (int i = 0; i < QUESTION.parts().size(); i++) {
      RebuildSituation each = RebuildSituation.all().get(i);
      RebuildVerdict library = plan(each.snapshot(), each.log(), each.kind(), each.skipped());
      assertEquals(QUESTION.parts().get(i).right(), library, each.title());
      judged.add(library);
    }
    assertEquals(10, RebuildSituation.all().size());
    assertEquals(EnumSet.allOf(RebuildVerdict.class), judged);
  }

  @Test
  void everyWrongVerdictIsToldWhyItIsALikelyThought() {
    int told = 0;
    for (Question.Part part : QUESTION.parts()) {
      for (RebuildVerdict claimed : RebuildVerdict.values()) {
        if (claimed != part.right()) {
          String says = String.valueOf(QuestionComparison.wrong(part, claimed));
          assertTrue(says.length() > 30, part.asks() + " " + claimed + ": " + says);
          told++;
        }
      }
    }
    assertEquals(60, told);
  }

  @Test
  @SuppressWarnings("unchecked") // The arguments, by the signature.
  void theLibraryPlansEachProbeAsTheModelDoes() throws Throwable {
    MethodExercise<?, ?> exercise = (MethodExercise<?, ?>) Catalogue.ofAllBanks().of("07-plan");
    Set<RebuildVerdict> planned = EnumSet.noneOf(RebuildVerdict.class);
    for (List<Object> probe : AnswerRun.probes(exercise)) {
      SnapshotFacts snapshot = (SnapshotFacts) probe.get(0);
      LogFacts log = (LogFacts) probe.get(1);
      UpdateKind kind = (UpdateKind) probe.get(2);
      List<Long> skipped = (List<Long>) probe.get(3);
      Object model =
          Invocation.handle(exercise.signature(), exercise.model(Set.of()))
              .invokeWithArguments(snapshot, log, kind, skipped);
      assertEquals(plan(snapshot, log, kind, skipped), model, probe::toString);
      planned.add((RebuildVerdict) model);
    }
    assertEquals(EnumSet.allOf(RebuildVerdict.class), planned);
  }

  /** The library's plan, in the words of the exercise. */
  private static RebuildVerdict plan(
      SnapshotFacts snapshot, LogFacts log, UpdateKind kind, List<Long> skipped) {
    State state =
        new Kind(
            kind == UpdateKind.REPLACEMENT ? StateKind.LATEST_PER_KEY : StateKind.EVERY_RECORD,
            snapshot.empty());
    Position position = new Position(id(snapshot.logId()), snapshot.epoch(), snapshot.nextOffset());
    Basis basis = Basis.restored(state.snapshot(position), state);
    long[] offsets = skipped.stream().mapToLong(Long::longValue).toArray();
    RebuildPlan plan = RebuildPlan.of(logOf(log), basis, offsets);
    if (plan instanceof RebuildPlan.Refused refused) {
      return refused.refusal() instanceof RebuildPlan.RetentionGap
          ? RebuildVerdict.RETENTION_GAP
          : snapshot.logId().equals(log.id())
              ? RebuildVerdict.STALE_POSITION
              : RebuildVerdict.ANOTHER_LOG;
    }
    if (!(plan instanceof RebuildPlan.CannotProve unproved)) {
      return RebuildVerdict.SAFE;
    }
    RebuildPlan.Doubt first = unproved.doubts().get(0);
    return first instanceof RebuildPlan.TombstonePurged
        ? RebuildVerdict.TOMBSTONE_PURGED
        : first instanceof RebuildPlan.EntryRemoved
            ? RebuildVerdict.RECORD_REMOVED
            : RebuildVerdict.SKIPPED_RECORD;
  }

  private static UUID id(String name) {
    return UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8));
  }

  /** A log that says these facts of itself and holds nothing. */
  private static Log logOf(LogFacts facts) {
    InvocationHandler says =
        (log, method, arguments) ->
            switch (method.getName()) {
              case "id" -> id(facts.id());
              case "endOffset" -> facts.end();
              case "marks" -> facts.marks();
              case "knowsEpoch" -> facts.epochEnds().containsKey((Long) arguments[0]);
              case "endOfEpoch" -> facts.epochEnds().get((Long) arguments[0]);
              default -> InvocationHandler.invokeDefault(log, method, arguments);
            };
    return (Log)
        Proxy.newProxyInstance(Log.class.getClassLoader(), new Class<?>[] {Log.class}, says);
  }

  /** A state of a kind that is empty or not, and nothing else. */
  private record Kind(StateKind kind, boolean isEmpty) implements State {
    @Override
    public void clear() {}

    @Override
    public void apply(Cursor entry) {}

    @Override
    public void save(SnapshotWriter writer) {}

    @Override
    public void restore(SnapshotReader reader) {}
  }
}
