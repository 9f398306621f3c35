package tidemark.log;

import org.jspecify.annotations.Nullable;

/**
 * An event in a log.
 *
 * @param offset its place, given once
 * @param appendTime when the log took it, in ms, by the log's clock
 * @param event what the producer handed over
 */
public record Entry(long offset, long appendTime, Event event) {

  /** The event's key. */
  public @Nullable Bytes key() {
    return event.key();
  }

  /** The event's value; null deletes. */
  public @Nullable Bytes value() {
    return event.value();
  }

  /** Whether it deletes its key. */
  public boolean isTombstone() {
    return event.isTombstone();
  }

  /** In the notation of {@link History}: {@code 3:b=∅}. */
  @Override
  public String toString() {
    return History.format(this);
  }
}
