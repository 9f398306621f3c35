package tidemark.exercise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.exercise.CrashPlayer.PipelineCode;
import tidemark.exercise.TrialSlips.Slip;

class PipelineTrialTest {
  /** Mistakes that do the same where only the faults are switched on under which they show. */
  private static final Set<Slip> TWINS =
      EnumSet.of(Slip.COUNTS_COMMITS, Slip.ADDS_ONE_TO_THE_COMMIT);

  @TempDir Path folder;

  /** Step 2 as the notebook solves it. */
  private static PipelineState fold(PipelineState before, KeyedRecord record, boolean dead) {
    return record.offset() < before.next() ? before : unguarded(before, record, dead);
  }

  private static PipelineState unguarded(PipelineState before, KeyedRecord record, boolean dead) {
    Map<String, Integer> table = new TreeMap<>(before.table());
    Map<Long, Integer> counts = new TreeMap<>(before.counts());
    List<Long> late = new ArrayList<>(before.late());
    Integer value = record.value();
    if (!dead && value != null) {
      table.merge(record.key(), value, Integer::sum);
      if (record.timestamp() < before.watermark()) {
        late.add(record.offset());
      } else {
        counts.merge(Math.floorDiv(record.timestamp(), 10L) * 10, 1, Integer::sum);
      }
    }
    long watermark = Math.max(before.watermark(), record.timestamp() - 3);
    return new PipelineState(record.offset() + 1, table, counts, watermark, late);
  }

  /** The pipeline at the end of the notebook. */
  private static void right(PipelineContext node) {
    PipelineState state = node.newestSnapshot();
    int sinceSnapshot = 0;
    while (state.next() < node.end()) {
      long offset = node.nextRecord(state.next());
      if (offset == node.end()) {
        return;
      }
      node.decide(offset);
      state = node.fold(state, offset);
      node.publish(state);
      node.commit(state.next());
      if (++sinceSnapshot == 3) {
        node.snapshot(state);
        node.deleteBelow(state.next());
        sinceSnapshot = 0;
      }
    }
  }

  /** The one that step 4 asks for: it knows of no gap. */
  private static void dense(PipelineContext node) {
    PipelineState state = node.newestSnapshot();
    while (state.next() < node.end()) {
      node.decide(state.next());
      state = node.fold(state, state.next());
      node.publish(state);
      node.commit(state.next());
      if (state.next() % 3 == 0) {
        node.snapshot(state);
        node.deleteBelow(state.next());
      }
    }
  }

  /** Looks itself for what it has had; snapshot each time; commits up to the end. */
  private static void looksItself(PipelineContext node) {
    PipelineState state = node.newestSnapshot();
    node.deleteBelow(state.next());
    for (long at = state.next(); at < node.end(); ) {
      long offset = node.nextRecord(at);
      if (offset < at) {
        continue;
      }
      if (offset == node.end()) {
        node.commit(offset);
        break;
      }
      node.decide(offset);
      state = node.fold(state, offset);
      at = offset + 1;
      node.publish(state);
      node.commit(at);
      node.snapshot(state);
      node.deleteBelow(at);
    }
  }

  private static PipelineTrial trial(PipelineCode code) {
    return PipelineTrial.of(code, PipelineTrialTest::fold);
  }

  private static List<PipelineTrial> switchedOn(PipelineTrial none) {
    return List.of(
        none,
        none.withGaps(),
        none.withDuplicates(),
        none.withNodeLoss(),
        none.withGaps().withDuplicates(),
        none.withGaps().withNodeLoss(),
        none.withDuplicates().withNodeLoss(),
        none.withGaps().withDuplicates().withNodeLoss());
  }

  private static PipelineTrial all(PipelineTrial none) {
    return none.withGaps().withDuplicates().withNodeLoss();
  }

  @Test
  void aRightPipelineIsRightUnderEachFaultAndUnderAllOfThem() {
    List<PipelineCode> pipelines =
        List.of(PipelineTrialTest::right, PipelineTrialTest::looksItself);
    for (PipelineCode code : pipelines) {
      for (PipelineTrial trial : switchedOn(trial(code))) {
        TrialReport report = trial.run();
        assertTrue(report.isRight(), report::text);
        assertEquals(0, report.wrong());
        assertTrue(report.schedules() >= 48, report::text);
      }
    }
  }

