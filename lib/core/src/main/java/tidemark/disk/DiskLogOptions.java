package tidemark.disk;

import java.time.InstantSource;

/**
 * How a {@link DiskLog} is kept.
 *
 * @param clock gives the append times; read once for each append, in ms since the epoch
 * @param segmentBytes the segment size in bytes, at least 1: an append that could make the active
 *     segment larger closes it first. An event that is larger than this gets a segment of its own
 * @param compacted whether events without a key are refused
 * @param durability when events are written, and whether they are forced to the disk
 */
public record DiskLogOptions(
    InstantSource clock, long segmentBytes, boolean compacted, Durability durability) {
  private static final long SEGMENT_BYTES = 64 << 20;

  /**
   * Checks the segment size.
   *
   * @throws IllegalArgumentException if {@code segmentBytes} is not positive
   */
  public DiskLogOptions {
    if (segmentBytes <= 0) {
      throw new IllegalArgumentException(
          "a segment must have room, segmentBytes=" + segmentBytes + "; give at least 1 byte");
    }
  }

  /** A log for events, in segments of 64 MiB; each append is durable when it returns. */
  public static DiskLogOptions uncompacted(InstantSource clock) {
    return new DiskLogOptions(clock, SEGMENT_BYTES, false, Durability.everyAppend());
  }

  /**
   * A log for a table, which refuses events without a key, in segments of 64 MiB; each append is
   * durable when it returns.
   */
  public static DiskLogOptions compacted(InstantSource clock) {
    return new DiskLogOptions(clock, SEGMENT_BYTES, true, Durability.everyAppend());
  }

  /**
   * The same options with another segment size, in bytes.
   *
   * @throws IllegalArgumentException if it is not positive
   */
  public DiskLogOptions withSegmentBytes(long bytes) {
    return new DiskLogOptions(clock, bytes, compacted, durability);
  }

  /** The same options with another durability. */
  public DiskLogOptions withDurability(Durability other) {
    return new DiskLogOptions(clock, segmentBytes, compacted, other);
  }
}
