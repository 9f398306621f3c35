package tidemark.engines.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.Uuid;
import org.junit.jupiter.api.Test;
import tidemark.engines.kafka.GroupLag.Moment;
import tidemark.engines.kafka.PartitionLag.Numbers;
import tidemark.engines.kafka.PartitionLag.Unknown;
import tidemark.lag.Lag;

class LagHistoryTest {
  private static final TopicPartition A = new TopicPartition("a", 0);
  private static final TopicPartition B = new TopicPartition("b", 0);

  private static PartitionLag of(TopicPartition partition, long positions) {
    OptionalLong zero = OptionalLong.of(0);
    Lag lag = new Lag(zero, 0, positions, zero, zero);
    return PartitionLag.of(
        partition,
        Optional.empty(),
        new Numbers(Uuid.ONE_UUID, lag, positions, OptionalLong.empty()),
        false);
  }

  private static Moment moment(long now, PartitionLag... lags) {
    return new Moment("group", now, "stable", List.of(lags));
  }

  @Test
  void everyPartitionHasANumberOrAGapForEveryLook() {
    LagHistory history = new LagHistory();
    history.add(moment(5000, of(A, 3)));
    history.add(
        moment(
            6500,
            PartitionLag.of(A, Optional.empty(), new Unknown("no broker leads it"), false),
            of(B, 7)));
    history.add(moment(7000, of(B, 8)));
    assertEquals(List.of(0.0, 1.5, 2.0), history.seconds());
    HashMap<String, List<Long>> expected = new HashMap<>();
    expected.put("a-0", Arrays.asList(3L, null, null));
    expected.put("b-0", Arrays.asList(null, 7L, 8L));
    assertEquals(expected, history.offsetLags());
  }
}
