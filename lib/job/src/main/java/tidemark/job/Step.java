package tidemark.job;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.log.Bytes;

/**
 * What a {@link Judge} sends to a {@link Keep}: one change of a key, or a new watermark by which
 * windows may end or close. Its fields are public because Flink's serializer needs that.
 */
public class Step {
  /** What is to be done. */
  public enum Kind {
    /** Count the event in its windows. */
    COUNT,
    /** Set the key's value, or delete the key. */
    REPLACE,
    /** Add an amount to the key's value, which is a number. */
    ADD,
    /** Fire and close windows up to the watermark. */
    ADVANCE
  }

  /** What is to be done. */
  public Kind kind = Kind.ADVANCE;

  /** Number of the input partition. */
  public int partition;

  /** Which share of the partition's keys it is for, from 0 on. */
  public int share;

  /** The input record that caused it: {@code epoch.offset}. */
  public String madeBy = "";

  /** The partition's watermark at this step, in ms since the epoch; may be −∞ or +∞. */
  public long watermark;

  /**
   * In {@link Kind#COUNT} the event time, in ms since the epoch; in {@link Kind#ADD} the amount;
   * else 0.
   */
  public long number;

  /** The key to change; empty in {@link Kind#ADVANCE}. */
  public byte[] key = {};

  /** In {@link Kind#REPLACE} the new value, where null deletes the key; else null. */
  public byte @Nullable [] value;

  /** A step without key and value, for share 0. */
  static Step of(Kind kind, Arrival by, long watermark) {
    Step step = new Step();
    step.kind = kind;
    step.partition = by.partition;
    step.madeBy = by.name();
    step.watermark = watermark;
    return step;
  }

  /** Sets the key and, by the key's hash, its share; returns this step. */
  Step withKey(Bytes newKey, int shares) {
    key = newKey.toByteArray();
    share = Math.floorMod(Arrays.hashCode(key), shares);
    return this;
  }
}
