package tidemark.job;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.Header;

/**
 * A record of the input topic on its way through the job. Fields are public and not final because
 * Flink's serializer of plain classes wants them so.
 */
public class Arrival {
  /** Of the input topic: the event log that it is of. */
  public int partition;

  /** Kafka's leader epoch plus 1, as positions on Kafka have it. */
  public long epoch;

  public long offset;

  /** Kafka's timestamp, in ms. */
  public long appendTime;

  /** From our header, in ms; Kafka's timestamp in a record of somebody else's. */
  public long eventTime;

  /** Null: null is Kafka's record without a key. */
  public byte @Nullable [] key;

  /** Null: null is a tombstone. */
  public byte @Nullable [] value;

  public String[] headerNames = {};
  public byte[][] headerValues = {};

  /** It as the handler sees it. */
  Entry entry() {
    List<Header> headers = new ArrayList<>(headerNames.length);
    for (int i = 0; i < headerNames.length; i++) {
      headers.add(new Header(headerNames[i], bytes(headerValues[i])));
    }
    return new Entry(offset, appendTime, new Event(bytes(key), bytes(value), eventTime, headers));
  }

  /** Its name in keys of results. */
  String name() {
    return epoch + "." + offset;
  }

  private static @Nullable Bytes bytes(byte @Nullable [] bytes) {
    return bytes == null ? null : Bytes.of(bytes);
  }
}
