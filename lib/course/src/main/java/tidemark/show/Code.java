package tidemark.show;

import java.time.Duration;

/** Writes Java that a learner can copy into a cell. */
final class Code {
  private Code() {}

  /** A text as it stands between the quotes of a string literal. */
  static String escape(String text) {
    return text.replace("\\", "\\\\").replace("\"", "\\\"");
  }

  /** A duration in the largest unit that it is a whole number of. */
  static String of(Duration time) {
    long millis = time.toMillis();
    return millis % 3_600_000 == 0
        ? "Duration.ofHours(" + millis / 3_600_000 + ")"
        : millis % 60_000 == 0
            ? "Duration.ofMinutes(" + millis / 60_000 + ")"
            : millis % 1_000 == 0
                ? "Duration.ofSeconds(" + millis / 1_000 + ")"
                : "Duration.ofMillis(" + millis + ")";
  }
}
