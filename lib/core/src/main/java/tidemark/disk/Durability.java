package tidemark.disk;

import java.time.Duration;
import tidemark.log.Log;

/**
 * When appended events are handed over: written, forced to the disk if {@code synced}, and shown to
 * readers. What lies below {@link Log#endOffset} survives the end of the process, however it ends;
 * what lies below {@link Log#syncedEnd} survives a power cut too. Events that wait have their
 * offsets already, but no reader sees them, and they are lost if the process ends without closing
 * the log. {@link Log#sync} hands them over at once.
 *
 * @param synced whether events are forced to the disk before readers see them, so that no reader
 *     passes the synced end. If not, they are only given to the operating system, as on one node of
 *     Kafka: until a segment is closed or {@link Log#sync} is called, a power cut may take them
 * @param records waiting events are handed over together once there are this many; at least 1, with
 *     which no event waits
 * @param maxWait the longest time that an event waits, about, in real time; at least 1 ms; {@link
 *     #NO_LIMIT} for no limit
 */
public record Durability(boolean synced, int records, Duration maxWait) {
  /** As {@code maxWait}: events wait until there are enough of them, or for {@link Log#sync}. */
  public static final Duration NO_LIMIT = Duration.ofMillis(Long.MAX_VALUE);

  private static final Duration SHORTEST = Duration.ofMillis(1);

  /**
   * Checks the two limits.
   *
   * @throws IllegalArgumentException if {@code records < 1}, or {@code maxWait} is below 1 ms
   */
  public Durability {
    if (records < 1 || maxWait.compareTo(SHORTEST) < 0) {
      throw new IllegalArgumentException(
          "a group must have at least one event and wait at least 1 ms, records="
              + records
              + ", maxWait="
              + maxWait
              + "; use NO_LIMIT to wait for the number alone");
    }
  }

  /** Each append returns when its event is durable. */
  public static Durability everyAppend() {
    return new Durability(true, 1, NO_LIMIT);
  }

  /** Events are durable, and seen, after so many of them or so much time, whichever comes first. */
  public static Durability every(int records, Duration maxWait) {
    return new Durability(true, records, maxWait);
  }

  /** Each append gives its event to the operating system before it returns. */
  public static Durability leftToSystem() {
    return leftToSystem(1, NO_LIMIT);
  }

  /**
   * Events are given to the operating system, and seen, after so many of them or so much time,
   * whichever comes first.
   */
  public static Durability leftToSystem(int records, Duration maxWait) {
    return new Durability(false, records, maxWait);
  }

  /**
   * The period of the timer that hands over, in ms; at most {@link Integer#MAX_VALUE}, because the
   * timer adds it to the present time.
   */
  long timerMillis() {
    return maxWait.compareTo(Duration.ofMillis(Integer.MAX_VALUE)) < 0
        ? maxWait.toMillis()
        : Integer.MAX_VALUE;
  }
}
