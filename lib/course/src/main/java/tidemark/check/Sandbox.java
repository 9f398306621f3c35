package tidemark.check;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tidemark.kernel.Printed;
import tidemark.kernel.Streams;

/**
 * Runs a learner's code in a thread of its own, under a time limit, with what it prints kept apart.
 *
 * <p>A thread that passes the limit is interrupted and then stopped, where the JDK can still do
 * that (17); where it cannot (25) it runs on, silently, until the kernel is restarted.
 */
final class Sandbox {
  /** How the run ended, when not in time. */
  enum End {
    IN_TIME,
    STOPPED,
    STILL_RUNNING
  }

  /**
   * A finished run.
   *
   * @param end whether it ended in time
   * @param thrown what escaped, if anything did
   * @param printed the first lines it printed
   */
  record LimitedRun(End end, @Nullable Throwable thrown, List<String> printed) {}

  /** Code that may throw anything, and that makes no new call when it is overdue. */
  interface Body {
    void run(BooleanSupplier overdue) throws Throwable;
  }

  private static final Duration GRACE = Duration.ofMillis(300);

  private Sandbox() {}

  /** Seconds a check may take in the learner's code. */
  static Duration limit() {
    String seconds = System.getenv("TIDEMARK_CHECK_SECONDS");
    return Duration.ofSeconds(seconds == null ? 5 : Long.parseLong(seconds));
  }

  /** Runs {@code body} to its end or to the limit. */
  static LimitedRun run(Body body, Duration limit) {
    Printed printed = new Printed();
    Throwable[] thrown = new Throwable[1];
    AtomicBoolean overdue = new AtomicBoolean();
    // Not Thread.join: it waits for a lock that the answer may hold.
    CountDownLatch ended = new CountDownLatch(1);
    Thread thread =
        Streams.capturing(
            printed,
            () -> {
              try {
                body.run(overdue::get);
              } catch (Throwable anything) {
                thrown[0] = anything;
              } finally {
                ended.countDown();
              }
            },
            "tidemark-check");
    thread.setDaemon(true);
    thread.start();
    if (within(limit, ended)) {
      return new LimitedRun(End.IN_TIME, thrown[0], printed.lines());
    }
    overdue.set(true);
    thread.interrupt();
    boolean stopped = within(GRACE, ended) || stop(thread, ended);
    return new LimitedRun(stopped ? End.STOPPED : End.STILL_RUNNING, null, printed.lines());
  }

  private static boolean within(Duration limit, CountDownLatch ended) {
    try {
      return ended.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** By reflection: the method is deprecated for removal, and throws on newer JDKs. */
  private static boolean stop(Thread thread, CountDownLatch ended) {
    try {
      Thread.class.getMethod("stop").invoke(thread);
      return within(GRACE, ended);
    } catch (ReflectiveOperationException cannotStop) {
      return false;
    }
  }
}
