package tidemark.engines.kafka;

/**
 * Where Kafka's cleaner and our compactor differ. Each difference is one constant, and has its own
 * test.
 */
public enum KafkaDifference {
  WAITS_FOR_NEW_WRITES(
      "a tombstone past its horizon stays until something new is to be cleaned",
      "Kafka starts a pass only when the dirty part is strictly above min.cleanable.dirty.ratio; ours runs when it is told to"),
  REFUSES_THE_WHOLE_BATCH(
      "a record without a key has its whole batch refused",
      "a batch is the unit of an append there; ours takes events one by one and refuses the one"),
  ROLLS_WHEN_OPENED_AGAIN(
      "the first append after a log was opened again starts a new segment",
      "seen with UnifiedLog.create of 4.4.0, so that more of the log may be cleaned; ours goes on in the segment that was active"),
  ENDS_WHERE_THE_KEY_MAP_IS_FULL(
      "a pass ends where its key map is full, and the next pass goes on from there",
      "Kafka's cleaner thread will be back; ours takes as many rounds as it needs before it returns");

  private final String inKafka;
  private final String reason;

  KafkaDifference(String inKafka, String reason) {
    this.inKafka = inKafka;
    this.reason = reason;
  }

  /** What Kafka does. */
  public String inKafka() {
    return inKafka;
  }

  /** Why it does, and what ours does instead. */
  public String reason() {
    return reason;
  }
}
