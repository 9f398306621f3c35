package tidemark.exercise;

/** What becomes of an event below the watermark. */
public enum LateEventFate {
  CANNOT_ARRIVE,
  COUNTED_IN_ITS_WINDOW,
  LATE_SIDE_OUTPUT,
  DROPPED
}