  @Test
  void aPipelineThatGuardsItsFoldMayDoItAnywhere() {
    for (PipelineTrial trial :
        switchedOn(
            PipelineTrial.of(PipelineTrialTest::looksItself, PipelineTrialTest::unguarded))) {
      TrialReport report = trial.run();
      assertTrue(report.isRight(), report::text);
    }
  }

  @Test
  void thePipelineOfStep4SurvivesTheLossOfItsNodeAndNoGap() {
    PipelineTrial dense = trial(PipelineTrialTest::dense);
    assertTrue(dense.withNodeLoss().run().isRight());
    TrialReport report = dense.withGaps().run();
    assertFalse(report.isRight());
    assertEquals("gap 1", report.schedule());
    assertTrue(report.text().contains("and there is a hole; nextRecord(0) is 1"), report::text);
    assertTrue(report.text().contains(Slip.ASKS_NOT.sentence()), report::text);
  }

  @Test
  void whoNeverAsksForARecordIsToldThatNothingCameTwice() {
    TrialReport report = trial(PipelineTrialTest::dense).withDuplicates().run();
    assertFalse(report.isRight());
    assertEquals(0, report.wrong());
    assertTrue(report.text().contains("never asks nextRecord"), report::text);
  }

  @Test
  void whoDeletesARecordAtOnceMeetsItAgainAllTheSame() {
    PipelineCode deletesAtOnce =
        node -> {
          PipelineState state = node.newestSnapshot();
          while (state.next() < node.end()) {
            long offset = node.nextRecord(state.next());
            if (offset == node.end()) {
              return;
            }
            node.decide(offset);
            state = node.fold(state, offset);
            node.publish(state);
            node.commit(state.next());
            node.snapshot(state);
            node.deleteBelow(state.next());
          }
        };
    TrialReport right = trial(deletesAtOnce).withDuplicates().run();
    assertTrue(right.isRight(), right::text);
    TrialReport wrong =
        PipelineTrial.of(deletesAtOnce, PipelineTrialTest::unguarded).withDuplicates().run();
    assertFalse(wrong.isRight());
    assertTrue(wrong.schedule().contains("redeliver"), wrong::text);
  }

  @Test
  void whoAsksOnceInALifeHasNotShownThatRepeatsDoNoHarm() {
    PipelineCode asksOnce =
        node -> {
          PipelineState state = node.newestSnapshot();
          if (state.next() < node.end()) {
            long first = Math.max(state.next(), node.nextRecord(state.next()));
            for (long at = first; at < node.end(); at++) {
              node.decide(at);
              state = node.fold(state, at);
              node.publish(state);
              node.commit(at + 1);
            }
          }
        };
    TrialReport report = trial(asksOnce).withDuplicates().withNodeLoss().run();
    assertFalse(report.isRight(), report::text);
  }

  @Test
  void aFaultThatDidNotHappenIsNotCalledRight() {
    TrialReport report =
        trial(PipelineTrialTest::right).run("append a=1 @2; lose node after write 99");
    assertFalse(report.isRight());
    assertEquals(0, report.wrong());
    assertTrue(report.text().contains("The node was not lost"), report::text);
  }

  /** Under which faults a mistake shows: the fewest. */
  private static Map<Slip, PipelineTrial> mistakes() {
    Map<Slip, PipelineTrial> trials = new EnumMap<>(Slip.class);
    for (Slip slip : Slip.values()) {
      TrialRun.Code model = TrialSlips.models(slip, PipelineTrialTest::fold).get(0);
      PipelineTrial none = PipelineTrial.of(model.run(), model.fold());
      PipelineTrial under =
          switch (slip) {
            case ASKS_NOT,
                STOPS_AT_GAP,
                END_IS_A_RECORD,
                COUNTS_COMMITS,
                FOLD_COUNTS,
                FOLD_EXACTLY,
                SNAPSHOT_BY_OFFSET,
                ADDS_ONE_TO_THE_COMMIT ->
                none.withGaps();
            case APPLIES_TWICE, PASSES_ONE_OVER, SKIPS_AND_PASSES_ONE_OVER, STOPS_AT_REPEAT ->
                none.withDuplicates();
            case COMMITS_REPEAT -> none.withGaps().withDuplicates();
            case REMEMBERS_IN_VARIABLES -> none.withDuplicates().withNodeLoss();
            case NEVER_DELETES -> none;
            default -> none.withNodeLoss();
          };
      trials.put(slip, under);
    }
    return trials;
  }

