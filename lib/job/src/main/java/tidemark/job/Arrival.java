package tidemark.job;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.Header;

/**
 * A record of the input topic on its way through the job. Its fields are public and not final
 * because Flink's serializer for plain classes needs that.
 */
public class Arrival {
  /** Number of its partition in the input topic; each partition is one event log. */
  public int partition;

  /**
   * Kafka's leader epoch plus 1, as in the positions of a log on Kafka; 1 if Kafka does not tell
   * it.
   */
  public long epoch;

  /** Its offset in the partition. */
  public long offset;

  /** Kafka's timestamp, in ms since the epoch. */
  public long appendTime;

  /**
   * Event time in ms since the epoch, from the header {@link Topics#EVENT_TIME}; without that
   * header, Kafka's timestamp.
   */
  public long eventTime;

  /** Its key; null if Kafka's record has none. */
  public byte @Nullable [] key;

  /** Its value; null in a tombstone. */
  public byte @Nullable [] value;

  /** Names of its headers, in order, without {@link Topics#EVENT_TIME}. */
  public String[] headerNames = {};

  /** Values of its headers, one for each name; each may be null. */
  public byte[][] headerValues = {};

  /** The record as the handler sees it. */
  Entry entry() {
    List<Header> headers = new ArrayList<>(headerNames.length);
    for (int i = 0; i < headerNames.length; i++) {
      headers.add(new Header(headerNames[i], bytes(headerValues[i])));
    }
    return new Entry(offset, appendTime, new Event(bytes(key), bytes(value), eventTime, headers));
  }

  /** The record's name in the keys of results: {@code epoch.offset}. */
  String name() {
    return epoch + "." + offset;
  }

  private static @Nullable Bytes bytes(byte @Nullable [] bytes) {
    return bytes == null ? null : Bytes.of(bytes);
  }
}
