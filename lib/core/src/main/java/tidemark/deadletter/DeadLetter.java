package tidemark.deadletter;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.Header;
import tidemark.log.Position;

/**
 * A record that was skipped, with everything that is needed to judge and to replay it.
 *
 * <p>On a log of dead letters it is the same event, byte for byte, with one more header at the end.
 * Its name is {@value #HEADER}, and its value is:
 *
 * <pre>
 * log id 16 | epoch 8 | offset 8 | append time 8 | attempts 4
 * replay policy, partition, rule: UTF | exception class, message: 1 (present) + UTF
 * </pre>
 *
 * @param origin where the record was read when it was dead-lettered for the first time
 * @param entry the record as it was there
 */
public record DeadLetter(Origin origin, Entry entry, Reason reason, ReplayPolicy replay) {
  static final String HEADER = "tidemark.dead-letter";

  /**
   * Makes a dead letter of a record. If the record is a dead letter itself, read from a log of dead
   * letters, the first origin is kept.
   */
  public static DeadLetter of(
      Partition source, Entry entry, Reason reason, ReplayPolicy replayPolicy) {
    DeadLetter first = read(entry.event());
    return first == null
        ? new DeadLetter(
            new Origin(source.name(), source.place(entry.offset())), entry, reason, replayPolicy)
        : new DeadLetter(first.origin, first.entry, reason, replayPolicy);
  }

  /** The event to append to a dead-letter log. */
  Event toEvent() {
    return entry.event().withHeader(HEADER, bytes(this::write));
  }

  /** Reads a dead letter; null if the event is not one. */
  static @Nullable DeadLetter read(Event event) {
    Bytes bytes = last(event, HEADER);
    if (bytes == null) {
      return null;
    }
    try (DataInputStream in = in(bytes)) {
      Position place = readPlace(in);
      long appendTime = in.readLong();
      int attempts = in.readInt();
      ReplayPolicy replay = ReplayPolicy.valueOf(in.readUTF());
      Origin origin = new Origin(in.readUTF(), place);
      Reason reason = new Reason(in.readUTF(), readText(in), readText(in), attempts);
      List<Header> headers = event.headers().subList(0, event.headers().size() - 1);
      Event original = new Event(event.key(), event.value(), event.eventTime(), headers);
      return new DeadLetter(
          origin, new Entry(place.offset(), appendTime, original), reason, replay);
    } catch (IOException | RuntimeException notOurs) {
      return null; // A header of that name that we did not write: an ordinary record.
    }
  }

  private void write(DataOutputStream out) throws IOException {
    writePlace(out, origin.place());
    out.writeLong(entry.appendTime());
    out.writeInt(reason.attempts());
    out.writeUTF(replay.name());
    out.writeUTF(origin.partition());
    out.writeUTF(reason.rule());
    writeText(out, reason.exceptionClass());
    writeText(out, reason.message());
  }

  /** The value of the last header, if that has this name; else null. */
  static @Nullable Bytes last(Event event, String name) {
    int last = event.headers().size() - 1;
    return last >= 0 && event.headers().get(last).name().equals(name)
        ? event.headers().get(last).value()
        : null;
  }

  /** Writes some fields. */
  @FunctionalInterface
  interface Fields {
    void write(DataOutputStream out) throws IOException;
  }

  static Bytes bytes(Fields fields) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      fields.write(out);
    } catch (IOException tooLong) {
      throw new UncheckedIOException(
          "a name must have less than 64 KiB as UTF-8: take a shorter one", tooLong);
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
}
