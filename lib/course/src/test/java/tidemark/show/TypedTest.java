package tidemark.show;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class TypedTest {
  private static List<String[]> vectors() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(TypedTest.class.getResourceAsStream("/typed.txt"))) {
      return new String(in.readAllBytes(), UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split("\t", -1))
          .toList();
    }
  }

  /**
   * Which frame is shown at the start of each track, and what it says. The browser test does the
   * same.
   */
  private static String caption(Page xml) {
    int index = 0;
    for (var track : xml.all("track")) {
      index =
          index * track.getElementsByTagName("v").getLength()
              + Integer.parseInt(track.getAttribute("start"));
    }
    String[] map = xml.all("map").get(0).getTextContent().split(" ", -1);
    return xml.all("caption").get(Integer.parseInt(map[index])).getTextContent();
  }

  @Test
  void eachTypedHistoryShowsWhatItsVectorSays() throws IOException {
    assertTrue(vectors().size() > 10);
    for (String[] vector : vectors()) {
      Page xml =
          new Page(vector[0].equals("log") ? Typed.log(vector[1]) : Typed.eventTime(vector[1]));
      assertEquals(vector[2], caption(xml), vector[1]);
    }
  }

  @Test
  void whatIsNoHistoryIsRefusedWithWhatCanBeWritten() {
    for (String wrong :
        List.of(
            "", " ; ", "fly", "append", "read x", "wait 24", "wait 2 days", "append a=x; read")) {
      String said =
          assertThrows(IllegalArgumentException.class, () -> Typed.log(wrong), wrong).getMessage();
      assertTrue(String.valueOf(said).contains(" must "), said);
    }
    for (String wrong : List.of("", "2 x", "2; bound", "2; windows x", "2; fly 3")) {
      assertThrows(IllegalArgumentException.class, () -> Typed.eventTime(wrong), wrong);
    }
  }
}
