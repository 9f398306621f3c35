package tidemark.pipeline;

import tidemark.log.Entry;

/**
 * What a pipeline does with a record. It only says what is to happen; the pipeline does it. A call
 * may be repeated after a crash, so its effects must follow from the record alone.
 */
@FunctionalInterface
public interface EventHandler {
  /**
   * Says what a record changes. A tombstone comes here like any other record; its value is null.
   *
   * @throws Exception if the record cannot be handled: the retry policy decides what becomes of it,
   *     and nothing of {@code effects} happens
   */
  void handle(Entry entry, Effects effects) throws Exception;
}
