package tidemark.deadletter;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.Header;
import tidemark.log.Log;
import tidemark.log.Position;
import tidemark.log.RetentionGapException;

/**
 * The two forms in which a dead letter is written on its log.
 *
 * <p>Short: the record's event, byte for byte, with one more header at the end, {@value #SHORT}:
 *
 * <pre>
 * log id 16 | epoch 8 | offset 8 | append time 8 | attempts 4
 * replay policy, partition, rule: UTF | exception class, message: 1 (present) + UTF
 * </pre>
 *
 * Long, where key and headers leave no room for that header: two events one after the other, both
 * without a key. The first has the record's value and no header. The second has the record's event
 * time, the header {@value #LONG} as above, and as its value the record's key and headers:
 *
 * <pre>
 * key: length 4 (−1: null) + bytes | number of headers 4
 * each header: name length 4 + UTF-8, value length 4 (−1: null) + bytes
 * </pre>
 *
 * The second is appended directly after the first. A first event without its second, which a crash
 * may leave, means nothing.
 */
final class DeadLetterLayout {
  static final String SHORT = "tidemark.dead-letter";
  static final String LONG = "tidemark.dead-letter-of-value-before";

  private DeadLetterLayout() {}

  /** Writes some fields. */
  @FunctionalInterface
  interface Fields {
    void write(DataOutputStream out) throws IOException;
  }

  /** The event of the short form. */
  static Event shortForm(DeadLetter letter) {
    return letter.entry().event().withHeader(SHORT, bytes(out -> writeLetter(out, letter)));
  }

  /** The two events of the long form, in order. */
  static List<Event> longForm(DeadLetter letter) {
    Event event = letter.entry().event();
    Bytes keyAndHeaders =
        bytes(
            out -> {
              writeBytes(out, event.key());
              out.writeInt(event.headers().size());
              for (Header header : event.headers()) {
                writeBytes(out, Bytes.of(header.name().getBytes(StandardCharsets.UTF_8)));
                writeBytes(out, header.value());
              }
            });
    return List.of(
        new Event(null, event.value(), 0, List.of()),
        new Event(null, keyAndHeaders, event.eventTime(), List.of())
            .withHeader(LONG, bytes(out -> writeLetter(out, letter))));
  }

  /** Reads the short form; null if the event is not a dead letter. */
  static @Nullable DeadLetter read(Event event) {
    Bytes header = last(event, SHORT);
    if (header == null) {
      return null;
    }
    List<Header> headers = event.headers().subList(0, event.headers().size() - 1);
    return readLetter(header, new Event(event.key(), event.value(), event.eventTime(), headers));
  }

  /** Reads the dead letter that an entry of a log is, or is one half of; null if it is none. */
  static @Nullable DeadLetter read(Log log, Entry entry) {
    Event event = entry.event();
    if (last(event, LONG) != null) {
      return readLong(at(log, entry.offset() - 1), entry);
    }
    if (event.key() == null && event.headers().isEmpty()) {
      Entry after = at(log, entry.offset() + 1);
      return after == null ? null : readLong(entry, after);
    }
    return read(event);
  }

  private static @Nullable Entry at(Log log, long offset) {
    if (offset < log.startOffset() || offset >= log.endOffset()) {
      return null;
    }
    try (Cursor cursor = log.read(offset)) {
      return cursor.next() && cursor.offset() == offset ? cursor.entry() : null;
    } catch (RetentionGapException removedMeanwhile) {
      return null;
    }
  }

  /**
   * Reads the second event of the long form.
   *
   * @param before the entry directly before it; null if there is none
   * @return null if the two are not a dead letter
   */
  static @Nullable DeadLetter readLong(@Nullable Entry before, Entry entry) {
    Bytes header = last(entry.event(), LONG);
    Bytes keyAndHeaders = entry.value();
    if (header == null
        || keyAndHeaders == null
        || before == null
        || before.offset() + 1 != entry.offset()) {
      return null;
    }
    try (DataInputStream in = in(keyAndHeaders)) {
      Bytes key = readBytes(in);
      List<Header> headers = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        Bytes name = readBytes(in);
        if (name == null) {
          return null;
        }
        headers.add(
            new Header(new String(name.toByteArray(), StandardCharsets.UTF_8), readBytes(in)));
      }
      return readLetter(header, new Event(key, before.value(), entry.event().eventTime(), headers));
    } catch (IOException | RuntimeException notOurs) {
      return null;
    }
  }

  private static @Nullable DeadLetter readLetter(Bytes header, Event original) {
    try (DataInputStream in = in(header)) {
      Position place = readPlace(in);
      long appendTime = in.readLong();
      int attempts = in.readInt();
      ReplayPolicy replay = ReplayPolicy.valueOf(in.readUTF());
      Origin origin = new Origin(in.readUTF(), place);
      Reason reason = new Reason(in.readUTF(), readText(in), readText(in), attempts);
      return new DeadLetter(
          origin, new Entry(place.offset(), appendTime, original), reason, replay);
    } catch (IOException | RuntimeException notOurs) {
      return null; // A header of that name that we did not write: an ordinary record.
    }
  }

  private static void writeLetter(DataOutputStream out, DeadLetter letter) throws IOException {
    writePlace(out, letter.origin().place());
    out.writeLong(letter.entry().appendTime());
    out.writeInt(letter.reason().attempts());
    out.writeUTF(letter.replay().name());
    out.writeUTF(letter.origin().partition());
    out.writeUTF(letter.reason().rule());
    writeText(out, letter.reason().exceptionClass());
    writeText(out, letter.reason().message());
  }

  /** The value of the last header if that has this name; null otherwise. */
  static @Nullable Bytes last(Event event, String name) {
    int last = event.headers().size() - 1;
    return last >= 0 && event.headers().get(last).name().equals(name)
        ? event.headers().get(last).value()
        : null;
  }

  static Bytes bytes(Fields fields) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      fields.write(out);
    } catch (IOException tooLong) {
      throw new UncheckedIOException(
          "a text must have less than 64 KiB as UTF-8; shorten it", tooLong);
    }
    return Bytes.of(bytes.toByteArray());
  }

  static DataInputStream in(Bytes bytes) {
    return new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
  }

  static void writePlace(DataOutputStream out, Position place) throws IOException {
    out.writeLong(place.logId().getMostSignificantBits());
    out.writeLong(place.logId().getLeastSignificantBits());
    out.writeLong(place.epoch());
    out.writeLong(place.offset());
  }

  static Position readPlace(DataInputStream in) throws IOException {
    return new Position(new UUID(in.readLong(), in.readLong()), in.readLong(), in.readLong());
  }

  private static void writeText(DataOutputStream out, @Nullable String text) throws IOException {
    out.writeBoolean(text != null);
    if (text != null) {
      out.writeUTF(text);
    }
  }

  private static @Nullable String readText(DataInputStream in) throws IOException {
    return in.readBoolean() ? in.readUTF() : null;
  }

  private static void writeBytes(DataOutputStream out, @Nullable Bytes bytes) throws IOException {
    out.writeInt(bytes == null ? -1 : bytes.length());
    if (bytes != null) {
      out.write(bytes.toByteArray());
    }
  }

  private static @Nullable Bytes readBytes(DataInputStream in) throws IOException {
    int length = in.readInt();
    return length < 0 ? null : Bytes.of(in.readNBytes(length));
  }
}
