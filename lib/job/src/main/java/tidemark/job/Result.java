package tidemark.job;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.jspecify.annotations.Nullable;

/** A record that the job writes. Public fields for Flink's serializer. */
public class Result {
  /** Where to. */
  public enum Target {
    OUTPUT,
    TABLE,
    DEAD
  }

  public Target target = Target.OUTPUT;

  /** Of the target topic: the number of the input's. */
  public int partition;

  /** The record that made it: {@code epoch.offset}. */
  public String madeBy = "";

  /** Null: a dead letter has the key of its record. */
  public byte @Nullable [] key;

  /** Null: null deletes. */
  public byte @Nullable [] value;

  public String[] headerNames = {};
  public byte[][] headerValues = {};

  static Result of(Target target, int partition, String madeBy) {
    Result result = new Result();
    result.target = target;
    result.partition = partition;
    result.madeBy = madeBy;
    return result;
  }

  /** Published under a key, so that readers can tell a second one of the same. */
  static Result output(int partition, String madeBy, String key, String value) {
    Result result = of(Target.OUTPUT, partition, madeBy);
    result.key = key.getBytes(UTF_8);
    result.value = value.getBytes(UTF_8);
    return result;
  }
}
