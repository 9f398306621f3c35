package tidemark.engines.kafka;

import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.common.TopicPartition;
import tidemark.LogMaker;
import tidemark.log.RewritableLog;

/**
 * Logs on a broker of our own, for the laws of lib/core. {@link OnlyNamedDifferences} starts it.
 */
public final class KafkaLogs implements LogMaker {
  private static final long NEVER_ROLLS_FROM = 1 << 24;
  private static final AtomicInteger TOPICS = new AtomicInteger();

  private InstantSource clock = InstantSource.system();

  @Override
  public RewritableLog create(InstantSource newClock, boolean compacted, long segmentBytes) {
    clock = newClock;
    long atLeast = segmentBytes < NEVER_ROLLS_FROM ? Math.max(1 << 20, segmentBytes) : 1 << 30;
    Map<String, String> settings = Map.of("segment.bytes", "" + atLeast);
    String topic = "laws-" + TOPICS.getAndIncrement();
    KafkaLog.NewLog made = new KafkaLog.NewLog(topic, compacted, settings);
    return new LawLog(KafkaLog.create(OnlyNamedDifferences.cluster(), made, clock));
  }

  @Override
  public RewritableLog reopen(RewritableLog log) {
    TopicPartition partition = ((LawLog) log).log().partition();
    log.close();
    return new LawLog(KafkaLog.open(OnlyNamedDifferences.cluster(), partition, clock));
  }

  @Override
  public String toString() {
    return "KAFKA";
  }
}
