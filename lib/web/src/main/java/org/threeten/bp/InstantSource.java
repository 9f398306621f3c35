package org.threeten.bp;

import java.time.Instant;

/** {@code java.time.InstantSource} for TeaVM, which has java.time under this name and lacks it. */
public interface InstantSource {
  /** The time now. */
  Instant instant();

  /** The time now, in milliseconds since 1970. */
  default long millis() {
    return instant().toEpochMilli();
  }

  /** Always the same time. */
  static InstantSource fixed(Instant instant) {
    return () -> instant;
  }
}
