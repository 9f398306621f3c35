package tidemark.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.simulate.Report.Verdict;

/** What the simulator does with single schedules. */
final class SimulatorTest {
  private static final Simulator LIBRARY = Simulator.of(LibraryPipeline::start);

  private static Report run(Simulator simulator, String schedule) {
    return simulator.run(Schedule.parse(schedule));
  }

  private static void isRight(String schedule) {
    for (Simulator simulator : List.of(LIBRARY, Simulator.of(ToyPipeline.with()))) {
      Report report = run(simulator, schedule);
      assertTrue(report.isRight(), report.text());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        // A record waits for its retry, and the process ends; then a watermark fires two windows.
        "append a=1 @1; append b=flaky @2; crash before step 12; append a=2 @30; power cut",
        // Replays do not move the committed offset.
        "append a=poison:1 @1; append b=1 @2; replay 0; restart; append c=1 @3; run",
        // An input that was never heard holds the watermark through a snapshot and a restart.
        "append a=1 @12; snapshot; restart; append b=1 @5 input B; run",
        // The clock goes back, and on.
        "clock +1000ms; append a=1 @1; clock -600ms; append a=2 @2 input B; restart; clock +30s;"
            + " append a=3 @60; crash; append a=4 @61; run",
        // The disk is full while a snapshot is written; an older one exists.
        "append a=1 @1; snapshot; append a=2 @2; disk full for 3 during snapshot; retain; power"
            + " cut",
        // The event log is restored, and three more records come.
        "append a=1 @50; append a=1 @50 input B; backup; append b=1 @1; append b=2 @2; run;"
            + " restore backup of log; append c=1 @60; append c=+2 @61; append c=∅ @62; run",
        // Offsets without a record, and a record that was sent twice.
        "append a=+1 @1; gap 3; duplicate 0; crash before step 9; gap 1; duplicate 4; run",
        // Only the event log is left.
        "append a=1 @1; append a=+2 @14; snapshot; lose node keep log; append a=+4 @40; run",
        // The snapshots are left, but nothing else vouches for them.
        "append a=1 @1; append a=+2 @14; snapshot; lose node keep log+snapshots; append a=+4 @40",
        // Half a write, half of what was not synced, and a step that fails.
        "append a=1 @1; torn write 3; append b=2 @15; power cut before step 9 keeping some 4;"
            + " append b=∅ @40; fail sync 2; run",
        // A replay that was broken off, and then another one.
        "append a=poison:+5; append a=1; append a=poison:+2; power cut before step 1 during replay"
            + " 2; replay 0",
        // The event log is restored, with a dead letter but without the place of its replay.
        "append a=1; clock +10ms; append a=1; clock +4ms; append a=poison:+7; backup; clock +11ms;"
            + " append a=1 @13; replay 2; restore backup of log",
        // The event log is restored with the place of a replay that is durable, but was broken off.
        "append a=1; append a=poison:+5; backup; power cut before step 3 during replay 1;"
            + " restore backup of log",
        // The event log is restored, and retention takes the epoch of a letter that is replayed
        // then.
        "append a=1; append a=poison:7; backup; restore backup of log; append a=1; append a=1;"
            + " append a=1; retain; replay 1",
        // Three processes end after the durable start of one record; two of them ask about none.
        "append a=1; append a=1; append a=1; append a=1; append a=1; append a=1; retain; append a=1;"
            + " torn write 2; crash after step 56 during restart; crash after step 56",
        // A replay that a restored node undoes, and that is asked for again.
        "append a=1; append a=1; append a=poison:7 @-1; backup; replay 2; clock +25ms;"
            + " append a=1 @3; restore backup of node; replay 2",
        // A crash, and then a power cut that takes what the first process never synced.
        "append a=1 @1; append a=2 @2; crash before sync 2; power cut before step 1; run"
      })
  void whateverFailsStateAndOutputAreRight(String schedule) {
    isRight(schedule);
  }

  @Test
  void aRefusalIsRightOnlyWhereNoWayBackIsLeft() {
    String retained = "append a=1 @1; append a=2 @2; snapshot; retain; append a=3 @3; ";
    Report lost = run(LIBRARY, retained + "lose node keep log; run");
    assertEquals(Verdict.REFUSED, lost.verdict(), lost.text());
    assertTrue(lost.evidence().sentence().contains("begins at offset 2"), lost.text());
    assertEquals(Verdict.EQUAL, run(LIBRARY, retained + "crash; run").verdict());
    Simulator unsynced = Simulator.of(ToyPipeline.with(Mistake.SNAPSHOT_COUNTS_BEFORE_FOLDER_SYNC));
    assertEquals(
        Verdict.REFUSED_WITHOUT_NEED, run(unsynced, retained + "power cut; run").verdict());
  }

  /** At which records the processes of a run began. */
  private static List<Long> begins(Report report) {
    return report.evidence().rows().stream()
        .filter(row -> row.happened().contains("a process begins here"))
        .map(Evidence.Row::offset)
        .toList();
  }

  private static Setup everyRecords(int recordsPerSnapshot, int snapshotsKept) {
    Setup course = Setup.reference();
    return new Setup(course.policy(), 10, 3, 2, recordsPerSnapshot, snapshotsKept);
  }

