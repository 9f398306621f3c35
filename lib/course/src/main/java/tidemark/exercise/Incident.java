package tidemark.exercise;

/** What may have happened to a consumer, as the numbers tell it. */
public enum Incident {
  /** Nothing: what is there to read is read as it comes. */
  HEALTHY,
  /** It reads, but the log grows faster. */
  GROWING_BACKLOG,
  /** There are records to read, and it does nothing. */
  STOPPED_CONSUMER,
  /** Retention removed records that it had not read. */
  RETENTION_GAP,
  /** It tries the same record again and again. */
  POISON_STALL,
  /** What it reads as it comes is old by its own time. */
  EVENT_TIME_LATENESS,
  /** Of one input nothing is heard, and that one holds the watermark. */
  SILENT_INPUT
}