  @Test
  void eachMistakeIsRefusedAndNamedWithASmallScheduleThatFailsByItself() {
    mistakes()
        .forEach(
            (slip, trial) -> {
              for (TrialReport report : List.of(trial.run(), all(trial).run())) {
                assertFalse(report.isRight(), slip + " passes");
                assertTrue(
                    report.text().contains(slip.sentence()), () -> slip + ": " + report.text());
                boolean isAlone = !report.text().contains("; or like one");
                assertTrue(isAlone || TWINS.contains(slip), () -> slip + ": " + report.text());
                assertEquals(1, trial.run(report.schedule()).wrong(), report.schedule());
                assertTrue(
                    TrialSchedule.parse(report.schedule()).places().size() <= 12,
                    () -> slip + ": " + report.schedule());
              }
            });
  }

  @Test
  void aMistakeIsNamedWhateverTheStyleOfTheCode() {
    PipelineCode oneAfterTheOther =
        node -> {
          PipelineState state = node.newestSnapshot();
          int done = 0;
          for (long at = state.next(); at < node.end(); at++) {
            long offset = node.nextRecord(at);
            if (offset == node.end()) {
              return;
            }
            node.decide(offset);
            state = node.fold(state, offset);
            node.publish(state);
            node.commit(state.next());
            if (++done % 2 == 0) {
              node.snapshot(state);
              node.deleteBelow(state.next());
            }
          }
        };
    TrialReport passesOver = trial(oneAfterTheOther).withDuplicates().run();
    assertTrue(passesOver.text().contains(Slip.PASSES_ONE_OVER.sentence()), passesOver::text);

    TrialReport twice =
        PipelineTrial.of(PipelineTrialTest::right, PipelineTrialTest::unguarded)
            .withDuplicates()
            .run();
    assertTrue(twice.text().contains(Slip.APPLIES_TWICE.sentence()), twice::text);
    assertFalse(twice.text().contains("; or like one"), twice::text);
    assertEquals(2, TrialSchedule.parse(twice.schedule()).places().size(), twice::text);
  }

  @Test
  void aSetOfWhatItHadIsEnoughUntilTheNodeIsLost() {
    PipelineCode remembers =
        node -> {
          Set<Long> had = new HashSet<>();
          PipelineState state = node.newestSnapshot();
          while (state.next() < node.end()) {
            long offset = node.nextRecord(state.next());
            if (!had.add(offset)) {
              continue;
            }
            node.decide(offset);
            state = node.fold(state, offset);
            node.publish(state);
            node.commit(state.next());
            if (state.next() % 3 == 0) {
              node.snapshot(state);
              node.deleteBelow(state.next());
            }
          }
        };
    PipelineTrial trial =
        PipelineTrial.of(remembers, PipelineTrialTest::unguarded).withDuplicates();
    assertTrue(trial.run().isRight());
    TrialReport report = trial.withNodeLoss().run();
    assertTrue(report.text().contains(Slip.REMEMBERS_IN_VARIABLES.sentence()), report::text);
    assertTrue(report.schedule().contains("lose node after write"), report::text);
    assertTrue(report.schedule().contains("redeliver"), report::text);
  }

  @Test
  void aMistakeThatNoModelMakesIsShownAndNotNamed() {
    PipelineCode halfway =
        node -> {
          if (node.committed() < 2) {
            right(node);
          }
        };
    TrialReport report = trial(halfway).withNodeLoss().run();
    assertFalse(report.isRight());
    assertTrue(report.text().contains("none of the mistakes that this trial can name"));
  }

