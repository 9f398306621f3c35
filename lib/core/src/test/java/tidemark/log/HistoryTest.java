package tidemark.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HistoryTest {
  @Test
  void historyIsReadAndWrittenInOneNotation() {
    assertEquals("0:a=1 1:b=2 2:a=3 3:b=∅ 4:c=4", text(MemoryLog.of("a=1 b=2 a=3 b=∅ c=4")));
    assertEquals("", text(MemoryLog.of(" ")));
    assertEquals("0:a=1", text(MemoryLog.of("  a=1\n")));
    assertEquals("0:a= 7:b=x=y 8:c:d=1", text(MemoryLog.of("a=\n7:b=x=y 8:c:d=1")));
  }

  @Test
  void offsetsLeftOutAreHolesThatCompactionMade() {
    MemoryLog log = MemoryLog.of("2:a=3 5:b=∅");
    assertEquals(6, log.endOffset());
    assertEquals(new Marks(0, 4, -1), log.marks());
    assertEquals(Marks.NOTHING_REMOVED, MemoryLog.of("0:a=3 b=∅").marks());
    assertEquals("5:b=∅", History.format(log.entries(3)));
  }

  @Test
  void lastOffsetLeavesRoomForTheEnd() {
    long last = Long.MAX_VALUE - 1;
    assertEquals(Long.MAX_VALUE, MemoryLog.of(last + ":a=1").endOffset());
    assertThrows(IllegalArgumentException.class, () -> MemoryLog.of(Long.MAX_VALUE + ":a=1"));
  }

  @Test
  void whateverIsWrittenIsReadAsTheSame() {
    List<Bytes> texts = new ArrayList<>();
    texts.add(Bytes.of());
    texts.add(Bytes.of((byte) 0xFF));
    for (String text :
        List.of("∅", "0x", "0x00", "0xg", "=", "a=b", ":", "1:a", " ", "a b", "😀")) {
      texts.add(Bytes.text(text));
    }
    for (char any = 0; any < Character.MIN_SURROGATE; any++) {
      if (any < 0x100 || Character.isWhitespace(any) || Character.isSpaceChar(any)) {
        texts.add(Bytes.text("" + any));
        texts.add(Bytes.text("x" + any));
      }
    }
    for (Bytes text : texts) {
      List<Entry> entries =
          List.of(
              new Entry(3, 0, Event.of(text, Bytes.text("1"))),
              new Entry(4, 0, Event.of(Bytes.text("k"), text)));
      assertEquals(entries, History.parse(History.format(entries)), History.format(entries));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a", "=1", ":a=1", "0:=1", "x:a=1", "1:a=1 1:b=2", "2:a=1 0:b=1", "-1:a=1"})
  void whatIsNotAHistoryIsRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> History.parse(text));
  }

  private static String text(Log log) {
    return History.format(log.entries(0));
  }
}
