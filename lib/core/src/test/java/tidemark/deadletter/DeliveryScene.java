package tidemark.deadletter;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.disk.Durability;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.ManualClock;
import tidemark.log.MemoryLog;
import tidemark.simulate.FaultyStorage;

/** A partition, its consumer, and the logs that outlive the consumer's process. */
final class DeliveryScene {
  /** The process is gone: only the test that plays the supervisor catches it. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1;
  }

  final ManualClock clock = new ManualClock(1000);
  final List<String> processed = new ArrayList<>();
  final List<Duration> waits = new ArrayList<>();
  final FaultyStorage deadDisk = new FaultyStorage();
  MemoryLog log = memory();
  Partition source = new Partition("orders-2", log);
  MemoryLog progressLog = memory();
  DiskLog deadLog = DiskLog.open(deadDisk, DiskLogOptions.uncompacted(clock));
  Commits progress = Commits.open(source, progressLog);
  DeadLetters dead = DeadLetters.open(deadLog);
  RetryPolicy policy = RetryPolicy.bounded(3, Duration.ofMillis(10));
  Delivery delivery = delivery();

  MemoryLog memory() {
    return MemoryLog.uncompacted(clock, MemoryLog.NO_ROLL);
  }

  /** A new process: it knows only what is on the logs. */
  void restart() {
    deadLog.close();
    deadLog = DiskLog.open(deadDisk, DiskLogOptions.uncompacted(clock));
    progress = Commits.open(source, progressLog);
    dead = DeadLetters.open(deadLog);
    delivery = delivery();
  }

  Delivery delivery() {
    return Delivery.of(source, progress, dead, policy).withSleeper(waits::add);
  }

  /** The partition has this history, and the process is new. */
  void source(String history) {
    log = MemoryLog.of(history);
    source = new Partition("orders-2", log);
    restart();
  }

  /** A handler: the value "poison" cannot be read, everything else is processed. */
  void poison(Entry entry) throws IOException {
    if ("poison".equals("" + entry.value())) {
      throw new IllegalArgumentException("cannot read " + entry);
    }
    processed.add("" + entry);
  }

  static List<Long> offsets(DeadLetters letters) {
    return letters.all().stream().map(letter -> letter.entry().offset()).toList();
  }

  DiskLogOptions unsynced() {
    return DiskLogOptions.uncompacted(clock).withDurability(Durability.leftToSystem());
  }

  /** A partition with a synced record 0, and a dead letter of record 1, which is not synced. */
  Partition deadLetterOfWhatAPowerCutTakes(FaultyStorage disk, ReplayPolicy replay) {
    DiskLog lost = DiskLog.open(disk, unsynced());
    lost.append(Event.of("a", "kept"));
    lost.sync();
    lost.append(Event.of("b", "poison"));
    Partition partition = new Partition("p", lost);
    Reason reason = new Reason("r", null, null, 1);
    dead.add(DeadLetter.of(partition, lost.entries(1).get(0), reason, replay));
    return partition;
  }
}
