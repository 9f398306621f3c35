package tidemark.exercise;

import java.util.ArrayList;
import java.util.List;

/**
 * Counts the writes of a process over all its lives. A life ends by itself, or in a crash after a
 * given number of writes: code that catches the crash does not survive it, because each further
 * call ends in it again. Not thread-safe.
 */
final class ProcessLives {
  static final int NEVER = -1;

  /** The most writes of a process that is shown step by step. */
  static final int MAX_WRITES = 40;

  private static final int MAX_CALLS = 10_000;

  /** One life. */
  interface Life {
    void live() throws Exception;
  }

  /** Ends the process. An error, so that code which catches exceptions does not catch it. */
  private static final class ProcessEnded extends Error {
    private static final long serialVersionUID = 1;

    ProcessEnded() {
      super("the process ends here", null, false, false);
    }
  }

  /** Thrown if the code does not come to an end; an error for the same reason. */
  private static final class Endless extends Error {
    private static final long serialVersionUID = 1;

    Endless(String message) {
      super(message);
    }
  }

  private final int maxWrites;
  private final List<String> writes = new ArrayList<>();
  private int endAfter = NEVER;
  private int calls;
  private boolean isEnded;

  /** A process that can be played: it has at most {@link #MAX_WRITES} writes. */
  ProcessLives() {
    this(MAX_WRITES);
  }

  /** A process with more writes than this, over all its lives, ends at its next call. */
  ProcessLives(int maxWrites) {
    this.maxWrites = maxWrites;
  }

  /**
   * Starts the process, and says in a sentence how it ended.
   *
   * @param crashAfter the number of writes, over all lives, after which it crashes; {@link #NEVER}
   *     if it ends by itself
   * @throws IllegalStateException if the code does not come to an end
   */
  String live(int crashAfter, Life code) {
    endAfter = crashAfter;
    isEnded = false;
    calls = 0;
    try {
      requireAlive();
      code.live();
    } catch (ProcessEnded end) {
      return "It ends here.";
    } catch (Endless endless) {
      throw new IllegalStateException(endless.getMessage(), endless);
    } catch (Exception thrown) {
      return "It stops with %s.".formatted(thrown);
    }
    return "It returns.";
  }

  /** All writes so far, as calls. */
  List<String> writes() {
    return writes;
  }

  /** Must come first in each call that reads: a process that has ended reads nothing more. */
  void requireAlive() {
    calls++;
    if (calls > MAX_CALLS || writes.size() > maxWrites) {
      throw new Endless(
          "a process must come to an end to be played, calls=%d, writes=%d; does its loop move on, and is the log short?"
              .formatted(calls, writes.size()));
    }
    if (isEnded || endAfter == writes.size()) {
      isEnded = true;
      throw new ProcessEnded();
    }
  }

  /** Makes a write, unless the process has ended. */
  void write(String call, Runnable effect) {
    requireAlive();
    effect.run();
    writes.add(call);
  }
}
