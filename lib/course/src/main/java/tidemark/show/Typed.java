package tidemark.show;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tidemark.window.Windows;

/**
 * Players of histories that were typed, as the XML that the script of a player reads. Steps stand
 * apart by {@code ;}.
 */
public final class Typed {
  private Typed() {}

  /**
   * Arrivals, then what is to be known of them, in any order: {@code 2 12 4; bound 3; windows 10}.
   * The bound is 0 and a window has 10 if nothing is said.
   *
   * @throws IllegalArgumentException if it is not such a history; the message says why
   */
  public static String eventTime(String history) {
    List<String> parts = parts(history);
    EventTimePlayer player = EventTimePlayer.of(parts.get(0));
    for (String part : parts.subList(1, parts.size())) {
      String[] words = part.split(" ", -1);
      player =
          switch (words[0]) {
            case "bound" -> player.bound(number(part, words));
            case "windows" -> player.windows(Windows.tumbling(number(part, words)));
            default -> throw unknown(part, "bound 3, windows 10");
          };
    }
    return player.player().xml();
  }

  /**
   * Steps of a log: {@code append a=1 b=2; roll; compact; wait 24 h; snapshot; read 2; retain}. The
   * first may be {@code keep tombstones 24 h}; that is how long it is if nothing is said.
   *
   * @throws IllegalArgumentException if it is not such a history; the message says why
   */
  public static String log(String history) {
    LogPlayer player = LogPlayer.of(Duration.ofHours(24));
    List<String> parts = new ArrayList<>(parts(history));
    if (parts.get(0).startsWith("keep tombstones ")) {
      player = LogPlayer.of(time(parts.remove(0).substring("keep tombstones ".length())));
    }
    for (String part : parts) {
      if (part.equals("append")) {
        throw unknown(part, "append a=1 b=∅");
      }
      String[] words = part.split(" ", 2);
      String rest = words.length > 1 ? words[1] : "";
      player =
          switch (words[0]) {
            case "append" -> player.append(rest);
            case "roll" -> player.roll();
            case "compact" -> player.compact();
            case "snapshot" -> player.snapshot();
            case "retain" -> player.retain();
            case "wait" -> player.wait(time(rest));
            case "read" ->
                player.read((int) Math.max(-1, Math.min(Integer.MAX_VALUE, number(part, words))));
            default ->
                throw unknown(part, "append a=1 b=∅, roll, compact, wait 24 h, snapshot, read 2");
          };
    }
    return player.player().xml();
  }

  /** An empty figure, which brings the style sheet of all figures. */
  public static String figure() {
    return Html.figure("");
  }

  private static List<String> parts(String history) {
    List<String> parts = new ArrayList<>();
    for (String part : history.split(";", -1)) {
      String words = String.join(" ", part.strip().split("\\s+", -1));
      if (!words.isEmpty()) {
        parts.add(words);
      }
    }
    if (parts.isEmpty()) {
      throw new IllegalArgumentException(
          "a history must have a step, history=" + history + "; write one");
    }
    return parts;
  }

  private static long number(String part, String[] words) {
    try {
      if (words.length == 2) {
        return Long.parseLong(words[1]);
      }
    } catch (NumberFormatException notANumber) {
      // Said below.
    }
    throw new IllegalArgumentException(
        words[0]
            + " must be followed by one whole number, step="
            + part
            + "; write "
            + words[0]
            + " 3");
  }

  private static Duration time(String text) {
    String[] words = text.split(" ", -1);
    long number = words.length == 2 ? number("wait " + text, new String[] {"wait", words[0]}) : -1;
    String unit = words.length == 2 ? words[1] : "";
    return switch (unit) {
      case "h" -> Duration.ofHours(number);
      case "min" -> Duration.ofMinutes(number);
      case "s" -> Duration.ofSeconds(number);
      case "ms" -> Duration.ofMillis(number);
      default ->
          throw new IllegalArgumentException(
              "a time must be a number and h, min, s or ms, time=" + text + "; write 24 h");
    };
  }

  private static IllegalArgumentException unknown(String part, String known) {
    return new IllegalArgumentException(
        "a step must be known, step=" + part + "; write one of: " + known);
  }
}
