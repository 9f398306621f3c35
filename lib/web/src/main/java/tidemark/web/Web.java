package tidemark.web;

import org.teavm.jso.JSExport;
import tidemark.show.Typed;

/**
 * What a page calls. A history goes in as text; out comes a player's XML, as the players of the
 * notebooks have it. An exception's message arrives at the page as that of an error.
 */
public final class Web {
  private Web() {}

  /** Nothing is done until the page calls. */
  public static void main(String[] args) {}

  /** Event time, arrival by arrival: {@link Typed#eventTime}. */
  @JSExport
  public static String eventTime(String history) {
    return Typed.eventTime(history);
  }

  /** A log, step by step: {@link Typed#log}. */
  @JSExport
  public static String log(String history) {
    return Typed.log(history);
  }

  /** An empty figure with the style sheet of all figures: {@link Typed#figure}. */
  @JSExport
  public static String figure() {
    return Typed.figure();
  }
}
