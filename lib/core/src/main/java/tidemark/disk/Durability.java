package tidemark.disk;

import java.time.Duration;
import tidemark.log.Log;

/**
 * When an appended event is handed over, so that readers see it. What lies below {@link
 * Log#endOffset} survives the end of the process, however it ends; what lies below {@link
 * Log#syncedEnd} survives a power cut too. Events that wait to be handed over have their offsets
 * already, but nobody sees them; {@link Log#sync} hands them over.
 *
 * @param synced whether events are forced to the disk before they are seen, so that nobody passes
 *     the synced end; if not, they are given to the operating system, as on one node of Kafka: a
 *     power cut may take them until a segment is closed or {@link Log#sync} is called
 * @param records events are handed over together once this many wait; at least 1, which lets none
 *     wait
 * @param maxWait an event waits no longer than about this, in real time, at least 1 ms
 */
public record Durability(boolean synced, int records, Duration maxWait) {
  /** For {@code maxWait}: no time limit. */
  public static final Duration NO_LIMIT = Duration.ofMillis(Long.MAX_VALUE);

  private static final Duration SHORTEST = Duration.ofMillis(1);

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

  /** Durable, and seen, after so many events or so much time. */
  public static Durability every(int records, Duration maxWait) {
    return new Durability(true, records, maxWait);
  }

  /** Each append gives its event to the operating system before it returns. */
  public static Durability leftToSystem() {
    return leftToSystem(1, NO_LIMIT);
  }

  /** Given to the operating system, and seen, after so many events or so much time. */
  public static Durability leftToSystem(int records, Duration maxWait) {
    return new Durability(false, records, maxWait);
  }

  /** How often a timer has to hand over, in ms; a timer cannot reach the end of time. */
  long timerMillis() {
    return maxWait.compareTo(Duration.ofMillis(Integer.MAX_VALUE)) < 0
        ? maxWait.toMillis()
        : Integer.MAX_VALUE;
  }
}
