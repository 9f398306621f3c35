package tidemark.flights;

/**
 * A flight, as an event.
 *
 * @param row its row in the file, from 0: its identity, and what breaks ties
 * @param origin the input: EWR, JFK or LGA
 * @param tailnum the key: the aircraft; {@code NA} where none was assigned
 * @param dest the replacement value: where the aircraft is afterwards
 * @param times departure and touch-down
 * @param line the row as it stands in the file
 */
public record Flight(
    int row, String origin, String tailnum, String dest, Times times, String line) {

  /**
   * When it left, and when its record was written.
   *
   * @param eventTime departure, in ms since 1970; of poison the scheduled one
   * @param appendTime touch-down, in ms since 1970; of poison the scheduled departure
   * @param known whether the row says both; if not, it is poison
   */
  public record Times(long eventTime, long appendTime, boolean known) {}

  /** Departure, in ms since 1970. */
  public long eventTime() {
    return times.eventTime;
  }

  /** Touch-down, in ms since 1970. */
  public long appendTime() {
    return times.appendTime;
  }

  /** Whether the row has no departure or no time in the air, so that no reader can decode it. */
  public boolean isPoison() {
    return !times.known;
  }
}
