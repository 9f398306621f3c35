package tidemark.bank;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import tidemark.bank.Ending.Crash;

/**
 * A process that ends at a given point, and is started again.
 *
 * <ol>
 *   <li>Writes are numbered from 0 over all lives of the process. At point n it ends before write
 *       n. If n is the number of writes of an undisturbed run, it ends after the last one.
 *   <li>Code that catches the end does not survive it: each further call ends in it again.
 *   <li>It is started up to {@value #LIVES} times.
 *   <li>An error that {@link #refuse} throws, and the answer does not catch, ends the run.
 * </ol>
 */
final class CrashingProcess {
  static final int NEVER = -1;
  private static final int LIVES = 8;

  /** What the process does in one life. */
  interface Life {
    void live() throws Throwable;
  }

  /** Ends the process. An error, so that an answer which catches exceptions does not catch it. */
  private static final class Ended extends Error {
    private static final long serialVersionUID = 1;

    Ended() {
      super("the process ends here", null, false, false);
    }
  }

  private final int point;
  private final Supplier<List<String>> disk;
  private final List<Crash> crashes = new ArrayList<>();
  private int writes;
  private boolean ended;
  private boolean refused;
  private boolean done;
  private String lastCall = "";
  private long lastOffset;

  /**
   * A process that ends once at {@code point}, or never at {@link #NEVER}.
   *
   * @param disk what is durable now, one line for each part
   */
  CrashingProcess(int point, Supplier<List<String>> disk) {
    this.point = point;
    this.disk = disk;
  }

  /** How many writes there were, over all lives. */
  int writes() {
    return writes;
  }

  /** Where it ended, each time, in order. */
  List<Crash> crashes() {
    return crashes;
  }

  /**
   * Starts the process until a life ends by itself, and says how that one ended.
   *
   * @param total the number of writes of a run that is not disturbed
   */
  String run(Life life, int total) throws Throwable {
    for (int lives = 0; lives < LIVES; lives++) {
      ended = false;
      refused = false;
      try {
        life.live();
        if (point == total && !done && total > 0) {
          done = true;
          crash("after " + lastCall, lastOffset);
        }
        if (!ended) {
          return "returns";
        }
      } catch (Ended next) {
        // The next life begins.
      } catch (Exception thrown) {
        if (!refused) {
          throw thrown;
        }
        if (!ended) {
          return "stops: " + thrown.getMessage();
        }
      }
    }
    return "never comes to the end";
  }

  /** Makes a call that writes, or ends the process before it. */
  void write(String call, long offset, Runnable effect) {
    requireAlive();
    int number = writes++;
    lastCall = call;
    lastOffset = offset;
    if (point == number && !done) {
      done = true;
      throw crash("before " + call, offset);
    }
    effect.run();
  }

  /** Ends the process here; it never returns. */
  Error crash(String where, long offset) {
    crashes.add(new Crash(where, offset, disk.get()));
    ended = true;
    throw new Ended();
  }

  /** Must be called first by each call: a process that has ended does nothing more. */
  void requireAlive() {
    if (ended) {
      throw new Ended();
    }
  }

  /** Throws {@code error}, which counts as one of what the process works with. It never returns. */
  RuntimeException refuse(RuntimeException error) {
    refused = true;
    throw error;
  }
}
