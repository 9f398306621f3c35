package tidemark.log;

import org.junit.jupiter.api.extension.ExtendWith;
import tidemark.LogMaker;
import tidemark.engines.kafka.OnlyNamedDifferences;

@ExtendWith(OnlyNamedDifferences.class)
final class KafkaReadTest extends LogReadTest {
  KafkaReadTest(LogMaker maker) {
    super(maker);
  }
}
