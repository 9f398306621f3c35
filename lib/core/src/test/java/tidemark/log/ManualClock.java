package tidemark.log;

import java.time.Instant;
import java.time.InstantSource;

/** A clock that a test moves, in ms. */
public final class ManualClock implements InstantSource {
  private long millis;

  /** Starts at a time. */
  public ManualClock(long millis) {
    this.millis = millis;
  }

  /** Says another time from now on. */
  public void set(long newMillis) {
    millis = newMillis;
  }

  /** Moves on by some ms. */
  public void advance(long byMillis) {
    millis += byMillis;
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis);
  }

  @Override
  public long millis() {
    return millis;
  }
}
