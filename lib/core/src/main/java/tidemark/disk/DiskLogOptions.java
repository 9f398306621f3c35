package tidemark.disk;

import java.time.InstantSource;

/**
 * How a {@link DiskLog} is kept.
 *
 * @param clock gives append times
 * @param segmentBytes a segment is closed before it grows past this, in bytes
 * @param compacted whether events without a key are refused
 * @param durability when events are handed over
 */
public record DiskLogOptions(
    InstantSource clock, long segmentBytes, boolean compacted, Durability durability) {
  private static final long SEGMENT_BYTES = 64 << 20;

  public DiskLogOptions {
    if (segmentBytes <= 0) {
      throw new IllegalArgumentException(
          "a segment must have room, segmentBytes=" + segmentBytes + "; give at least 1 byte");
    }
  }

  /** A log for events, synced on every append. */
  public static DiskLogOptions uncompacted(InstantSource clock) {
    return new DiskLogOptions(clock, SEGMENT_BYTES, false, Durability.everyAppend());
  }

  /** A log for a table, synced on every append: it refuses events without a key. */
  public static DiskLogOptions compacted(InstantSource clock) {
    return new DiskLogOptions(clock, SEGMENT_BYTES, true, Durability.everyAppend());
  }

  /** The same with another segment size, in bytes. */
  public DiskLogOptions withSegmentBytes(long bytes) {
    return new DiskLogOptions(clock, bytes, compacted, durability);
  }

  /** The same with another durability. */
  public DiskLogOptions withDurability(Durability other) {
    return new DiskLogOptions(clock, segmentBytes, compacted, other);
  }
}
