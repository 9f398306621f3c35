package tidemark.time;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * One watermark from the inputs of a {@link DeclaredPolicy}.
 *
 * <ol>
 *   <li>Append time passes ({@link #passTo}): an input silent for long enough is idle.
 *   <li>An event is judged, by whoever counts it, against the watermark as it stands.
 *   <li>It arrives ({@link #arrive}): its input is active, and the input's own mark becomes the
 *       largest timestamp seen minus the bound.
 *   <li>The marks are combined: the least of the active inputs; with none active the greatest of
 *       all. The watermark becomes that, unless it would go back.
 * </ol>
 *
 * <p>All of it follows from the order of the log, event times and append times. More calls of
 * {@code passTo} in between change nothing. No garbage per event. One thread.
 */
public final class Watermarks {
  private final DeclaredPolicy policy;
  private final long bound;
  private final long maxAhead;
  private final long silence;
  private final long[] marks;
  private final long[] heardAt;
  private final boolean[] idle;
  private long now = EventTime.NEGATIVE_INFINITY;

  /** No active input becomes idle before this append time. Hearing one may leave it too early. */
  private long nextIdle = EventTime.POSITIVE_INFINITY;

  /** The marks combined, which may lie below the watermark put out. */
  private long combined = EventTime.NEGATIVE_INFINITY;

  private long watermark = EventTime.NEGATIVE_INFINITY;
  private long aheadCount;

  Watermarks(DeclaredPolicy policy) {
    this.policy = policy;
    this.bound = policy.disorder().bound();
    this.maxAhead = policy.disorder().maxAhead();
    this.silence = policy.idle().silence();
    int inputs = policy.inputs().size();
    this.marks = new long[inputs];
    this.heardAt = new long[inputs];
    this.idle = new boolean[inputs];
    Arrays.fill(marks, EventTime.NEGATIVE_INFINITY);
  }

  /** What this keeps to. */
  public DeclaredPolicy policy() {
    return policy;
  }

  /**
   * The number of an input, in the order of the declaration.
   *
   * @throws IllegalArgumentException if it is not declared
   */
  public int input(String name) {
    int input = policy.inputs().indexOf(name);
    if (input < 0) {
      throw new IllegalArgumentException(
          "an input is declared before its events, input="
              + name
              + ", declared="
              + policy.inputs());
    }
    return input;
  }

  /** The watermark put out. It never goes back. */
  public long watermark() {
    return watermark;
  }

  /** An input's own watermark. */
  public long mark(int input) {
    return marks[checked(input)];
  }

  /** Append time when an input was last heard; the first one seen, if it never was. */
  public long heardAt(int input) {
    return heardAt[checked(input)];
  }

  /** Whether an input is left out. */
  public boolean isIdle(int input) {
    return idle[checked(input)];
  }

  /** How many timestamps were too far ahead of their append time to be believed. */
  public long aheadCount() {
    return aheadCount;
  }

  /**
   * Lets append time pass, and gives the watermark. An earlier time than before changes nothing.
   * Call it with each event's append time before the event is judged.
   */
  public long passTo(long appendTime) {
    if (appendTime > now) {
      EventTime.requireFinite(appendTime);
      if (now == EventTime.NEGATIVE_INFINITY) {
        Arrays.fill(heardAt, appendTime);
        nextIdle = idleAt(appendTime);
      }
      now = appendTime;
      if (appendTime >= nextIdle) {
        retireSilent();
      }
    }
    return watermark;
  }

  /** {@link #arrive(int, long)} for the first or only input. */
  public long arrive(long timestamp) {
    return arrive(0, timestamp);
  }

  /**
   * Takes in an event, and gives the watermark after it. Judge the event first. A timestamp too far
   * ahead is only counted: it neither moves nor wakes its input, nor keeps it awake.
   *
   * @throws IllegalArgumentException if the input is not declared or the timestamp is not finite
   */
  public long arrive(int input, long timestamp) {
    checked(input);
    EventTime.requireFinite(timestamp);
    if (maxAhead != Long.MAX_VALUE && timestamp > EventTime.plus(append(), maxAhead)) {
      aheadCount++;
      return watermark;
    }
    heardAt[input] = now;
    long before = marks[input];
    long mark = EventTime.minus(timestamp, bound);
    if (mark > before) {
      marks[input] = mark;
    }
    if (idle[input]) {
      idle[input] = false;
      nextIdle = Math.min(nextIdle, idleAt(now));
      combine();
    } else if (mark > before && before <= combined) {
      combine();
    }
    return watermark;
  }

  /** Declares an input idle now, as a control record in the log may. */
  public long declareIdle(int input) {
    idle[checked(input)] = true;
    combine();
    return watermark;
  }

  /** Declares the end of all inputs: the watermark is +∞. */
  public long end() {
    watermark = EventTime.POSITIVE_INFINITY;
    return watermark;
  }

  private long append() {
    if (now == EventTime.NEGATIVE_INFINITY) {
      throw new IllegalStateException(
          "a cap on future timestamps needs append times, maxAhead="
              + maxAhead
              + ": call passTo before arrive");
    }
    return now;
  }

  private int checked(int input) {
    if (input < 0 || input >= marks.length) {
      throw new IllegalArgumentException(
          "an input is declared before its events, input="
              + input
              + ", declared="
              + policy.inputs());
    }
    return input;
  }

  private long idleAt(long heard) {
    return silence == Long.MAX_VALUE ? EventTime.POSITIVE_INFINITY : EventTime.plus(heard, silence);
  }

  private void retireSilent() {
    nextIdle = EventTime.POSITIVE_INFINITY;
    for (int input = 0; input < marks.length; input++) {
      long idleAt = idleAt(heardAt[input]);
      idle[input] |= idleAt <= now;
      if (!idle[input]) {
        nextIdle = Math.min(nextIdle, idleAt);
      }
    }
    combine();
  }

  private void combine() {
    long least = EventTime.POSITIVE_INFINITY;
    long greatest = EventTime.NEGATIVE_INFINITY;
    boolean anyActive = false;
    for (int input = 0; input < marks.length; input++) {
      greatest = Math.max(greatest, marks[input]);
      if (!idle[input]) {
        least = Math.min(least, marks[input]);
        anyActive = true;
      }
    }
    combined = anyActive ? least : greatest;
    watermark = Math.max(watermark, combined);
  }

  /**
   * Writes the whole state: {@code policy (UTF), now, watermark, ahead count}, then for each input
   * {@code mark, heard at, idle flag}.
   */
  public void save(DataOutput out) throws IOException {
    out.writeUTF(policy.toString());
    out.writeLong(now);
    out.writeLong(watermark);
    out.writeLong(aheadCount);
    for (int input = 0; input < marks.length; input++) {
      out.writeLong(marks[input]);
      out.writeLong(heardAt[input]);
      out.writeBoolean(idle[input]);
    }
  }

  /**
   * Takes over a saved state.
   *
   * @throws IllegalArgumentException if it was saved under another policy
   */
  public void restore(DataInput in) throws IOException {
    String saved = in.readUTF();
    if (!saved.equals(policy.toString())) {
      throw new IllegalArgumentException(
          "watermarks are restored under the policy they were saved under, saved="
              + saved
              + ", policy="
              + policy);
    }
    now = in.readLong();
    watermark = in.readLong();
    aheadCount = in.readLong();
    for (int input = 0; input < marks.length; input++) {
      marks[input] = in.readLong();
      heardAt[input] = in.readLong();
      idle[input] = in.readBoolean();
    }
    if (now != EventTime.NEGATIVE_INFINITY) {
      retireSilent();
    }
    combine();
  }
}
