package tidemark.check;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tidemark.kernel.Printed;
import tidemark.kernel.Streams;

/**
 * Runs a learner's code in a thread of its own, under a time limit, and collects what it prints.
 *
 * <p>A thread that passes the limit is interrupted, and then stopped if the JDK can do that. JDK 17
 * can; JDK 25 cannot, so there the thread runs on, silently, until the kernel is restarted.
 */
final class Sandbox {
  /** How a run ended. */
  enum End {
    IN_TIME,
    STOPPED,
    STILL_RUNNING
  }

  /**
   * What is known when a run has ended, or when its time is up.
   *
   * @param end how it ended
   * @param thrown what it threw; null if it threw nothing, or did not end in time
   * @param printed the first lines that it printed
   */
  record LimitedRun(End end, @Nullable Throwable thrown, List<String> printed) {}

  /**
   * Code that may throw anything. It must make no new call of the answer once {@code overdue} is
   * true.
   */
  interface Body {
    void run(BooleanSupplier overdue) throws Throwable;
  }

  private static final Duration GRACE = Duration.ofMillis(300);

  private Sandbox() {}

  /** How long a check may run the learner's code: {@code TIDEMARK_CHECK_SECONDS}, or 5 s. */
  static Duration limit() {
    String seconds = System.getenv("TIDEMARK_CHECK_SECONDS");
    return Duration.ofSeconds(seconds == null ? 5 : Long.parseLong(seconds));
  }

  /**
   * Runs {@code body} until it ends or {@code limit} has passed.
   *
   * @throws CancellationException if the caller was interrupted: the body has been stopped as at
   *     the limit, and the caller's interrupt is still set
   */
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
    boolean interrupted = false;
    try {
      if (ended.await(limit.toMillis(), TimeUnit.MILLISECONDS)) {
        return new LimitedRun(End.IN_TIME, thrown[0], printed.lines());
      }
    } catch (InterruptedException e) {
      interrupted = true;
    }
    overdue.set(true);
    thread.interrupt();
    boolean stopped = inGrace(ended) || stop(thread, ended);
    if (interrupted) {
      Thread.currentThread().interrupt();
      throw new CancellationException(
          "a check must not be interrupted; nothing was recorded: run its cell again");
    }
    return new LimitedRun(stopped ? End.STOPPED : End.STILL_RUNNING, null, printed.lines());
  }

  /** Whether it ends in the time of grace; an interrupt does not shorten that. */
  private static boolean inGrace(CountDownLatch ended) {
    boolean interrupted = false;
    try {
      long end = System.nanoTime() + GRACE.toNanos();
      while (true) {
        try {
          return ended.await(end - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /**
   * Stops the thread, and says whether it has ended. By reflection, because the method is
   * deprecated for removal and throws on newer JDKs.
   */
  private static boolean stop(Thread thread, CountDownLatch ended) {
    try {
      Thread.class.getMethod("stop").invoke(thread);
      return inGrace(ended);
    } catch (ReflectiveOperationException cannotStop) {
      return false;
    }
  }
}
