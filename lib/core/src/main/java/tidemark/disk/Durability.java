package tidemark.disk;

import tidemark.log.Log;

/**
 * When an appended event is handed over, so that readers see it. What lies below {@link
 * Log#endOffset} survives the end of the process, however it ends; what lies below {@link
 * Log#syncedEnd} survives a power cut too. Events that wait to be handed over have their offsets
 * already, but nobody sees them; {@link Log#sync} hands them over.
 */
public sealed interface Durability {
  /** For {@code millis}: no time limit. */
  long NO_LIMIT = Long.MAX_VALUE;

  /** An event waits until so many are waiting. */
  int records();

  /** An event waits no longer than about this, in ms of real time. */
  long millis();

  /** Events are forced to the disk as one group, then seen: nobody passes the synced end. */
  record Synced(int records, long millis) implements Durability {
    public Synced {
      requirePositive(records, millis);
    }
  }

  /**
   * Events are given to the operating system as one group, then seen: a power cut may take them, as
   * on one node of Kafka. Synced when a segment is closed and on {@link Log#sync}.
   */
  record LeftToSystem(int records, long millis) implements Durability {
    public LeftToSystem {
      requirePositive(records, millis);
    }
  }

  /** Each append returns when its event is durable. */
  static Durability everyAppend() {
    return new Synced(1, NO_LIMIT);
  }

  /** Durable, and seen, after {@code records} events or {@code millis} ms. */
  static Durability every(int records, long millis) {
    return new Synced(records, millis);
  }

  /** Each append gives its event to the operating system before it returns. */
  static Durability leftToSystem() {
    return new LeftToSystem(1, NO_LIMIT);
  }

  private static void requirePositive(int records, long millis) {
    if (records < 1 || millis < 1) {
      throw new IllegalArgumentException(
          "a group has at least one event and one ms, records=" + records + ", millis=" + millis);
    }
  }
}
