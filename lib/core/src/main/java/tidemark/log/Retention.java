package tidemark.log;

/**
 * How much of a log to keep. A whole segment goes if one of the two limits says so and nothing in
 * it is at or after {@code neededFromInclusive}.
 *
 * @param minAppendTime segments whose newest entry was appended before this go, in ms; {@link
 *     Long#MIN_VALUE} for no limit
 * @param maxBytes the oldest segments go while the log is larger; {@link Long#MAX_VALUE} for no
 *     limit
 * @param neededFromInclusive the oldest snapshot's position, never removed; {@link Long#MAX_VALUE}
 *     for none
 */
public record Retention(long minAppendTime, long maxBytes, long neededFromInclusive) {

  /** By age only. */
  public static Retention since(long minAppendTime) {
    return new Retention(minAppendTime, Long.MAX_VALUE, Long.MAX_VALUE);
  }

  /** By size only. */
  public static Retention upTo(long maxBytes) {
    return new Retention(Long.MIN_VALUE, maxBytes, Long.MAX_VALUE);
  }

  /** The same limits, but nothing at or after {@code fromInclusive} goes. */
  public Retention keeping(long fromInclusive) {
    return new Retention(minAppendTime, maxBytes, Math.min(neededFromInclusive, fromInclusive));
  }
}
