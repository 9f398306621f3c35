package tidemark.deadletter;

import tidemark.log.Entry;

/** What a consumer does with a record. Called on the thread of the delivery. */
@FunctionalInterface
public interface Handler {
  /**
   * Handles a record. The effect must be durable when this returns. A tombstone comes here like any
   * other record: its value is null, which does not make it poison.
   *
   * @throws Exception any failure; the {@link RetryPolicy} then decides about the record
   */
  void handle(Entry entry) throws Exception;

  /**
   * Whether the effect of a record is durable already, because an earlier process ended between
   * effect and commit. Such a record is stepped over: it is not handled again and never becomes a
   * dead letter. A handler that cannot tell returns false, and may see a record twice.
   */
  default boolean applied(Entry entry) {
    return false;
  }
}
