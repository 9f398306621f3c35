package tidemark.time;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes one watermark from the inputs of a {@link DeclaredPolicy}.
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
 * <p>All of it follows from the order of the log, event times and append times, so that a replay
 * decides what the first run decided. Additional calls of {@code passTo} with times between those
 * of two records do not change how any record is judged.
 *
 * <p>Append time may step back, because somebody set the log's clock back. From then on the new,
 * lower time counts: the cap compares a timestamp with its own record's append time, and an input
 * that was last heard at a higher append time is taken as heard now. So a clock that ran ahead for
 * a while does not stop idleness for good. While the clock is behind, correct timestamps may exceed
 * the cap too: {@link #aheadOfClockSetBackCount} tells how many did. This ends when the clock is
 * right again.
 *
 * <p>Allocates nothing per event. Not thread-safe: one thread uses it.
 */
public final class Watermarks {
  private final DeclaredPolicy policy;
  private final long bound;
  private final long maxAhead;
  private final long silence;
  private final InputState[] inputs;
  private long now = EventTime.NEGATIVE_INFINITY;

  /**
   * No active input becomes idle before this append time. It is a lower bound, because an input
   * that was heard after it was computed becomes idle later.
   */
  private long nextIdle = EventTime.NEGATIVE_INFINITY;

  private long watermark = EventTime.NEGATIVE_INFINITY;
  private long aheadCount;

  /** The highest append time before any step back; −∞ if there was none. */
  private long highestNow = EventTime.NEGATIVE_INFINITY;

  private long aheadOfClockSetBackCount;

  Watermarks(DeclaredPolicy policy) {
    this.policy = policy;
    this.bound = policy.disorder().bound();
    this.maxAhead = policy.disorder().maxAhead();
    this.silence = policy.idle().silence();
    this.inputs = new InputState[policy.inputs().size()];
    Arrays.setAll(inputs, input -> new InputState());
  }

  /** The policy under which this was started. */
  public DeclaredPolicy policy() {
    return policy;
  }

  /**
   * The number of an input: its index in {@link DeclaredPolicy#inputs}.
   *
   * @throws IllegalArgumentException if it is not declared
   */
  public int input(String name) {
    int input = policy.inputs().indexOf(name);
    if (input < 0) {
      throw new IllegalArgumentException(
          "an input must be declared before its events, input="
              + name
              + ", declared="
              + policy.inputs()
              + ": name it in the policy");
    }
    return input;
  }

  /** The watermark now; −∞ before the first event. It never goes back. */
  public long watermark() {
    return watermark;
  }

  /**
   * An input's own mark: its largest believed timestamp minus the bound; −∞ if none was heard.
   *
   * @throws IllegalArgumentException if the input is not declared
   */
  public long mark(int input) {
    return EventTime.minus(input(input).seen, bound);
  }

  /**
   * The append time at which an input was last heard. If it never was, the first append time of
   * any; −∞ before that. If append time steps back below it, it is lowered to the new time.
   *
   * @throws IllegalArgumentException if the input is not declared
   */
  public long heardAt(int input) {
    return input(input).heardAt;
  }

  /**
   * Whether an input is idle, and so left out of the watermark.
   *
   * @throws IllegalArgumentException if the input is not declared
   */
  public boolean isIdle(int input) {
    return input(input).isIdle();
  }

  /** How many timestamps were further ahead of their append time than the cap, and not believed. */
  public long aheadCount() {
    return aheadCount;
  }

  /**
   * How many of {@link #aheadCount} came while append time was below an earlier append time. Those
   * timestamps may be correct: perhaps it was not the producer's clock that was ahead, but the
   * log's clock that had been set back.
   */
  public long aheadOfClockSetBackCount() {
    return aheadOfClockSetBackCount;
  }

  /**
   * Lets append time pass, and returns the watermark. Call it with each record's append time before
   * the event is judged. A time below the last one steps back: the watermark stays, and silence and
   * the cap count from the new time on.
   *
   * @throws IllegalArgumentException if the time is −∞ or +∞
   */
  public long passTo(long appendTime) {
    if (appendTime > now) {
      if (appendTime >= nextIdle) {
        recombine(null, appendTime);
      }
      now = appendTime;
    } else if (appendTime < now || appendTime == EventTime.NEGATIVE_INFINITY) {
      stepBackTo(EventTime.requireFinite(appendTime));
    }
    return watermark;
  }

  private void stepBackTo(long appendTime) {
    highestNow = Math.max(highestNow, now);
    now = appendTime;
    nextIdle = EventTime.plus(appendTime, 1); // a lower bound, made exact when it is reached
    for (InputState input : inputs) {
      input.lowerTo(now, highestBelieved());
    }
  }

  /** The highest timestamp that the cap lets a record appended now have. */
  private long highestBelieved() {
    return maxAhead == Long.MAX_VALUE ? Long.MAX_VALUE : EventTime.plus(now, maxAhead);
  }

  /** {@link #arrive(int, long)} for the first or only input. */
  public long arrive(long timestamp) {
    return arrive(0, timestamp);
  }

  /**
   * Takes in an event, and returns the watermark after it. Whoever counts the event judges it
   * before this call. A timestamp beyond the cap changes nothing but {@link #aheadCount}: it does
   * not move its input's mark, and its input counts as silent.
   *
   * @throws IllegalArgumentException if the input is not declared or the timestamp is −∞ or +∞
   * @throws IllegalStateException if the policy has a cap and {@link #passTo} was never called
   */
  public long arrive(int input, long timestamp) {
    InputState heard = input(input);
    if (timestamp - 1 >= heard.quiet) { // −∞ − 1 is +∞
      return recombine(heard, timestamp);
    }
    heard.heardAt = now;
    return watermark;
  }

  /**
   * Declares an input idle, for instance because a control record in the log says so; returns the
   * watermark. The input is active again with its next event.
   *
   * @throws IllegalArgumentException if the input is not declared
   */
  public long declareIdle(int input) {
    input(input).leaveOut();
    return recombine(null, now);
  }

  /** Declares that all inputs have ended: the watermark becomes +∞ for good, and is returned. */
  public long end() {
    watermark = EventTime.POSITIVE_INFINITY;
    return watermark;
  }

  private InputState input(int input) {
    if (input < 0 || input >= inputs.length) {
      throw new IllegalArgumentException(
          "an input must be declared before its events, input="
              + input
              + ", declared="
              + policy.inputs()
              + ": name it in the policy");
    }
    return inputs[input];
  }

  /**
   * Steps 1, 3 and 4, called only when something may change. If {@code heard} is null, append time
   * passes to {@code time}; otherwise an event with timestamp {@code time} arrives. It is one
   * method, too large to be inlined, so that its callers, which mostly need not call it, stay small
   * and fast.
   */
  private long recombine(@Nullable InputState heard, long time) {
    EventTime.requireFinite(heard == null ? Math.max(time, 0) : time); // −∞: nothing passed yet
    boolean isFirst = now == EventTime.NEGATIVE_INFINITY;
    if (heard == null) {
      nextIdle = isFirst ? time : EventTime.POSITIVE_INFINITY;
      for (InputState input : inputs) {
        input.heardAt = isFirst ? time : input.heardAt;
        long idleAt = EventTime.plus(input.heardAt, silence);
        if (idleAt <= time && silence < Long.MAX_VALUE && !isFirst) {
          input.leaveOut();
        } else if (!input.isIdle()) {
          nextIdle = Math.min(nextIdle, idleAt);
        }
      }
    } else {
      if (maxAhead < Long.MAX_VALUE) {
        if (isFirst) {
          throw new IllegalStateException(
              "under a cap on future timestamps append time must be known, maxAhead="
                  + maxAhead
                  + ": call passTo before arrive");
        }
        if (time > highestBelieved()) {
          aheadCount++;
          aheadOfClockSetBackCount += now < highestNow ? 1 : 0;
          return watermark;
        }
      }
      heard.heardAt = now;
      if (heard.isIdle()) {
        nextIdle = Math.min(nextIdle, EventTime.plus(now, silence));
      }
      heard.seen = Math.max(heard.seen, time);
      heard.takePart(bound, highestBelieved());
    }
    long least = EventTime.POSITIVE_INFINITY;
    for (InputState input : inputs) {
      least = Math.min(least, input.held);
    }
    if (least == EventTime.POSITIVE_INFINITY) {
      least = EventTime.NEGATIVE_INFINITY;
      for (InputState input : inputs) {
        least = Math.max(least, EventTime.minus(input.seen, bound));
      }
    }
    watermark = Math.max(watermark, least);
    return watermark;
  }

  /**
   * Writes the whole state: {@code identity of the policy (UTF), number of inputs, their names
   * (UTF), now, highest now, watermark, ahead count, ahead of clock set back count}, then for each
   * input {@code largest timestamp, heard at, idle flag}.
   */
  public void save(DataOutput out) throws IOException {
    out.writeUTF(policy.identity());
    out.writeInt(inputs.length);
    for (String name : policy.inputs()) {
      out.writeUTF(name);
    }
    out.writeLong(now);
    out.writeLong(highestNow);
    out.writeLong(watermark);
    out.writeLong(aheadCount);
    out.writeLong(aheadOfClockSetBackCount);
    for (InputState input : inputs) {
      input.save(out);
    }
  }

  /**
   * Takes over a state that {@link #save} wrote.
   *
   * @throws IllegalArgumentException if it was saved under another policy, or with other inputs
   * @throws IllegalStateException if these watermarks are not new: append time has passed, an event
   *     has arrived, or an input was declared idle
   * @throws IOException if {@code in} ends too early or cannot be read; start new watermarks then
   */
  public void restore(DataInput in) throws IOException {
    if (hasWorked()) {
      throw new IllegalStateException(
          "a state must be restored into new watermarks, watermark="
              + EventTime.format(watermark)
              + ": start new ones from the policy");
    }
    String saved = in.readUTF();
    String[] names = new String[in.readInt()];
    for (int input = 0; input < names.length; input++) {
      names[input] = in.readUTF();
    }
    if (!saved.equals(policy.identity()) || !policy.inputs().equals(List.of(names))) {
      throw new IllegalArgumentException(
          "watermarks must be restored under the policy that they were saved under, saved="
              + saved
              + (" of " + List.of(names) + ", policy=" + policy.identity() + " of ")
              + policy.inputs()
              + ": restore under that policy, or rebuild from empty");
    }
    now = in.readLong();
    highestNow = in.readLong();
    watermark = in.readLong();
    aheadCount = in.readLong();
    aheadOfClockSetBackCount = in.readLong();
    for (InputState input : inputs) {
      input.restore(in, bound, highestBelieved());
    }
  }

  private boolean hasWorked() {
    return now != EventTime.NEGATIVE_INFINITY
        || watermark != EventTime.NEGATIVE_INFINITY
        || Arrays.stream(inputs)
            .anyMatch(input -> input.isIdle() || input.seen != EventTime.NEGATIVE_INFINITY);
  }
}
