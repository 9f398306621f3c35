package tidemark.exercise;

import java.util.ArrayList;
import java.util.List;

/**
 * An event of one of several inputs, as the exercises see it.
 *
 * @param input the name of the input
 * @param timestamp its event time, in whatever unit the exercise uses
 */
public record Arrival(String input, long timestamp) {

  /**
   * Reads {@code A=2 A=12 B=4}: the notation of histories, with inputs for keys.
   *
   * @throws IllegalArgumentException if it is not a history of whole numbers
   */
  public static List<Arrival> history(String history) {
    List<Arrival> arrivals = new ArrayList<>();
    for (KeyedRecord record : records(history)) {
      Integer timestamp = record.value();
      if (timestamp == null) {
        throw new IllegalArgumentException(
            "an arrival must have a timestamp, arrival=" + record + "; write A=1 for ∅");
      }
      arrivals.add(new Arrival(record.key(), timestamp));
    }
    return arrivals;
  }

  private static List<KeyedRecord> records(String history) {
    try {
      return KeyedRecord.history(history);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "arrivals must be written input=timestamp, whole numbers, with spaces between two arrivals"
              + " and nowhere else, history="
              + history
              + "; write A=1 B=2",
          e);
    }
  }

  /** In the notation of histories, {@code A=12}. */
  @Override
  public String toString() {
    return input + "=" + timestamp;
  }
}
