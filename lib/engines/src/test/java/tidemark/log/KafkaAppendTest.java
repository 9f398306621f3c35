package tidemark.log;

import org.junit.jupiter.api.extension.ExtendWith;
import tidemark.LogMaker;
import tidemark.engines.kafka.OnlyNamedDifferences;

@ExtendWith(OnlyNamedDifferences.class)
final class KafkaAppendTest extends LogAppendTest {
  KafkaAppendTest(LogMaker maker) {
    super(maker);
  }
}
