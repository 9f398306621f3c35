package tidemark.show;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LogPlayerTest {
  private static final Duration DAY = Duration.ofHours(24);

  private static final LogPlayer EXPIRED =
      LogPlayer.of(DAY)
          .append("a=1 b=2 a=3")
          .snapshot()
          .append("b=∅ c=4")
          .roll()
          .compact()
          .wait(DAY)
          .compact();

  private static String label(LogPlayer player, int step) {
    return player.player().at(step).picture().label;
  }

  private static String caption(LogPlayer player, int step) {
    return player.player().at(step).caption();
  }

  @Test
  void thereIsAFrameBeforeTheFirstStepAndOneAfterEach() {
    assertEquals(
        List.of(
            "an empty log",
            "append a=1",
            "append b=2",
            "append a=3",
            "snapshot",
            "append b=∅",
            "append c=4",
            "roll",
            "compact",
            "wait 24 h",
            "compact"),
        EXPIRED.player().tracks().get(0).values());
    assertTrue(label(EXPIRED, 3).contains("0:a=1 1:b=2 2:a=3"), label(EXPIRED, 3));
  }

  @Test
  void aTombstonesHorizonIsSetByTheFirstCompactionAndCountsDownToZero() {
    assertTrue(label(EXPIRED, 7).contains("3 no horizon"), label(EXPIRED, 7));
    assertTrue(label(EXPIRED, 8).contains("3 24 h left"), label(EXPIRED, 8));
    assertTrue(label(EXPIRED, 9).contains("3 may go now"), label(EXPIRED, 9));
    assertTrue(label(EXPIRED, 10).contains(": 2:a=3 4:c=4;"), label(EXPIRED, 10));
  }

  @Test
  void thePlanIsSafeUntilTheTombstoneOfTheSuffixIsPurged() {
    assertTrue(label(EXPIRED, 9).endsWith("✓ safe: no tombstone of the suffix was purged"));
    assertTrue(
        label(EXPIRED, 10)
            .endsWith(
                "✗ cannot be proved: a tombstone of the suffix was purged, the highest at 3"));
  }

  @Test
  void whatSnapshotAndSuffixGiveIsSaidWhereItIsWrong() {
    assertEquals(
        "Compaction keeps 2, removes 0 because a later record of the key exists, and purges 1"
            + " because the horizon passed. Snapshot and suffix give {a=3, b=2, c=4}; right is"
            + " {a=3, c=4}. The plan: cannot be proved: a tombstone of the suffix was purged, the"
            + " highest at 3.",
        caption(EXPIRED, 10));
    assertTrue(!caption(EXPIRED, 9).contains("right is"), caption(EXPIRED, 9));
  }

  @Test
  void aSlowReaderMissesAPurgedTombstoneAndItsTableIsComparedAtTheEnd() {
    LogPlayer slow =
        LogPlayer.of(DAY)
            .append("a=1 b=2 b=∅ c=4")
            .read(2)
            .roll()
            .compact()
            .wait(DAY)
            .compact()
            .read(2);
    assertTrue(label(slow, 6).contains("reader 2"), label(slow, 6));
    assertTrue(
        caption(slow, 11)
            .contains("{a=1, b=2, c=4}. It is at the end, and the right table is {a=1, c=4}."),
        caption(slow, 11));
  }

  @Test
  void aReaderBelowTheStartIsToldSoAndThePlanIsRefused() {
    LogPlayer cut =
        LogPlayer.of(DAY)
            .append("a=1")
            .snapshot()
            .append("b=2")
            .roll()
            .append("c=3")
            .retain()
            .read(1);
    assertEquals(
        "The reader cannot go on: it needs offset 0, and the log starts at 2."
            + " The plan: refused: retention removed 1 to 1.",
        caption(cut, 7));
    assertTrue(label(cut, 6).endsWith("✗ refused: retention removed 1 to 1"), label(cut, 6));
  }

  @Test
  void nothingClosedIsSaid() {
    LogPlayer open = LogPlayer.of(DAY).append("a=1 a=2").compact();
    assertEquals("No segment is closed, so nothing is compacted.", caption(open, 3));
    assertTrue(label(open, 3).contains("active [0, 2)"), label(open, 3));
  }

  @Test
  void nothingJumpsFromOnePictureToTheNext() {
    Player player = EXPIRED.player();
    String cell = "M10 (\\d+)h";
    List<String> tops =
        player.frames().stream()
            .skip(1)
            .map(frame -> frame.picture().content().replaceFirst("(?s).*?" + cell + ".*", "$1"))
            .distinct()
            .toList();
    assertEquals(1, tops.size(), "the first cell's edge is at " + tops);
  }

  @Test
  void theLongestPlayerStaysBelowTheLimitAndALongerOneIsRefused() {
    LogPlayer most =
        LogPlayer.of(DAY).append("k=v ".repeat(LogPlayer.MAX_STEPS - 10)).snapshot().read(9);
    assertTrue(most.html().length() < Player.MAX_HTML);
    assertThrows(IllegalArgumentException.class, () -> most.read(1));
  }

  @Test
  void theJavaThatMakesAPlayerAgainHasEachStepAndAppendsAndReadsTogether() {
    LogPlayer player =
        LogPlayer.of(Duration.ofHours(24))
            .append("a=1 b=∅")
            .append("c=3")
            .roll()
            .compact()
            .compact()
            .wait(Duration.ofMinutes(90))
            .snapshot()
            .retain()
            .read(3)
            .append("d=4");
    assertEquals(
        "LogPlayer.of(Duration.ofHours(24)).append(\"a=1 b=∅ c=3\").roll().compact().compact()"
            + ".wait(Duration.ofMinutes(90)).snapshot().retain().read(3).append(\"d=4\").step({step})",
        new Page(player.player().xml()).all("code").get(0).getTextContent());
  }

  @Test
  void aPlayerCanStartAtAnyStepAndANegativeOneIsRefused() {
    LogPlayer player = LogPlayer.of(Duration.ofHours(24)).append("a=1 b=2");
    assertEquals("a=1 gets offset 0.", player.step(1).player().last().caption());
    assertThrows(IllegalArgumentException.class, () -> player.step(-1));
  }
}
