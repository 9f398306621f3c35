package tidemark.flights;

/**
 * A flight as an event, made of one row of the file.
 *
 * @param row the number of its row, from 0: its identity, which also orders flights of one time
 * @param origin the input: EWR, JFK or LGA
 * @param tailnum the key: the aircraft; {@code NA} where none was assigned
 * @param dest the replacement value: where the aircraft is afterwards
 * @param times departure and landing
 * @param line the text of the row
 */
public record Flight(
    int row, String origin, String tailnum, String dest, Times times, String line) {

  /**
   * When a flight left, and when its record was written.
   *
   * @param eventTime departure, in ms since 1970; for poison the scheduled departure
   * @param appendTime landing, in ms since 1970; for poison the scheduled departure
   * @param known whether the row has both; if not, it is poison
   */
  public record Times(long eventTime, long appendTime, boolean known) {}

  /** Departure, in ms since 1970. */
  public long eventTime() {
    return times.eventTime;
  }

  /** Landing, in ms since 1970. */
  public long appendTime() {
    return times.appendTime;
  }

  /** Whether the row has no departure or no time in the air, so that no reader can decode it. */
  public boolean isPoison() {
    return !times.known;
  }
}
