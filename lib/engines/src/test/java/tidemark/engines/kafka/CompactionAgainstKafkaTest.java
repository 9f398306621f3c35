package tidemark.engines.kafka;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.Seeds;
import tidemark.compact.Compactor;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.disk.Durability;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.Log;
import tidemark.log.MemoryLog;
import tidemark.log.RewritableLog;
import tidemark.simulate.FaultyStorage;

/**
 * Random histories through our compactor, on both logs, and through Kafka's cleaner: after each
 * pass the same records survive at the same offsets, or the difference is a row of {@link
 * KafkaDifference}.
 */
class CompactionAgainstKafkaTest {
  private static final int HISTORIES = Boolean.getBoolean("tidemark.long") ? 10_000 : 400;
  private static final int STEPS = 60;

  @TempDir Path directory;

  private final Map<KafkaDifference, Integer> rows = new EnumMap<>(KafkaDifference.class);
  private int passes;
  private int kafkasPasses;
  private final List<String> withoutRow = new ArrayList<>();
  private int kept;
  private int expired;
  private int reopened;

  @Test
  void sameRecordsSurviveEachPassAsInKafkaOrTheDifferenceIsARow() {
    Seeds.forEach(HISTORIES, this::compare);
    assertEquals(List.of(), withoutRow);
    if (!Seeds.all()) {
      return;
    }
    assertTrue(passes >= 5 * HISTORIES && kafkasPasses >= 3 * HISTORIES, this::tally);
    assertTrue(
        kept > 10 * HISTORIES && expired > HISTORIES / 2 && reopened > HISTORIES / 2, this::tally);
    assertTrue(
        rows.getOrDefault(KafkaDifference.WAITS_FOR_NEW_WRITES, 0) > HISTORIES / 10, this::tally);
  }

  private String tally() {
    return "passes=%d, of which Kafka ran %d, records kept=%d, tombstones expired=%d, reopened=%d, differences=%s"
        .formatted(passes, kafkasPasses, kept, expired, reopened, rows);
  }

  private void compare(long seed, RandomGenerator random) throws IOException {
    long retention = new long[] {0, 1, 100, 1000}[random.nextInt(4)];
    ManualTime time = new ManualTime(1_000_000);
    Compactor compactor = Compactor.of(time, Duration.ofMillis(retention));
    if (random.nextBoolean()) {
      compactor = compactor.withBudget(random.nextLong(1, 500));
    }
    int keys = random.nextInt(1, 9);
    long latest = 0;
    try (KafkaCompactedLog kafka =
            new KafkaCompactedLog(
                directory.resolve(seed + ""), time, KafkaLogOptions.small(retention));
        MemoryLog memory = MemoryLog.compacted(time, MemoryLog.NO_ROLL);
        Disk disk = new Disk(time)) {
      List<String> script = new ArrayList<>();
      for (int step = 0; step < STEPS; step++) {
        switch (random.nextInt(12)) {
          case 0, 1 -> {
            script.add("roll");
            kafka.roll();
            memory.roll();
            disk.log.roll();
          }
          case 2 -> {
            time.set(time.millis() + random.nextLong(-retention / 4 - 1, retention * 2 + 2));
            script.add("at " + time.millis());
          }
          case 3, 4 -> {
            script.add("compact");
            String where = "seed=" + seed + " retention=" + retention + " " + script;
            boolean ran = kafka.clean();
            kafkasPasses += ran ? 1 : 0;
            passes++;
            latest = Math.max(latest, time.millis());
            for (RewritableLog ours : List.of(memory, disk.log)) {
              long purged = compactor.compact(ours).purged();
              expired += (int) purged;
              compare(kafka, ours, ran ? time.millis() : Long.MIN_VALUE, latest, where);
            }
          }
          case 5 -> {
            if (random.nextInt(4) == 0) {
              script.add("reopen");
              reopened++;
              // Kafka would roll at its next append: see ROLLS_WHEN_OPENED_AGAIN.
              kafka.roll();
              memory.roll();
              disk.log.roll();
              kafka.reopen();
              disk.reopen();
            }
          }
          default -> {
            List<Event> batch = batch(random, keys, script);
            kafka.append(batch);
            batch.forEach(memory::append);
            batch.forEach(disk.log::append);
          }
        }
      }
    }
  }

  private static List<Event> batch(RandomGenerator random, int keys, List<String> script) {
    List<Event> batch = new ArrayList<>();
    for (int i = random.nextInt(1, 4); i > 0; i--) {
      String key = String.valueOf((char) ('a' + random.nextInt(keys)));
      String value = random.nextInt(3) == 0 ? null : "v" + random.nextInt(100);
      batch.add(Event.of(key, value).withEventTime(random.nextLong(1, 2_000_000)));
    }
    script.add(batch.stream().map(event -> event.key() + "=" + event.value()).toList().toString());
    return batch;
  }

  private void compare(
      KafkaCompactedLog kafka, Log ours, long kafkasPass, long latestPass, String where) {
    assertEquals(kafka.startOffset(), ours.startOffset(), where);
    assertEquals(kafka.endOffset(), ours.endOffset(), where);
    Map<Long, Entry> kafkas = byOffset(kafka.entries());
    Map<Long, Entry> here = byOffset(ours.entries(0));
    Map<Long, Long> horizons = kafka.deleteHorizons();
    Set<Long> offsets = new TreeSet<>(kafkas.keySet());
    offsets.addAll(here.keySet());
    for (long offset : offsets) {
      if (!Objects.equals(kafkas.get(offset), here.get(offset))) {
        // Ours purged it in a pass that Kafka had no reason for. Where the clock was set back
        // since,
        // Kafka's own pass may come too early for it.
        long horizon = horizons.getOrDefault(offset, Long.MAX_VALUE);
        boolean waits = horizon <= latestPass && horizon > kafkasPass;
        if (waits && !here.containsKey(offset)) {
          rows.merge(KafkaDifference.WAITS_FOR_NEW_WRITES, 1, Integer::sum);
        } else {
          withoutRow.add(
              "offset="
                  + offset
                  + " Kafka="
                  + kafkas.get(offset)
                  + " ours="
                  + here.get(offset)
                  + " "
                  + where);
        }
      }
    }
    kept += here.size();
  }

  /** By offset, and without append times: Kafka's records have one timestamp, the event's. */
  private static Map<Long, Entry> byOffset(List<Entry> entries) {
    return entries.stream()
        .map(entry -> new Entry(entry.offset(), 0, entry.event()))
        .collect(Collectors.toMap(Entry::offset, entry -> entry));
  }

  /** A log on a disk in memory, which outlives its reopening. */
  private static final class Disk implements AutoCloseable {
    private final FaultyStorage storage = new FaultyStorage();
    private final DiskLogOptions options;
    private DiskLog log;

    Disk(ManualTime time) {
      options = DiskLogOptions.compacted(time).withDurability(Durability.leftToSystem());
      log = DiskLog.open(storage, options);
    }

    void reopen() {
      log.close();
      log = DiskLog.open(storage, options);
    }

    @Override
    public void close() {
      log.close();
    }
  }
}
