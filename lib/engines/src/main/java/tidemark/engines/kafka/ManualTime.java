package tidemark.engines.kafka;

import java.time.Instant;
import java.time.InstantSource;
import org.apache.kafka.common.utils.Time;

/** One clock for both sides, moved by hand: ours reads it as an instant source. One thread. */
public final class ManualTime implements Time, InstantSource {
  private long now;

  /** A clock that shows this time, in ms. */
  public ManualTime(long now) {
    this.now = now;
  }

  /** Shows another time, in ms; it may be an earlier one. */
  public void set(long newNow) {
    now = newNow;
  }

  @Override
  public long milliseconds() {
    return now;
  }

  @Override
  public long millis() {
    return now;
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(now);
  }

  @Override
  public long nanoseconds() {
    return now * 1_000_000;
  }

  @Override
  public void sleep(long millis) {
    now += millis;
  }
}
