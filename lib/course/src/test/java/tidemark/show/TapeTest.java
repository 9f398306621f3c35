package tidemark.show;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import tidemark.log.Event;
import tidemark.log.MemoryLog;

class TapeTest {
  private static final String REFERENCE = "0:a=1 1:b=2 2:a=3 3:b=∅ 4:c=4";

  private static double x(Page page, String text) {
    return page.all("text").stream()
        .filter(each -> each.getTextContent().equals(text))
        .mapToDouble(each -> Double.parseDouble(each.getAttribute("x")))
        .findFirst()
        .orElseThrow(() -> new AssertionError(text + " in " + page.texts()));
  }

  @Test
  void aTapeShowsOffsetsKeysValuesAndTombstones() {
    Page page = new Page(Tape.of(REFERENCE).title("Log <1>").html());
    assertTrue(
        page.texts().containsAll(List.of("Log <1>", "0", "4", "a", "b", "c", "∅")),
        page.texts().toString());
  }

  @Test
  void itsTextIsTheHistoryWithItsMarks() {
    assertEquals(
        "Log: " + REFERENCE + "; committed 2; snapshot 3; end 5",
        Tape.of(REFERENCE).title("Log").snapshotAt(3).committed(2).text());
    assertEquals("empty; end 0", Tape.of("").text());
  }

  @Test
  void aPositionStandsBeforeTheNextOffset() {
    Page page = new Page(Tape.of("a=v b=w a=x b=∅ c=z").snapshotAt(3).html());
    double flag = x(page, "snapshot 3");
    assertTrue(x(page, "2") < flag && flag < x(page, "3"), page.html());
  }

  @Test
  void holesAreSaidAndLongOnesAreOneColumn() {
    Page page = new Page(Tape.of("2:a=3 90:c=4").html());
    assertTrue(page.texts().containsAll(List.of("0", "1", "3–89", "hole")), page.html());
  }

  @Test
  void whatRetentionCutIsNoHole() {
    Page page = new Page(Tape.of(REFERENCE).start(3).html());
    assertTrue(page.texts().containsAll(List.of("cut", "start 3")), page.texts().toString());
    assertFalse(page.texts().contains("hole"));
  }

  @Test
  void twoTapesStandInTheSameColumns() {
    Page page = new Page(Tape.of(REFERENCE).above(Tape.of("2:a=3 3:b=∅ 4:c=4")).html());
    List<Double> fours =
        page.all("text").stream()
            .filter(text -> text.getTextContent().equals("c"))
            .map(text -> Double.valueOf(text.getAttribute("x")))
            .toList();
    assertEquals(2, page.pictures().size());
    assertEquals(2, fours.size());
    assertEquals(fours.get(0), fours.get(1));
  }

  @Test
  void flagsThatAreNearStandInRowsOfTheirOwn() {
    Page page = new Page(Tape.of(REFERENCE).committed(2).snapshotAt(3).html());
    List<String> rows =
        page.all("text").stream()
            .filter(text -> text.getTextContent().matches("(committed|snapshot|end) \\d"))
            .map(text -> text.getAttribute("y"))
            .distinct()
            .toList();
    assertEquals(3, rows.size(), page.html());
  }

  @Test
  void aLogShowsItselfWithItsEndPastTheLastEntry() {
    try (MemoryLog log = MemoryLog.of("a=1 b=2")) {
      assertEquals("0:a=1 1:b=2; end 2", Tape.of(log).text());
    }
  }

  @Test
  void aLongLogIsCutAndTheRestIsCounted() {
    try (MemoryLog log = MemoryLog.uncompacted(InstantSource.system(), MemoryLog.NO_ROLL)) {
      for (int i = 0; i < 1000; i++) {
        log.append(Event.of("k" + i % 9, "v" + i));
      }
      Tape tape = Tape.of(log);
      assertTrue(tape.text().contains("… 952 more offsets"), tape.text());
      assertTrue(tape.html().length() < 16_000, "length=" + tape.html().length());
      assertTrue(new Page(tape.html()).texts().contains("48–999"));
    }
  }

  @Test
  void wordsOfAnyLengthAndScriptStayInTheirCells() {
    Page page = new Page(Tape.of("k<&\"=" + "日本語".repeat(40)).html());
    Element cell = page.all("text").get(2);
    assertTrue(cell.getTextContent().length() <= 14, cell.getTextContent());
  }

  @Test
  void aNoteFramesItsCellAndABarNamesItsStretch() {
    Page page =
        new Page(Tape.of(REFERENCE).note(3, "poison").suffixFrom(3).range("cut", 0, 2).html());
    assertTrue(page.texts().containsAll(List.of("poison", "replayed", "cut")), page.html());
    assertTrue(page.values("class").contains("orange d n"), page.html());
  }

  @Test
  void aKeyHasOneColourInAllTapes() {
    Page first = new Page(Tape.of("0:b=1").html());
    Page second = new Page(Tape.of("0:a=1 1:b=1").html());
    assertTrue(first.values("class").contains("orange k"), first.html());
    assertTrue(second.values("class").containsAll(List.of("blue k", "orange k")), second.html());
  }

  @Test
  void whereThereIsRoomEachOffsetIsOneBox() {
    List<String> texts = new Page(Tape.of("0:a=1 9:b=1").html()).texts();
    assertEquals(8, texts.stream().filter("hole"::equals).count());
  }
}
