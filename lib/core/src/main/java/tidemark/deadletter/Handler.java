package tidemark.deadletter;

import tidemark.log.Entry;

/** What a consumer does with a record. */
@FunctionalInterface
public interface Handler {
  /**
   * Handles a record; its effect is durable when this returns. A tombstone comes here like any
   * other record: its value is null, and that is not poison.
   */
  void handle(Entry entry) throws Exception;

  /**
   * Whether the effect of a record is durable already, because the process ended between effect and
   * commit. A handler that knows is run once, and its record is never dead-lettered after all.
   */
  default boolean applied(Entry entry) {
    return false;
  }
}
