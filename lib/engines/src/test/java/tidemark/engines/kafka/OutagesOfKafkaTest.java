package tidemark.engines.kafka;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.ConnectException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.CorruptRecordException;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.LeaderNotAvailableException;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.NotEnoughReplicasException;
import org.apache.kafka.common.errors.NotLeaderOrFollowerException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SaslAuthenticationException;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tidemark.deadletter.Outages;

/** What a handler that writes to Kafka may fail with: Kafka's exceptions are all unchecked. */
class OutagesOfKafkaTest {
  static Stream<Exception> outages() {
    return Stream.of(
        new TimeoutException("Topic orders not present in metadata after 60000 ms."),
        new NetworkException("The server disconnected before a response was received."),
        new DisconnectException(),
        new LeaderNotAvailableException("no leader"),
        new NotLeaderOrFollowerException(),
        new NotEnoughReplicasException("too few in-sync replicas"),
        new SaslAuthenticationException("wrong password"),
        new SslAuthenticationException("certificate expired"),
        new TopicAuthorizationException("orders"),
        new InterruptException(new InterruptedException()),
        new ExecutionException(new TimeoutException("no answer")),
        new CompletionException(new KafkaException(new DisconnectException())),
        new SerializationException("the registry cannot be reached", new ConnectException()));
  }

  @ParameterizedTest
  @MethodSource("outages")
  void brokerThatCannotBeReachedIsAnOutage(Exception outage) {
    assertTrue(Outages.byType(outage));
  }

  static Stream<Exception> poison() {
    return Stream.of(
        new CorruptRecordException("a null key for a compacted topic"),
        new ExecutionException(new CorruptRecordException()),
        new RecordTooLargeException("the message is 1048577 bytes"),
        new SerializationException("Unknown magic byte!"),
        new InvalidTopicException("a topic that the record names"),
        new KafkaException("something else"));
  }

  @ParameterizedTest
  @MethodSource("poison")
  void recordThatKafkaDoesNotTakeIsPoison(Exception failure) {
    assertFalse(Outages.byType(failure));
  }
}
