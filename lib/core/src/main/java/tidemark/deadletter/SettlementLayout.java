package tidemark.deadletter;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tidemark.deadletter.DeadLetters.Settlement;
import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.Position;

/**
 * How settlements of dead letters and releases of the breaker are written on the log of dead
 * letters. Each is an event without key and value, with one header:
 *
 * <pre>
 * {@value #SETTLED}: log id 16 | epoch 8 | offset 8 | settlement, reason: UTF
 * {@value #RELEASED}: log id 16 | epoch 8 | offset 8 | how many more 4
 * </pre>
 */
final class SettlementLayout {
  static final String SETTLED = "tidemark.settled";
  static final String RELEASED = "tidemark.breaker-released";

  private SettlementLayout() {}

  /**
   * How a dead letter was settled.
   *
   * @param place the record of the dead letter
   * @param reason why it was discarded; empty for the other settlements
   */
  record Settled(Position place, Settlement settlement, String reason) {}

  /**
   * What an operator allowed: how many more letters in a row may follow a certain letter.
   *
   * @param last the newest letter of the partition at that time
   */
  record Release(Position last, int more) {}

  /** The event of a settlement. */
  static Event event(Settled settled) {
    return marked(
        SETTLED,
        out -> {
          DeadLetterLayout.writePlace(out, settled.place);
          out.writeUTF(settled.settlement.name());
          out.writeUTF(settled.reason);
        });
  }

  /** The event of a release. */
  static Event event(Release release) {
    return marked(
        RELEASED,
        out -> {
          DeadLetterLayout.writePlace(out, release.last);
          out.writeInt(release.more);
        });
  }

  private static Event marked(String header, DeadLetterLayout.Fields fields) {
    return new Event(null, null, 0, List.of()).withHeader(header, DeadLetterLayout.bytes(fields));
  }

  /** The settlement that an entry is; null if it is none. */
  static @Nullable Settled settled(Entry entry) {
    Bytes header = DeadLetterLayout.last(entry.event(), SETTLED);
    return header == null
        ? null
        : read(
            entry,
            header,
            in ->
                new Settled(
                    DeadLetterLayout.readPlace(in),
                    Settlement.valueOf(in.readUTF()),
                    in.readUTF()));
  }

  /** The release that an entry is; null if it is none. */
  static @Nullable Release release(Entry entry) {
    Bytes header = DeadLetterLayout.last(entry.event(), RELEASED);
    return header == null
        ? null
        : read(entry, header, in -> new Release(DeadLetterLayout.readPlace(in), in.readInt()));
  }

  /** Reads the fields of a header. */
  @FunctionalInterface
  private interface Reader<T> {
    T read(DataInputStream in) throws IOException;
  }

  private static <T> T read(Entry entry, Bytes header, Reader<T> reader) {
    try (DataInputStream in = DeadLetterLayout.in(header)) {
      return reader.read(in);
    } catch (IOException damaged) {
      throw new UncheckedIOException(
          "a settlement or release must be whole, entry="
              + entry
              + ": the log is damaged, restore it from a copy",
          damaged);
    }
  }
}
