package tidemark.engines.kafka;

import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.server.util.Scheduler;

/**
 * A scheduler for Kafka's log that deletes replaced segment files at once, on the calling thread,
 * and ignores all other tasks. So no thread is started, and nothing is forced to the disk unless it
 * is asked for.
 */
final class DeletingScheduler implements Scheduler {
  private static final ScheduledFuture<?> DONE = new Done();

  @Override
  public void startup() {}

  @Override
  public void shutdown() {}

  @Override
  public ScheduledFuture<?> schedule(
      String name, Runnable task, long delayMillis, long periodMillis) {
    if (name.equals("delete-file")) {
      task.run();
    }
    return DONE;
  }

  @Override
  public void resizeThreadPool(int threads) {}

  /** A task that is done. Kafka's log keeps one, to cancel it when it closes. */
  private static final class Done implements ScheduledFuture<Boolean> {
    @Override
    public long getDelay(TimeUnit unit) {
      return 0;
    }

    @Override
    public int compareTo(Delayed other) {
      return Long.compare(0, other.getDelay(TimeUnit.NANOSECONDS));
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
      return false;
    }

    @Override
    public boolean isCancelled() {
      return false;
    }

    @Override
    public boolean isDone() {
      return true;
    }

    @Override
    public Boolean get() {
      return true;
    }

    @Override
    public Boolean get(long timeout, TimeUnit unit) {
      return true;
    }
  }
}
