package tidemark.engines.pager;

/**
 * What can be wrong: the incidents that the course's unit teaches, each with a public report of a
 * similar one.
 */
public enum Cause {
  /** The consumers read, but more records are written than they can process. */
  GROWING_BACKLOG(
      "getsentry/snuba, issue 5796",
      "https://github.com/getsentry/snuba/issues/5796",
      "one topic's lag grew from minute to minute while the group's other topic was read at once"),

  /** No consumer runs, or one is assigned and does nothing. */
  STOPPED_CONSUMER(
      "IBM/sarama, issue 2621",
      "https://github.com/IBM/sarama/issues/2621",
      "a consumer stopped reading one partition without an error; after a restart it read on"),

  /** Retention removed records before they were read. */
  RETENTION_GAP(
      "confluentinc/confluent-kafka-dotnet, issue 2009",
      "https://github.com/confluentinc/confluent-kafka-dotnet/issues/2009",
      "a consumer was stopped for longer than the topic keeps records; its commit pointed at what was gone"),

  /** One record fails at every attempt, and all records behind it wait. */
  POISON_STALL(
      "spring-projects/spring-kafka, issue 316",
      "https://github.com/spring-projects/spring-kafka/issues/316",
      "after a change of the schema one record could not be decoded, and the consumer tried it for ever"),

  /** One input's event times are far behind the clock, and the watermark waits for it. */
  EVENT_TIME_LATENESS(
      "turbolytics/sql-flow, issue 358",
      "https://github.com/turbolytics/sql-flow/issues/358",
      "one clock was wrong (there it ran ahead), and rows of the others were dropped as late"),

  /** An input sends nothing any more, and the watermark waits for it. */
  SILENT_INPUT(
      "apache/beam, issue 31085",
      "https://github.com/apache/beam/issues/31085",
      "one of three partitions got no record, and the watermark did not move for any of them");

  private final String where;
  private final String address;
  private final String story;

  Cause(String where, String address, String story) {
    this.where = where;
    this.address = address;
    this.story = story;
  }

  /**
   * The public report of a similar incident, as text: where it is, its address, and what happened.
   */
  public String report() {
    return where + " (" + address + "): " + story;
  }
}
