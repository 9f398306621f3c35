package tidemark.simulate;

import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import tidemark.log.Bytes;
import tidemark.log.Event;
import tidemark.log.Log;
import tidemark.log.Position;
import tidemark.log.RetentionGapException;
import tidemark.log.StalePositionException;

/** Next positions that are stored with what depends on them: it counts only while all are valid. */
record ToyPlace(List<Position> ends) {
  private static final String HEADER = "place";

  /** The place of a record: it is valid while the log has not lost the record. */
  static ToyPlace of(Log events, long offset) {
    Position record = events.identityOf(offset);
    return new ToyPlace(List.of(new Position(record.logId(), record.epoch(), offset + 1)));
  }

  /** The place of a next position. */
  static ToyPlace next(Log events, long offset) {
    return new ToyPlace(List.of(events.position(offset)));
  }

  /** Both places. */
  ToyPlace and(ToyPlace other) {
    return new ToyPlace(List.of(ends.get(0), other.ends.get(0)));
  }

  boolean holdsIn(Log events) {
    for (Position end : ends) {
      try {
        events.require(end);
      } catch (StalePositionException stale) {
        return false;
      } catch (RetentionGapException removed) {
        // Retention removed it; nothing shows that it was lost.
      }
    }
    return true;
  }

  String text() {
    return ends.stream()
        .map(end -> end.logId() + "/" + end.epoch() + "/" + end.offset())
        .collect(Collectors.joining(" "));
  }

  Event mark(Event event) {
    return event.withHeader(HEADER, Bytes.text(text()));
  }

  static ToyPlace readFrom(Event event) {
    return event.headers().stream()
        .filter(header -> header.name().equals(HEADER))
        .map(header -> parse(String.valueOf(header.value())))
        .findFirst()
        .orElse(new ToyPlace(List.of()));
  }

  static ToyPlace parse(String text) {
    return new ToyPlace(
        List.of(text.split(" ")).stream()
            .map(
                word -> {
                  String[] parts = word.split("/", -1);
                  return new Position(
                      UUID.fromString(parts[0]),
                      Long.parseLong(parts[1]),
                      Long.parseLong(parts[2]));
                })
            .toList());
  }
}
