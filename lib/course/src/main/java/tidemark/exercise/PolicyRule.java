package tidemark.exercise;

/** What a policy over several inputs may declare: scope, idle rule, late rule. */
public enum PolicyRule {
  /** Scope: the least watermark of the active inputs. */
  EVERY_ACTIVE_INPUT,
  /** Scope: the greatest watermark of all inputs. */
  FASTEST_INPUT,
  /** Scope: each input by its own watermark; there is no common one. */
  EACH_INPUT_ALONE,
  /** Idle: an input without an event for a given time, measured between append times. */
  IDLE_BY_APPEND_TIME,
  /** Idle: an input without an event for a given time, measured by the reader's clock. */
  IDLE_BY_WALL_CLOCK,
  /** Idle: no input ever becomes idle. */
  NEVER_IDLE,
  /** Late: not counted, kept in the side output. */
  LATE_TO_SIDE_OUTPUT,
  /** Late: counted all the same, although the result was given already. */
  LATE_COUNTED,
  /** Late: dropped without a trace. */
  LATE_DROPPED
}