  @Test
  void p8AnUnfinishedSnapshotIsPassedOverAndWithoutTheSuffixOfTheOlderOneTheStartIsRefused() {
    Simulator onlyWhenAsked = LIBRARY.with(everyRecords(1000, 2));
    Report older =
        run(
            onlyWhenAsked,
            "append 5; snapshot; append 3;"
                + " crash before rename in snapshots during snapshot; retain; crash; run");
    assertEquals(Verdict.EQUAL, older.verdict(), older.text());
    assertEquals(List.of(0L, 5L), begins(older));
    Report gone =
        run(
            onlyWhenAsked,
            "append 5; snapshot; backup; append 3; snapshot; append 3; snapshot; retain;"
                + " restore backup of node; run");
    assertEquals(Verdict.REFUSED, gone.verdict(), gone.text());
    assertTrue(gone.evidence().sentence().contains("the snapshot at offset 5"), gone.text());
  }

  @Test
  void p10WhatARebuildReadsStaysUntilANewerSnapshotIsWhole() {
    Simulator keepingOne = LIBRARY.with(everyRecords(3, 1));
    Schedule rebuilt = Schedule.parse("append 5; run; crash; append 5; run; retain; crash; run");
    TreeSet<Long> begins = new TreeSet<>();
    for (Schedule cut : new CrashPoints(keepingOne).single(rebuilt, Action.Kind.POWER_CUT)) {
      Report report = keepingOne.run(cut);
      assertTrue(report.isRight(), report.text());
      begins.addAll(begins(report));
    }
    assertTrue(begins.containsAll(List.of(0L, 3L, 8L)), begins.toString());
  }

  @Test
  void theOracleSaysWhatTheRunIsComparedWith() {
    assertEquals(
        "the undisturbed run, record by record", run(LIBRARY, "append a=1; crash; run").oracle());
    String lost = run(LIBRARY, "append a=1; run; lose node keep log; run").oracle();
    assertTrue(lost.contains("plain model") && lost.contains("lost or restored"), lost);
    String often = "append a=1; crash before step 9; crash before step 9; crash before step 9";
    assertTrue(run(LIBRARY, often).oracle().contains("how often the process was started"));
  }

  @Test
  void aPipelineThatIsWrongAlreadyWhenNothingFailsIsToldSo() {
    Simulator wrong = Simulator.of(ToyPipeline.with(Mistake.LAST_APPLIED_FOR_NEXT));
    Report report = run(wrong, "append a=1; crash; run");
    assertEquals(Verdict.WRONG_UNDISTURBED, report.verdict());
    assertEquals("At the end committed is 0, and must be 1.", report.evidence().sentence());
  }

  @Test
  void theEvidenceAlignsBothLanesByOffset() {
    Simulator wrong = Simulator.of(ToyPipeline.with(Mistake.REPLAYS_NOT_IN_SNAPSHOT));
    Report report =
        run(wrong, "append a=poison:+1 @1; replay 0; snapshot; crash; append b=1 @40; run");
    Evidence evidence = report.evidence();
    assertEquals(Verdict.DIFFERS, report.verdict());
    assertEquals(
        List.of(0L, 1L, Evidence.AT_THE_END),
        evidence.rows().stream().map(Evidence.Row::offset).toList());
    Evidence.Row first = evidence.firstDifference().get(0);
    assertEquals(0, first.offset());
    assertTrue(first.undisturbed().contains("table a=1"), first.toString());
    assertTrue(first.disturbed().contains("table a=2"), first.toString());
    assertTrue(first.happened().contains("crash"), first.toString());
    assertTrue(evidence.onDisk().stream().anyMatch(line -> line.startsWith("snapshots: ")));
    assertTrue(report.text().contains("<-- the first difference"), report.text());
  }

  @ParameterizedTest
  @EnumSource(
      value = Mistake.class,
      names = {"COMMIT_BEFORE_HAND_OFF", "SNAPSHOT_ONE_OFF", "STALE_OUTPUT_READ"})
  void aFailingScheduleShrinksToOneOfWhichNoActionCanBeLeftOut(Mistake mistake) {
    Simulator simulator = Simulator.of(ToyPipeline.with(mistake));
    Report failing = null;
    for (long seed = 0; failing == null; seed++) {
      Report report = simulator.run(seed);
      failing = report.isRight() ? null : report;
    }
    Report smallest = simulator.shrink(failing);
    assertEquals(failing.verdict(), smallest.verdict());
    Schedule schedule = smallest.schedule();
    assertTrue(schedule.actions().size() <= 7, schedule.text());
    for (int i = 0; i < schedule.actions().size(); i++) {
      Verdict shorter = simulator.run(schedule.without(i, i + 1)).verdict();
      assertTrue(shorter != smallest.verdict(), schedule.text());
    }
  }

  @Test
  void theSameSeedGivesTheSameReport() {
    Simulator wrong = Simulator.of(ToyPipeline.with(Mistake.WINDOWS_NOT_IN_SNAPSHOT));
    for (long seed = 0; seed < 20; seed++) {
      Evidence first = wrong.run(seed).evidence();
      assertEquals(first.rows(), wrong.run(seed).evidence().rows(), "seed " + seed);
    }
  }
}
