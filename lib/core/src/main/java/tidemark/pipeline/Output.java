package tidemark.pipeline;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
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
 * <p>A key of more than {@value #MAX_KEY_BYTES} bytes is shortened there, see {@link #keyText}, so
 * that the log has room for the result whatever its key is.
 *
 * <p>Each result also names, in the header {@value #PLACE}, the record that made it; the result of
 * a replay names the place before its own. A reader ignores a result if the event log has lost that
 * place, by a power cut or because an older copy was restored: another record may have its offset
 * now.
 */
public final class Output {
  static final String PLACE = "tidemark.place";

  private static final int MAX_KEY_BYTES = 1000;
  private static final int SHOWN_BYTES = 16;

  private Output() {}

  /**
   * A key as it stands in the keys of results: its printed form, or, if it has more than {@value
   * #MAX_KEY_BYTES} bytes, its first {@value #SHOWN_BYTES} bytes, its length and its SHA-256.
   * Different keys never look the same: no key is printed like a shortened one.
   */
  public static String keyText(Bytes key) {
    if (key.length() <= MAX_KEY_BYTES) {
      return key.toString();
    }
    byte[] bytes = key.toByteArray();
    HexFormat hex = HexFormat.of();
    return "0x%s… (%d bytes, SHA-256 %s)"
        .formatted(hex.formatHex(bytes, 0, SHOWN_BYTES), bytes.length, hex.formatHex(hash(bytes)));
  }

  private static byte[] hash(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every Java must have SHA-256", impossible);
    }
  }

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
