package tidemark.job;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tidemark.log.Bytes;

/**
 * One change that a share of a partition's keys is to make, or the news that the partition's
 * watermark has reached the end of a window. Public fields for Flink's serializer.
 */
public class Step {
  /** What is to be done. */
  public enum Kind {
    COUNT,
    REPLACE,
    ADD,
    ADVANCE
  }

  public Kind kind = Kind.ADVANCE;
  public int partition;

  /** Which share of the partition's keys. */
  public int share;

  /** The record that makes it: {@code epoch.offset}. */
  public String madeBy = "";

  /** Of the partition, as it stands. */
  public long watermark;

  /** Of {@link Kind#COUNT}: the event time. Of {@link Kind#ADD}: the amount. */
  public long number;

  /** Empty in {@link Kind#ADVANCE}. */
  public byte[] key = {};

  /** Null: null deletes. */
  public byte @Nullable [] value;

  static Step of(Kind kind, Arrival by, long watermark) {
    Step step = new Step();
    step.kind = kind;
    step.partition = by.partition;
    step.madeBy = by.name();
    step.watermark = watermark;
    return step;
  }

  Step withKey(Bytes newKey, int shares) {
    key = newKey.toByteArray();
    share = Math.floorMod(Arrays.hashCode(key), shares);
    return this;
  }
}
