package tidemark.bank;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import tidemark.bank.Ending.Crash;

/**
 * A process that ends at a given point, and is started again.
 *
 * <ol>
 *   <li>Writes are numbered from 0 through all lives of the process. At point n it ends before
 *       write n; at the point that is the number of all writes, after the last one.
 *   <li>Whoever catches the end is dead all the same: each further call ends in it.
 *   <li>It is started up to {@value #LIVES} times.
 *   <li>An error that was raised here, and passed on, ends the run.
 * </ol>
 */
final class CrashingProcess {
  static final int NEVER = -1;
  private static final int LIVES = 8;

  /** What is done in one life. */
  interface Life {
    void live() throws Throwable;
  }

  /** The end of the process. */
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
   * Ends once at {@code point}, or {@link #NEVER}.
   *
   * @param disk what is written, a line for each part
   */
  CrashingProcess(int point, Supplier<List<String>> disk) {
    this.point = point;
    this.disk = disk;
  }

  /** How many writes there were. */
  int writes() {
    return writes;
  }

  /** Where it ended, each time. */
  List<Crash> crashes() {
    return crashes;
  }

  /**
   * Lives until it ends by itself, and says how.
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

  /** A call that writes. */
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

  /** Ends the process here. */
  Error crash(String where, long offset) {
    crashes.add(new Crash(where, offset, disk.get()));
    ended = true;
    throw new Ended();
  }

  /** For each call: a process that ended does nothing more. */
  void requireAlive() {
    if (ended) {
      throw new Ended();
    }
  }

  /** Raises an error of what the process works with. */
  RuntimeException refuse(RuntimeException error) {
    refused = true;
    throw error;
  }
}
