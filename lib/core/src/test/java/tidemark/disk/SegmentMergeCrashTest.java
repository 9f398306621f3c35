package tidemark.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;
import tidemark.log.Cursor;
import tidemark.log.Entry;
import tidemark.log.Marks;
import tidemark.log.Retention;
import tidemark.log.RewritableLog.Disposition;
import tidemark.simulate.Crash;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.FaultyStorage.Kind;
import tidemark.simulate.Loss;

/** A crash, or a failing disk, at every step of a merge: before and after it are the same log. */
final class SegmentMergeCrashTest {
  private final MergeScene scene = new MergeScene();
  private final FaultyStorage before = new FaultyStorage();
  private final List<MergeScene.Kept> recordsBefore;
  private final List<MergeScene.Kept> recordsAfter;

  SegmentMergeCrashTest() {
    scene.fill(before);
    FaultyStorage whole = before.afterPowerCut(Loss.NOTHING);
    try (DiskLog log = scene.open(whole)) {
      recordsBefore = MergeScene.kept(log);
      scene.compact(log);
      recordsAfter = MergeScene.kept(log);
    }
  }

  private static List<Loss> losses(long seed) {
    return List.of(
        Loss.NOTHING,
        Loss.ALL_UNSYNCED,
        Loss.some(Seeds.random(seed)),
        Loss.some(Seeds.random(~seed)));
  }

  private static FaultyStorage.Plan crashAt(int step) {
    return now -> {
      if (now.number() == step && now.kind() != Kind.READ) {
        throw new Crash(step * 31 % 97);
      }
      return now.bytes();
    };
  }

  private static FaultyStorage.Plan failAt(int step) {
    return now -> {
      if (now.number() == step && now.kind() != Kind.READ) {
        throw new IOException("Input/output error");
      }
      return now.bytes();
    };
  }

  private int stepsOfACompaction() {
    FaultyStorage storage = before.afterPowerCut(Loss.NOTHING);
    DiskLog log = scene.open(storage);
    int opened = storage.steps();
    scene.compact(log);
    int steps = storage.steps() - opened;
    assertTrue(steps > 60, "steps=" + steps);
    return steps;
  }

  @Test
  void crashAtEveryStepOfAMergeLeavesTheSameRecordsMarksAndEpochs() {
    int steps = stepsOfACompaction();
    for (int step = 0; step < steps; step++) {
      FaultyStorage storage = before.afterPowerCut(Loss.NOTHING);
      DiskLog log = scene.open(storage);
      storage.follow(crashAt(storage.steps() + step));
      assertThrows(Crash.class, () -> scene.compact(log));
      for (Loss loss : losses(step)) {
        FaultyStorage found = storage.afterPowerCut(loss);
        crashWhileOpening(found, step);
        scene.checkAfterCrash(found, recordsBefore, recordsAfter);
      }
    }
  }

  private void crashWhileOpening(FaultyStorage found, int seed) {
    FaultyStorage whole = found.afterPowerCut(Loss.NOTHING);
    scene.open(whole);
    for (int step = 0; step < whole.steps(); step++) {
      FaultyStorage storage = found.afterPowerCut(Loss.NOTHING).follow(crashAt(step));
      assertThrows(Crash.class, () -> scene.open(storage));
      Loss loss = losses(seed + step).get(step % 4);
      scene.checkAfterCrash(storage.afterPowerCut(loss), recordsBefore, recordsAfter);
    }
  }

  /** A step fails, the log goes on: more is removed, retention runs; then the power goes. */
  @Test
  void diskThatFailsOnceDuringAMergeAndACrashLaterLeaveTheSameLog() {
    int steps = stepsOfACompaction();
    int raised = 0;
    for (int step = 0; step < steps; step++) {
      FaultyStorage storage = before.afterPowerCut(Loss.NOTHING);
      DiskLog log = scene.open(storage);
      storage.follow(failAt(storage.steps() + step));
      raised += compactUntilItFails(log) ? 1 : 0;
      goOn(log);
      List<Entry> entries = DiskHistory.entries(log);
      Marks marks = log.marks();
      for (Loss loss : losses(step)) {
        try (DiskLog found = scene.open(storage.afterPowerCut(loss))) {
          assertEquals(entries, DiskHistory.entries(found), "step=" + step);
          assertEquals(marks, found.marks());
        }
      }
    }
    assertTrue(raised > steps / 2, raised + " of " + steps + " raised");
  }

  private boolean compactUntilItFails(DiskLog log) {
    try {
      scene.compact(log);
      return false;
    } catch (UncheckedIOException failed) {
      return true;
    }
  }

  /** Rewrites the second segment alone, or what it was merged into, then compacts again. */
  private void goOn(DiskLog log) {
    try {
      log.rewrite(
          5,
          Cursor.NO_HORIZON,
          entry -> entry.offset() == 3 ? Disposition.SUPERSEDED : Disposition.KEEP);
      scene.compact(log);
      scene.append(log, "h=1");
      MergeScene.mergeOnly(log);
    } catch (UncheckedIOException | IllegalStateException failedForGood) {
      // The disk left unknown what is on it: nothing more is written until the log is opened.
    }
  }

  @Test
  void retentionThatFailedIsNotRememberedInsideOfAMergedSegment() {
    int failures = 0;
    for (int step = 0; step < 12; step++) {
      FaultyStorage storage = before.afterPowerCut(Loss.NOTHING);
      DiskLog log = scene.open(storage);
      storage.follow(failAt(storage.steps() + step));
      try {
        log.retain(Retention.upTo(0).keeping(4));
      } catch (UncheckedIOException failed) {
        failures++;
      }
      long start = log.startOffset();
      storage.follow(now -> now.bytes());
      MergeScene.mergeOnly(log);
      List<Entry> entries = DiskHistory.entries(log);
      for (Loss loss : losses(step)) {
        try (DiskLog found = scene.open(storage.afterPowerCut(loss))) {
          assertEquals(start, found.startOffset(), "step=" + step);
          assertEquals(entries, DiskHistory.entries(found));
        }
      }
    }
    assertTrue(failures > 3, "failures=" + failures);
  }

  @Test
  void openingTellsLeftOriginalsFromAMergeThatDidNotTakePlace() {
    int merged = 0;
    int originals = 0;
    int steps = stepsOfACompaction();
    for (int step = 0; step < steps; step++) {
      FaultyStorage storage = before.afterPowerCut(Loss.NOTHING);
      DiskLog log = scene.open(storage);
      storage.follow(crashAt(storage.steps() + step));
      assertThrows(Crash.class, () -> scene.compact(log));
      FaultyStorage found = storage.afterPowerCut(Loss.NOTHING);
      if (found.exists(MergeFile.NAME)) {
        boolean there = found.exists(new SegmentName(0, 2).logFile());
        merged += there ? 1 : 0;
        originals += there ? 0 : 1;
        scene.open(found).close();
        assertEquals(there ? 2 : 5, MergeScene.segments(found).size(), "step=" + step);
      }
    }
    assertTrue(merged > 5 && originals > 2, "merged=" + merged + ", originals=" + originals);
  }
}
