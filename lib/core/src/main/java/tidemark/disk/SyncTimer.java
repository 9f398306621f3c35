package tidemark.disk;

import java.util.Timer;
import java.util.TimerTask;

/**
 * Hands over what waits in a {@link DiskLog}, again and again, if its {@link Durability} says so.
 */
final class SyncTimer {
  private final Timer timer = new Timer("tidemark-sync", true);

  /** Calls {@code handOver} every so many milliseconds, on a thread of its own. */
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

  /** No call begins after this one. */
  void stop() {
    timer.cancel();
  }
}
