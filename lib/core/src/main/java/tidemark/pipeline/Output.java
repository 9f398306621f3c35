package tidemark.pipeline;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tidemark.deadletter.Partition;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.Header;
import tidemark.log.Log;
import tidemark.log.Position;

/**
 * What a pipeline publishes, on a log of its own. Each result has a key, so that publishing it
 * again changes nothing:
 *
 * <pre>
 * late | epoch.offset of the event             value: its key and event time
 * window | key | [start, end) | revision       value: the count
 * dead | epoch.offset of the record            value: the rule that decided it
 * </pre>
 *
 * <p>Each result also names, in the header {@value #PLACE}, the record that made it; the result of
 * a replay names the place before its own. A reader ignores a result if the event log has lost that
 * place, by a power cut or because an older copy was restored: another record may have its offset
 * now.
 */
public final class Output {
  static final String PLACE = "tidemark.place";

  private Output() {}

  static Event event(String key, String value, Position madeBy) {
    return new Event(Bytes.text(key), Bytes.text(value), 0, List.of())
        .withHeader(PLACE, Places.bytes(madeBy));
  }

  static String name(Position place) {
    return place.epoch() + "." + place.offset();
  }

  /**
   * The published results that still hold, by key; of several with one key the last. Results whose
   * records retention removed from {@code events} are among them.
   */
  public static Map<String, String> read(Log output, Partition events) {
    Map<String, String> results = new TreeMap<>();
    try (Cursor cursor = output.read(output.startOffset())) {
      while (cursor.next()) {
        Entry entry = cursor.entry();
        Position place = place(entry.event());
        if (place != null && entry.key() != null && Places.holds(events, place)) {
          results.put(entry.key().toString(), String.valueOf(entry.value()));
        }
      }
    }
    return results;
  }

  private static @Nullable Position place(Event event) {
    for (Header header : event.headers()) {
      if (header.name().equals(PLACE) && header.value() != null) {
        return Places.read(header.value().buffer());
      }
    }
    return null;
  }
}
