package tidemark.log;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A record before it has an offset: what a producer hands to a log. The log gives back the same
 * bytes.
 *
 * @param key null where the event has none; a compacted log refuses that
 * @param value null deletes the key (a tombstone); empty does not
 * @param eventTime when it happened, in ms since the epoch, by the producer's clock
 * @param headers in order, repeats kept
 */
public record Event(
    @Nullable Bytes key, @Nullable Bytes value, long eventTime, List<Header> headers) {

  /** What a header counts for in a log's limit on key and headers, beside its name and value. */
  private static final int HEADER_BYTES = 8;

  public Event {
    headers = List.copyOf(headers);
  }

  /** An event of text, at event time 0, without headers. A null {@code value} deletes. */
  public static Event of(String key, @Nullable String value) {
    return new Event(Bytes.text(key), value == null ? null : Bytes.text(value), 0, List.of());
  }

  /** An event of bytes, at event time 0, without headers. A null {@code value} deletes. */
  public static Event of(Bytes key, @Nullable Bytes value) {
    return new Event(key, value, 0, List.of());
  }

  /** An event without a key, at event time 0, without headers. A compacted log refuses it. */
  public static Event withoutKey(@Nullable Bytes value) {
    return new Event(null, value, 0, List.of());
  }

  /** The same event at another event time, in ms. */
  public Event withEventTime(long newEventTime) {
    return new Event(key, value, newEventTime, headers);
  }

  /**
   * The same event with one header more, at the end.
   *
   * @throws IllegalArgumentException if UTF-8 cannot encode the name, see {@link Header}
   */
  public Event withHeader(String name, @Nullable Bytes headerValue) {
    List<Header> more = new ArrayList<>(headers);
    more.add(new Header(name, headerValue));
    return new Event(key, value, eventTime, more);
  }

  /**
   * Checks that a log takes this event, by the rules of {@link Log#append}.
   *
   * @throws IllegalArgumentException if it does not
   */
  public void requireTakenBy(boolean compactedLog) {
    if (compactedLog && key == null) {
      throw new IllegalArgumentException(
          "an event in a compacted log must have a key, event=" + this + "; give it one");
    }
    if (length(value) > Log.MAX_VALUE_BYTES) {
      throw new IllegalArgumentException(
          "a value must have at most %d bytes, value.length=%d; store it elsewhere and append where"
              .formatted(Log.MAX_VALUE_BYTES, length(value)));
    }
    long bytes = length(key);
    for (int i = 0; i < headers.size(); i++) {
      bytes += HEADER_BYTES + Bytes.utf8Length(headers.get(i).name());
      bytes += length(headers.get(i).value());
    }
    if (bytes > Log.MAX_KEY_AND_HEADERS_BYTES) {
      throw new IllegalArgumentException(
          "key and headers must have at most %d bytes together, bytes=%d; put them into the value"
              .formatted(Log.MAX_KEY_AND_HEADERS_BYTES, bytes));
    }
  }

  private static int length(@Nullable Bytes bytes) {
    return bytes == null ? 0 : bytes.length();
  }

  /** All its fields. Null is printed as {@value History#NULL}, and no bytes are printed like it. */
  @Override
  public String toString() {
    return "Event[key="
        + History.text(key)
        + ", value="
        + History.text(value)
        + ", eventTime="
        + eventTime
        + ", headers="
        + headers
        + "]";
  }

  /** Whether it deletes its key: it has a key, and its value is null. */
  public boolean isTombstone() {
    return key != null && value == null;
  }
}
