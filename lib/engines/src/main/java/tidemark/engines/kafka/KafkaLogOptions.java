package tidemark.engines.kafka;

import java.util.Properties;
import org.apache.kafka.storage.internals.log.LogConfig;

/**
 * How a {@link KafkaCompactedLog} is kept.
 *
 * @param deleteRetentionMillis Kafka's {@code delete.retention.ms}
 * @param keyMapBytes memory for the cleaner's key map, in bytes: each key takes a slot of 24 bytes,
 *     and a pass ends when nine tenths of the slots are used
 * @param indexBytes size of each segment's offset index while the segment is active, in bytes
 */
public record KafkaLogOptions(long deleteRetentionMillis, int keyMapBytes, int indexBytes) {

  /** Small files, and a key map for 230 keys: for histories of a few records. */
  public static KafkaLogOptions small(long deleteRetentionMillis) {
    return new KafkaLogOptions(deleteRetentionMillis, 24 * 256, 4096);
  }

  /**
   * Large index files, a key map that takes this many keys in one pass, and a delete retention of
   * one day.
   */
  public static KafkaLogOptions large(int keys) {
    return new KafkaLogOptions(86_400_000, Math.max(1 << 16, 48 * keys), 10 << 20);
  }

  /** The same options with another size of the key map, in bytes. */
  public KafkaLogOptions withKeyMapBytes(int bytes) {
    return new KafkaLogOptions(deleteRetentionMillis, bytes, indexBytes);
  }

  /**
   * Kafka's settings for the log: segments roll only when asked, or at 1 GiB, and a pass runs as
   * soon as anything is dirty.
   */
  LogConfig config() {
    Properties config = new Properties();
    config.put("cleanup.policy", "compact");
    config.put("min.cleanable.dirty.ratio", "0");
    config.put("delete.retention.ms", String.valueOf(deleteRetentionMillis));
    config.put("segment.index.bytes", String.valueOf(indexBytes));
    config.put("segment.bytes", String.valueOf(1 << 30));
    config.put("segment.ms", String.valueOf(Long.MAX_VALUE));
    config.put("message.timestamp.after.max.ms", String.valueOf(Long.MAX_VALUE));
    config.put("message.timestamp.before.max.ms", String.valueOf(Long.MAX_VALUE));
    config.put("file.delete.delay.ms", "0");
    return new LogConfig(config);
  }
}
