package tidemark.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class HistoryTest {
  @Test
  void historyIsReadAndWrittenInOneNotation() {
    assertEquals("0:a=1 1:b=2 2:a=3 3:b=∅ 4:c=4", text(MemoryLog.of("a=1 b=2 a=3 b=∅ c=4")));
    assertEquals("", text(MemoryLog.of(" ")));
    assertEquals("0:a= 7:b=x=y 8:c:d=1", text(MemoryLog.of("a=\n7:b=x=y 8:c:d=1")));
  }

  @Test
  void offsetsLeftOutAreHolesThatCompactionMade() {
    MemoryLog log = MemoryLog.of("2:a=3 5:b=∅");
    assertEquals(6, log.endOffset());
    assertEquals(new Marks(0, 4, -1), log.marks());
    assertEquals("5:b=∅", History.format(log.entries(3)));
  }

  @Test
  void lastOffsetLeavesRoomForTheEnd() {
    long last = Long.MAX_VALUE - 1;
    assertEquals(Long.MAX_VALUE, MemoryLog.of(last + ":a=1").endOffset());
    assertThrows(IllegalArgumentException.class, () -> MemoryLog.of(Long.MAX_VALUE + ":a=1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "=1", "0:=1", "x:a=1", "1:a=1 1:b=2", "2:a=1 0:b=1", "-1:a=1"})
  void whatIsNotAHistoryIsRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> History.parse(text));
  }

  private static String text(Log log) {
    return History.format(log.entries(0));
  }
}
