package tidemark.engines.kafka;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tidemark.log.LogLaws;
import tidemark.log.RewritableLog;

/**
 * The laws of our log on a topic of a broker of our own; {@link KafkaLogDifference} has the rest.
 */
@ExtendWith(OnlyNamedDifferences.class)
final class KafkaLogLawsTest extends LogLaws {
  private static Cluster cluster;
  private static int topics;

  @BeforeAll
  static void start() {
    cluster = Cluster.atOrEmbedded("");
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Override
  protected RewritableLog create(boolean compacted, long segmentBytes) {
    long atLeast = segmentBytes < LARGE ? Math.max(1 << 20, segmentBytes) : 1 << 30;
    Map<String, String> settings = Map.of("segment.bytes", "" + atLeast);
    KafkaLog.NewLog made = new KafkaLog.NewLog("laws-" + topics++, compacted, settings);
    return new LawLog(KafkaLog.create(cluster, made, clock));
  }

  @Override
  protected RewritableLog reopen(RewritableLog log) {
    TopicPartition partition = ((LawLog) log).log().partition();
    log.close();
    return new LawLog(KafkaLog.open(cluster, partition, clock));
  }

  @Test
  void eachLawOfTheTableIsATest() {
    Set<String> laws = new TreeSet<>();
    for (Method method : LogLaws.class.getDeclaredMethods()) {
      laws.add(method.getName());
    }
    for (KafkaLogDifference row : KafkaLogDifference.values()) {
      for (String law : row.laws()) {
        assertTrue(laws.contains(law), "a law must be a test, row=" + row + ", law=" + law);
      }
    }
  }
}
