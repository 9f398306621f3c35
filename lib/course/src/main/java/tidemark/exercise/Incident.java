package tidemark.exercise;

/** What the measured numbers say has happened to a consumer. */
public enum Incident {
  /** Nothing: it reads the records as they arrive. */
  HEALTHY,
  /** It reads, but the log grows faster. */
  GROWING_BACKLOG,
  /** There are records to read, but it does nothing. */
  STOPPED_CONSUMER,
  /** Retention removed records that it had not read. */
  RETENTION_GAP,
  /** It tries the same record again and again. */
  POISON_STALL,
  /** It reads the events as they arrive, but their own timestamps are old already. */
  EVENT_TIME_LATENESS,
  /** One input sends nothing, and so holds the watermark back. */
  SILENT_INPUT
}
