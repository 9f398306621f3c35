package tidemark.engines.kafka;

import java.time.Instant;
import java.time.InstantSource;
import org.apache.kafka.common.utils.Time;

/**
 * A clock that is moved by hand, for Kafka's classes and for ours, so that both see the same time.
 * One thread.
 */
public final class ManualTime implements Time, InstantSource {
  private long now;

  /** A clock that shows this time, in ms since the epoch. */
  public ManualTime(long now) {
    this.now = now;
  }

  /** Sets the time, in ms since the epoch; it may be an earlier one. */
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

  /** Moves the clock, and does not wait. */
  @Override
  public void sleep(long millis) {
    now += millis;
  }
}
