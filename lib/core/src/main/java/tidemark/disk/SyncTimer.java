package tidemark.disk;

import java.util.Timer;
import java.util.TimerTask;

/**
 * Hands over the waiting events of a {@link DiskLog} periodically, if its {@link Durability} limits
 * how long they wait.
 */
final class SyncTimer {
  private final Timer timer = new Timer("tidemark-sync", true);

  /**
   * Starts to call {@code handOver} every {@code millis} ms, for the first time after {@code
   * millis} ms, on a daemon thread of its own.
   */
  SyncTimer(long millis, Runnable handOver) {
    TimerTask task =
        new TimerTask() {
          @Override
          public void run() {
            handOver.run();
          }
        };
    timer.schedule(task, millis, millis);
  }

  /** Stops the timer. A call that is running may still finish; no new one begins. */
  void stop() {
    timer.cancel();
  }
}
