package tidemark.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

/** A record that the job writes. Its fields are public because Flink's serializer needs that. */
public class Result {
  /** The topic it goes to. */
  public enum Target {
    /** The output topic: firings, late events, and notes of dead letters. */
    OUTPUT,
    /** The table topic: a key's new value. */
    TABLE,
    /** The topic of dead letters. */
    DEAD
  }

  /** The topic it goes to. */
  public Target target = Target.OUTPUT;

  /** The partition it goes to: the number of the input partition that it comes from. */
  public int partition;

  /** The input record that caused it: {@code epoch.offset}. */
  public String madeBy = "";

  /** The record's key; null only in a dead letter whose record has none. */
  public byte @Nullable [] key;

  /**
   * The record's value; null deletes the key from the table, or is the value of a dead letter's
   * record.
   */
  public byte @Nullable [] value;

  /** Names of its headers, in order; the job adds {@link Topics#PLACE} when it writes. */
  public String[] headerNames = {};

  /** Values of its headers, one for each name; each may be null. */
  public byte[][] headerValues = {};

  /** A result without key, value and headers. */
  static Result of(Target target, int partition, String madeBy) {
    Result result = new Result();
    result.target = target;
    result.partition = partition;
    result.madeBy = madeBy;
    return result;
  }

  /**
   * A result for the output topic. The same result always has the same key, so that readers
   * recognize a duplicate.
   */
  static Result output(int partition, String madeBy, String key, String value) {
    Result result = of(Target.OUTPUT, partition, madeBy);
    result.key = key.getBytes(UTF_8);
    result.value = value.getBytes(UTF_8);
    return result;
  }
}
