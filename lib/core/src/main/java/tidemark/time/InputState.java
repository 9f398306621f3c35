package tidemark.time;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** What {@link Watermarks} keeps of one input. */
final class InputState {
  /** The largest timestamp believed. */
  long seen = EventTime.NEGATIVE_INFINITY;

  /**
   * The append time of its last event; before the first, the first append time of any. Lowered when
   * append time steps back, so that it is never in the future.
   */
  long heardAt = EventTime.NEGATIVE_INFINITY;

  /**
   * A timestamp at or below this is believed and changes nothing but {@code heardAt}. At most
   * {@code seen}; −∞ while the input is idle.
   */
  long quiet = EventTime.NEGATIVE_INFINITY;

  /** Its own mark; +∞ while it is idle, so that it does not lower the least mark. */
  long held = EventTime.NEGATIVE_INFINITY;

  boolean isIdle() {
    return held == EventTime.POSITIVE_INFINITY; // no mark is +∞
  }

  void leaveOut() {
    quiet = EventTime.NEGATIVE_INFINITY;
    held = EventTime.POSITIVE_INFINITY;
  }

  /** Makes it active, with the mark that follows from {@code seen}. */
  void takePart(long bound, long highestBelieved) {
    quiet = Math.min(seen, highestBelieved);
    held = EventTime.minus(seen, bound);
  }

  /** Append time stepped back to {@code now}: nothing was heard later than that. */
  void lowerTo(long now, long highestBelieved) {
    heardAt = Math.min(heardAt, now);
    quiet = Math.min(quiet, highestBelieved);
  }

  /** Writes {@code largest timestamp, heard at, idle flag}. */
  void save(DataOutput out) throws IOException {
    out.writeLong(seen);
    out.writeLong(heardAt);
    out.writeBoolean(isIdle());
  }

  void restore(DataInput in, long bound, long highestBelieved) throws IOException {
    seen = in.readLong();
    heardAt = in.readLong();
    if (in.readBoolean()) {
      leaveOut();
    } else {
      takePart(bound, highestBelieved);
    }
  }
}
