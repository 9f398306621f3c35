package tidemark.show;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tidemark.compact.Compactor;
import tidemark.exercise.RebuildSituation;
import tidemark.log.Marks;
import tidemark.log.MemoryLog;
import tidemark.rebuild.Basis;
import tidemark.rebuild.KeyedTable;
import tidemark.rebuild.RebuildPlan;

class PlanTapeTest {
  private static MemoryLog compacted(String history, int passes) {
    MemoryLog log = MemoryLog.of(history);
    log.roll();
    for (int pass = 0; pass < passes; pass++) {
      Compactor.of(Clock.systemUTC(), Duration.ZERO).compact(log);
    }
    return log;
  }

  @Test
  void aSafePlanSaysWhyItIsSafe() {
    MemoryLog log = compacted("0:a=1 1:b=2 2:a=3 3:b=∅ 4:c=4", 1);
    String text = PlanTape.of(log, Map.of("a", 3, "b", 2), 3).text();
    assertTrue(text.endsWith("✓ safe: no tombstone of the suffix was purged"), text);
    assertTrue(text.contains("records may be gone [0, 2)"), text);
  }

  @Test
  void aPurgedTombstoneIsTheReasonWithItsOffset() {
    MemoryLog log = compacted("0:a=1 1:b=2 2:a=3 3:b=∅ 4:c=4", 2);
    Page page = new Page(PlanTape.of(log, Map.of("a", 3, "b", 2), 3).html());
    assertTrue(
        page.texts()
            .contains("✗ cannot be proved: a tombstone of the suffix was purged, the highest at 3"),
        page.texts().toString());
    assertTrue(page.texts().contains("tombstones may be gone"), page.texts().toString());
  }

  @Test
  void anEmptySnapshotIsSafeForItsOwnReason() {
    String text = PlanTape.of(compacted("0:a=1 1:a=∅", 2), Map.of(), 0).text();
    assertTrue(text.endsWith("✓ safe: in an empty state nothing can be wrongly alive"), text);
  }

  @Test
  void aSkippedRecordIsNamed() {
    MemoryLog log = compacted("0:a=1 1:b=2 2:a=4 3:a=x", 1);
    Basis empty = Basis.nothing(log, new KeyedTable());
    String text = PlanTape.of(log, empty, RebuildPlan.of(log, empty, 3)).text();
    assertTrue(text.contains("the skipped record 3 may have superseded one that counts"), text);
  }

  @Test
  void aRefusalIsSaid() {
    MemoryLog log = MemoryLog.of("0:a=1");
    KeyedTable table = new KeyedTable();
    Basis other = Basis.nothing(MemoryLog.of("0:a=1"), table);
    String text = PlanTape.of(log, other, RebuildPlan.of(log, other)).text();
    assertTrue(text.contains("✗ refused: the position is of another log"), text);
  }

  @Test
  void whatIsLostEndsWithTheLogAndNothingIsLostWithoutMarks() {
    assertEquals(
        "0:a=1; end 1; records may be gone [0, 1); tombstones may be gone [0, 1)",
        Tape.of("0:a=1").lost(Marks.unreadable(0)).text());
    assertEquals("0:a=1; end 1", Tape.of("0:a=1").lost(Marks.NOTHING_REMOVED).text());
  }

  @Test
  void aTapeOfWhichNothingWasReadShowsNoHoles() {
    Page page = new Page(Tape.unread(1L << 33, (1L << 33) + 9).snapshotAt((1L << 33) + 3).html());
    assertFalse(page.texts().contains("hole"), page.texts().toString());
    assertTrue(page.texts().contains("…"), page.texts().toString());
  }

  @Test
  void theTenSituationsAreNumberedAndShowWhereTheReplayStarts() {
    List<Tape> tapes = RebuildSituation.tapes();
    for (Tape tape : tapes) {
      String text = tape.text();
      assertTrue(text.startsWith(tapes.indexOf(tape) + 1 + " · "), text);
      assertTrue(text.contains("; snapshot "), text);
    }
    assertTrue(tapes.get(6).text().contains("epoch 1 ended at 2"), tapes.get(6).text());
  }
}
