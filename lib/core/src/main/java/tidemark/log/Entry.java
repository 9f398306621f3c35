package tidemark.log;

import org.jspecify.annotations.Nullable;

/**
 * An event as it stands in a log.
 *
 * @param offset its place in the log, which never changes
 * @param appendTime when the log took it, in ms since the epoch, by the log's clock
 * @param event what the producer handed over
 */
public record Entry(long offset, long appendTime, Event event) {

  /** The event's key; null if it has none. */
  public @Nullable Bytes key() {
    return event.key();
  }

  /** The event's value; null deletes. */
  public @Nullable Bytes value() {
    return event.value();
  }

  /** Whether it deletes its key: it has a key, and its value is null. */
  public boolean isTombstone() {
    return event.isTombstone();
  }

  /** In the notation of {@link History}: {@code 3:b=∅}. */
  @Override
  public String toString() {
    return History.format(this);
  }
}
