package tidemark.pipeline;

import tidemark.log.Entry;

/**
 * What a pipeline does with a record. A handler only says what is to happen, and the pipeline does
 * it. After a crash it may be called again for the same record, so its effects must follow from the
 * record alone. It is called on the pipeline's thread.
 */
@FunctionalInterface
public interface EventHandler {
  /**
   * Says what a record changes. A tombstone comes here like any other record; its value is null.
   *
   * @throws Exception if the record cannot be handled; the retry policy then decides about the
   *     record, and nothing in {@code effects} happens
   */
  void handle(Entry entry, Effects effects) throws Exception;
}
