package tidemark.kernel;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Knows the thread that runs the newest cell; threads of earlier cells may still be running. */
final class CellThread {
  private static volatile @Nullable Thread own;

  private CellThread() {}

  /** Whether this is the thread that runs the newest cell. */
  static boolean is(Thread thread) {
    return thread == own;
  }

  /** An executor that notes the thread of each cell. */
  static ThreadPoolExecutor noting(ThreadFactory threads) {
    return new ThreadPoolExecutor(
        0, Integer.MAX_VALUE, 60, TimeUnit.SECONDS, new SynchronousQueue<>(), threads) {
      @Override
      protected void beforeExecute(Thread thread, Runnable cell) {
        own = thread;
      }
    };
  }
}