  @Test
  void theSmallestScheduleIsShownAsTwoLanesWithWhatWasOnDisk() {
    TrialRun.Code deletesFirst =
        TrialSlips.models(Slip.DELETES_FIRST, PipelineTrialTest::fold).get(0);
    TrialReport report =
        PipelineTrial.of(deletesFirst.run(), deletesFirst.fold()).withNodeLoss().run();
    assertTrue(
        report.schedule().matches("(append \\S+ @-?\\d+; ){3}lose node after write 10"),
        report::text);
    String text = report.lanes().text();
    assertTrue(text.contains("! node lost after deleteBelow(3)"), text);
    assertTrue(text.contains("undisturbed  "), text);
    assertTrue(text.contains("<-- the first difference"), text);
    assertTrue(text.contains("event log [3, 3)"), text);
    assertTrue(report.lanes().html().contains("role=\"img\""), text);
  }

  @Test
  void theHistoryHasEachScheduleInWordsThatCanBeTriedAgain() throws IOException {
    Path file = folder.resolve("history.txt");
    PipelineTrial dense = trial(PipelineTrialTest::dense);
    TrialReport report = dense.withGaps().withNodeLoss().writingTo(file).run();
    List<String> lines = Files.readAllLines(file);
    List<String> schedules = lines.stream().filter(line -> !line.startsWith("#")).toList();
    assertEquals(report.schedules() + 1, schedules.size(), "all, and the smallest");
    assertEquals(report.schedule(), schedules.get(schedules.size() - 1));
    for (String schedule : schedules) {
      assertEquals(schedule, TrialSchedule.parse(schedule).text());
    }
    assertEquals(
        report.wrong() + 1,
        lines.stream().filter(line -> line.startsWith("#     WRONG: ")).count());
    assertTrue(lines.get(0).contains("Switched on: gaps, node loss"), lines.get(0));
  }

  @Test
  void theScheduleStandsInTheHistoryBeforeItRuns() {
    Path file = folder.resolve("history.txt");
    PipelineTrial looking =
        trial(
            node -> {
              List<String> lines = Files.readAllLines(file);
              if (!lines.get(lines.size() - 1).startsWith("append ")) {
                throw new IllegalStateException("it is not there: " + lines);
              }
              right(node);
            });
    TrialReport report = looking.writingTo(file).run("append a=1 @2; append b=2 @12");
    assertTrue(report.isRight(), report::text);
  }

  @Test
  void aScheduleThatCannotBeReadIsRefusedWithItsPart() {
    PipelineTrial trial = trial(PipelineTrialTest::right);
    for (String wrong :
        List.of(
            "apend a=1",
            "append a",
            "append a=1; redeliver 1 before 1",
            "append a=1; gap 1; redeliver 1 before 2",
            "append a=1; append a=2; redeliver 0 before 7",
            "gap 99999999")) {
      assertThrows(IllegalArgumentException.class, () -> trial.run(wrong), wrong);
    }
    TrialReport report = trial.run("append a=+1; gap 2 # a comment\nredeliver 0 before 3\n");
    assertEquals("append a=1 @0; gap 2; redeliver 0 before 3", report.schedule());
  }

  @Test
  void codeThatIsNotThereIsSaidAndNeitherRightNorAnError() {
    TrialReport noRun =
        all(trial(
                node -> {
                  throw new UnsupportedOperationException("not attempted");
                }))
            .run();
    assertFalse(noRun.isRight());
    assertTrue(noRun.text().contains("not attempted"), noRun::text);
    TrialReport noFold =
        PipelineTrial.of(
                PipelineTrialTest::right,
                (before, record, dead) -> {
                  throw new UnsupportedOperationException("not attempted");
                })
            .withGaps()
            .run();
    assertFalse(noFold.isRight());
    assertTrue(noFold.text().contains("fold must give a state"), noFold::text);
    assertFalse(noFold.lanes().html().isEmpty());
  }

  @Test
  void codeThatDoesNotEndIsRefused() {
    TrialReport report =
        trial(
                node -> {
                  while (node.committed() < Long.MAX_VALUE) {
                    node.commit(0);
                  }
                })
            .withNodeLoss()
            .run();
    assertTrue(report.text().contains("It does not come to an end"), report::text);
  }
}
