package tidemark.bank;

import java.util.ArrayList;
import java.util.List;
import tidemark.bank.CarryDeadLetter.Flag;
import tidemark.exercise.PoisonException;
import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.Header;

/** The mistakes of {@link CarryDeadLetter} that stand alone. */
final class CarrySlips {
  private CarrySlips() {}

  static CarryDeadLetter.Answer model(Flag slip) {
    return (partition, entry, failure, attempts) -> {
      Event event = entry.event();
      if (slip == Flag.ADDS_TO_THE_EVENT) {
        throw new UnsupportedOperationException("an event's headers cannot be changed");
      }
      List<Header> added = new ArrayList<>();
      if (!hasOrigin(event, slip)) {
        added.addAll(origin(partition, entry, slip));
      } else if (slip == Flag.APPENDED_AGAIN) {
        added.add(header("appended", "" + entry.appendTime()));
      }
      added.addAll(failure(failure, attempts, slip));
      List<Header> headers = new ArrayList<>(event.headers());
      headers.addAll(slip == Flag.OWN_HEADERS_LAST ? 0 : headers.size(), added);
      long time = slip == Flag.APPEND_FOR_EVENT_TIME ? entry.appendTime() : event.eventTime();
      Bytes key = event.key();
      boolean emptied = key == null && slip == Flag.EMPTY_KEY;
      return new Event(emptied ? Bytes.of() : key, event.value(), time, headers);
    };
  }

  private static boolean hasOrigin(Event event, Flag slip) {
    return slip == Flag.ANY_HEADER_IS_ORIGIN
        ? !event.headers().isEmpty()
        : event.headers().stream().anyMatch(header -> header.name().equals("origin"));
  }

  private static List<Header> origin(String partition, Entry entry, Flag slip) {
    String place =
        switch (slip) {
          case COLON -> partition + ":" + entry.offset();
          case PARTITION_ONLY -> partition;
          default -> partition + "@" + entry.offset();
        };
    Header origin = header("origin", place);
    long time = slip == Flag.EVENT_FOR_APPEND_TIME ? entry.event().eventTime() : entry.appendTime();
    Header appended = header("appended", "" + time);
    return switch (slip) {
      case APPENDED_LOST -> List.of(origin);
      case APPENDED_FIRST -> List.of(appended, origin);
      default -> List.of(origin, appended);
    };
  }

  private static List<Header> failure(Exception failure, int attempts, Flag slip) {
    String kind =
        switch (slip) {
          case SIMPLE_NAME -> failure.getClass().getSimpleName();
          case MESSAGE_FOR_CLASS -> "" + failure.getMessage();
          default -> failure.getClass().getName();
        };
    String message = slip == Flag.CLASS_IN_MESSAGE ? "" + failure : "" + failure.getMessage();
    boolean poison = failure instanceof PoisonException;
    boolean byHand = poison != (slip == Flag.REPLAY_TURNED_ROUND);
    List<Header> headers =
        new ArrayList<>(
            List.of(
                header("failure", kind),
                header("message", message),
                header("attempts", "" + (attempts + (slip == Flag.ONE_ATTEMPT_MORE ? 1 : 0))),
                header("replay", byHand || slip == Flag.ALWAYS_BY_HAND ? "BY_HAND" : "AFTER_FIX")));
    headers.removeIf(
        header ->
            (header.name().equals("failure") && slip == Flag.FAILURE_LOST)
                || (header.name().equals("message") && slip == Flag.MESSAGE_LOST)
                || (header.name().equals("attempts") && slip == Flag.ATTEMPTS_LOST));
    return headers;
  }

  private static Header header(String name, String text) {
    return new Header(name, Bytes.text(text));
  }
}
