package tidemark.engines.recorded;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.processor.StateRestoreListener;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.QueryableStoreTypes;
import org.apache.kafka.streams.state.ReadOnlyKeyValueStore;
import tidemark.engines.broker.EmbeddedBroker;

/**
 * One machine of a Kafka Streams application that keeps the topic {@value #INPUT} as a table, on
 * its disk and in the topic {@value #CHANGELOG}.
 */
final class StreamsMachine implements AutoCloseable {
  static final String INPUT = "changes";
  static final String CHANGELOG = "app-table-changelog";

  private static final String TABLE = "table";
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final KafkaStreams streams;
  private volatile long restoredFrom;
  private volatile long restoredTo;
  private volatile long restored;
  private volatile String failed = "no error";

  private StreamsMachine(KafkaStreams streams) {
    this.streams = streams;
  }

  /** Starts it on a folder, and waits until it has restored what the changelog holds. */
  static StreamsMachine start(EmbeddedBroker broker, Path folder) throws Exception {
    StreamsBuilder builder = new StreamsBuilder();
    builder.table(INPUT, Consumed.with(Serdes.String(), Serdes.String()), Materialized.as(TABLE));
    Properties settings = new Properties();
    settings.put("application.id", "app");
    settings.put("bootstrap.servers", broker.bootstrapServers());
    settings.put("state.dir", folder.toString());
    settings.put("auto.offset.reset", "earliest");
    settings.put("commit.interval.ms", "100");
    settings.put("statestore.cache.max.bytes", "0");
    StreamsMachine machine = new StreamsMachine(new KafkaStreams(builder.build(), settings));
    machine.streams.setGlobalStateRestoreListener(machine.new Restoring());
    machine.streams.setUncaughtExceptionHandler(
        failure -> {
          machine.failed = failure.toString();
          return StreamThreadExceptionResponse.SHUTDOWN_CLIENT;
        });
    machine.streams.start();
    until("running", () -> machine.streams.state() == KafkaStreams.State.RUNNING);
    return machine;
  }

  /** Waits until something is so. */
  static void until(String what, Callable<Boolean> holds) throws Exception {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!holds.call()) {
      assertTrue(System.nanoTime() < deadline, () -> "not within " + LIMIT + ": " + what);
      Thread.sleep(20);
    }
  }

  /** The table on this machine. */
  SortedMap<String, String> table() {
    SortedMap<String, String> table = new TreeMap<>();
    ReadOnlyKeyValueStore<String, String> store =
        streams.store(
            StoreQueryParameters.fromNameAndType(TABLE, QueryableStoreTypes.keyValueStore()));
    try (KeyValueIterator<String, String> rows = store.all()) {
      rows.forEachRemaining(row -> table.put(row.key, row.value));
    }
    return table;
  }

  /** What it read of the changelog before it ran, and whether it complained since. */
  String restored() {
    return "%d to %d: %d records, %s".formatted(restoredFrom, restoredTo, restored, failed);
  }

  /** Stops cleanly: what the folder holds is then as new as the changelog. */
  @Override
  public void close() {
    streams.close(
        CloseOptions.groupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP)
            .withTimeout(LIMIT));
  }

  private final class Restoring implements StateRestoreListener {
    @Override
    public void onRestoreStart(TopicPartition changelog, String store, long from, long to) {
      restoredFrom = from;
      restoredTo = to;
    }

    @Override
    public void onBatchRestored(TopicPartition changelog, String store, long at, long records) {}

    @Override
    public void onRestoreEnd(TopicPartition changelog, String store, long records) {
      restored = records;
    }
  }
}
