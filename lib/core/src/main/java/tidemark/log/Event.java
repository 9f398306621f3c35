package tidemark.log;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a producer hands to a log. The log gives back the same bytes.
 *
 * @param key null where the event has none; a compacted log refuses that
 * @param value null deletes the key (a tombstone); empty does not
 * @param eventTime when it happened, in ms, by the producer's clock
 * @param headers in order, repeats kept
 */
public record Event(
    @Nullable Bytes key, @Nullable Bytes value, long eventTime, List<Header> headers) {

  public Event {
    headers = List.copyOf(headers);
  }

  /** An event of text, at event time 0, without headers. A null {@code value} deletes. */
  public static Event of(String key, @Nullable String value) {
    return new Event(Bytes.text(key), value == null ? null : Bytes.text(value), 0, List.of());
  }

  /** The same event at another event time, in ms. */
  public Event withEventTime(long newEventTime) {
    return new Event(key, value, newEventTime, headers);
  }

  /** The same event with one header more, at the end. */
  public Event withHeader(String name, @Nullable Bytes headerValue) {
    List<Header> more = new ArrayList<>(headers);
    more.add(new Header(name, headerValue));
    return new Event(key, value, eventTime, more);
  }

  /** Whether it deletes its key. */
  public boolean isTombstone() {
    return key != null && value == null;
  }
}
