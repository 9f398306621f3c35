package tidemark.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Text is for people, and still no two things look the same. */
final class EventTextTest {
  @Test
  void nullIsPrintedAsTheSignOfADeleteAndNoBytesArePrintedLikeIt() {
    assertEquals("Event[key=k, value=∅, eventTime=0, headers=[]]", Event.of("k", null).toString());
    assertEquals(
        "Event[key=∅, value=null, eventTime=7, headers=[Header[name=h, value=∅]]]",
        Event.withoutKey(Bytes.text("null")).withEventTime(7).withHeader("h", null).toString());
  }

  @Test
  void eventsThatDifferByNullOrByTheTextsOfNullDoNotLookTheSame() {
    List<Bytes> values = Arrays.asList(null, Bytes.text("null"), Bytes.text("∅"), Bytes.of());
    List<Event> events = new ArrayList<>();
    for (Bytes key : values) {
      for (Bytes value : values) {
        for (Bytes header : values) {
          events.add(new Event(key, value, 0, List.of()).withHeader("h", header));
        }
      }
    }
    Set<String> texts = new HashSet<>();
    events.forEach(event -> texts.add(event.toString()));
    assertEquals(events.size(), texts.size());
  }
}
