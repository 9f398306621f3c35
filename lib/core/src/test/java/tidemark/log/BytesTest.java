package tidemark.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text forms are one-to-one. */
final class BytesTest {
  private static final List<Bytes> TRICKY =
      List.of(
          Bytes.of((byte) 0),
          Bytes.text("0x00"),
          Bytes.text("0x"),
          Bytes.of(),
          Bytes.text("0x30783030"),
          Bytes.text(History.NULL),
          Bytes.text("∅∅"),
          Bytes.text("a"),
          Bytes.text(" "),
          Bytes.text("a=b"),
          Bytes.text("a b"),
          Bytes.text("7:a"),
          Bytes.text("\n"),
          Bytes.text("\u0085"),
          Bytes.text("\uD83D\uDE00"),
          Bytes.of((byte) 0xFF),
          Bytes.of((byte) 0xC0, (byte) 0x80));

  @Test
  void differentBytesPrintDifferently() {
    Map<String, Bytes> printed = new HashMap<>();
    for (Bytes bytes : TRICKY) {
      assertEquals(null, printed.put(bytes.toString(), bytes), "" + bytes);
    }
    assertEquals("0x00", Bytes.of((byte) 0).toString());
    assertEquals("a=b", Bytes.text("a=b").toString());
  }

  @Test
  void historyGivesBackTheBytesThatItWasWrittenFrom() {
    Map<String, Event> printed = new HashMap<>();
    for (Bytes key : TRICKY) {
      for (Bytes value : TRICKY) {
        Event event = Event.of(key, value);
        String text = History.format(new Entry(3, 0, event));
        assertEquals(null, printed.put(text, event), text);
        if (key.length() > 0) {
          assertEquals(event, History.parse(text).get(0).event(), text);
        }
      }
      assertEquals("3:=" + History.NULL, History.format(new Entry(3, 0, Event.withoutKey(null))));
    }
  }

  @Test
  void equalBytesHaveOneHashCodeAndOthersMostlyOthers() {
    Map<Integer, Bytes> codes = new HashMap<>();
    for (Bytes bytes : TRICKY) {
      assertEquals(bytes.hashCode(), Bytes.of(bytes.toByteArray()).hashCode());
      codes.put(bytes.hashCode(), bytes);
    }
    assertTrue(codes.size() > TRICKY.size() / 2, "" + codes);
  }

  @Test
  void lengthInUtf8IsThatOfTheEncodedText() {
    for (String text : List.of("", "\0\u007F", "\u0080\u07FF", "\u0800\uFFFF", "a\uD83D\uDE00b")) {
      assertEquals(text.getBytes(StandardCharsets.UTF_8).length, Bytes.utf8Length(text));
    }
    assertEquals(4, Bytes.utf8Length("a\uD800"), "half a pair");
  }

  @Test
  void valueThatIsTheSignOfADeleteIsNotPrintedLikeOne() {
    String value = History.format(new Entry(0, 0, Event.of("k", History.NULL)));
    assertTrue(!value.equals(History.format(new Entry(0, 0, Event.of("k", null)))), value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\uD800", "x\uDC00", "\uDC00\uD800", "\uD83Dx"})
  void textThatUtf8CannotHoldIsRefused(String text) {
    assertThrows(IllegalArgumentException.class, () -> Bytes.text(text));
    assertThrows(IllegalArgumentException.class, () -> Event.of(text, "v"));
  }
}
