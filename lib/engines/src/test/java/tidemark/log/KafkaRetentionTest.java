package tidemark.log;

import org.junit.jupiter.api.extension.ExtendWith;
import tidemark.LogMaker;
import tidemark.engines.kafka.OnlyNamedDifferences;

@ExtendWith(OnlyNamedDifferences.class)
final class KafkaRetentionTest extends LogRetentionTest {
  KafkaRetentionTest(LogMaker maker) {
    super(maker);
  }
}
