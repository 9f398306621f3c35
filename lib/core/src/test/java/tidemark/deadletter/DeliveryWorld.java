package tidemark.deadletter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tidemark.Seeds;
import tidemark.deadletter.DeadLetters.Settlement;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.disk.Durability;
import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.ManualClock;
import tidemark.simulate.Crash;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.FaultyStorage.Kind;
import tidemark.simulate.Loss;

/**
 * A consumer over several lives: source, progress, dead letters and table, each on a disk of its
 * own, and one I/O step at which the power is cut or the step fails. The history has poison,
 * records that kill the process, failures that pass and outages.
 */
final class DeliveryWorld {
  static final int RECORDS = 6;
  private static final int SOURCE = 0;
  private static final int PROGRESS = 1;
  private static final int DEAD = 2;
  private static final int TABLE = 3;

  /** The process is gone: only the harness catches it. */
  private static final class Killed extends Error {
    private static final long serialVersionUID = 1;

    Killed(@Nullable Throwable cause) {
      super(cause);
    }
  }

  /** What a process has opened. */
  private record Opened(Partition source, Commits progress, DeadLetters dead, TableLog table) {}

  private enum Sort {
    GOOD,
    FLAKY,
    OUTAGE,
    POISON,
    KILLS
  }

  private final ManualClock clock = new ManualClock(0);
  private final boolean powerCut;
  private final int faultAt;
  private final RandomGenerator losses;
  private final List<Sort> sorts = new ArrayList<>();
  private final List<Event> events = new ArrayList<>();
  private final List<Durability> durabilities = new ArrayList<>();
  private final int[] failuresLeft = new int[RECORDS];
  private final List<FaultyStorage> disks = new ArrayList<>();
  private final List<DiskLog> logs = new ArrayList<>();
  private int steps;
  private int lost;
  private int doubled;
  private int deadLettered;
  private int superseded;
  private int replayed;
  private boolean crashed;
  private boolean over;

  DeliveryWorld(long seed, int faultAt, boolean powerCut) {
    this.faultAt = faultAt;
    this.powerCut = powerCut;
    this.losses = Seeds.random(seed * 1000 + faultAt);
    RandomGenerator random = Seeds.random(seed);
    for (int i = 0; i < RECORDS; i++) {
      Sort sort = List.of(Sort.values()).get(random.nextInt(5));
      sorts.add(random.nextInt(3) == 0 ? Sort.GOOD : sort);
      failuresLeft[i] = sorts.get(i) == Sort.OUTAGE ? random.nextInt(12) : 1;
      String value = random.nextInt(4) == 0 ? null : "v" + i;
      events.add(Event.of("k" + random.nextInt(4), value));
    }
    for (int disk = SOURCE; disk <= TABLE; disk++) {
      int choice = disk == SOURCE ? 0 : random.nextInt(3);
      durabilities.add(
          choice == 0
              ? Durability.everyAppend()
              : choice == 1 ? Durability.leftToSystem() : Durability.every(3, Durability.NO_LIMIT));
      disks.add(new FaultyStorage().follow(this::allow));
    }
  }

  int steps() {
    return steps;
  }

  int lost() {
    return lost;
  }

  int doubled() {
    return doubled;
  }

  int deadLettered() {
    return deadLettered;
  }

  int superseded() {
    return superseded;
  }

  int replayed() {
    return replayed;
  }

  private int allow(FaultyStorage.Step step) throws IOException {
    if (crashed) {
      throw new Crash(0);
    }
    if (step.kind() != Kind.READ && !over && steps++ == faultAt) {
      if (!powerCut) {
        throw new IOException("step fails");
      }
      crashed = true;
      throw new Crash(losses.nextInt(step.bytes() + 1));
    }
    return step.bytes();
  }

  /** Runs process after process until all is done. */
  void play() {
    boolean done = false;
    for (int process = 0; !done; process++) {
      assertTrue(process < 60, "it ends");
      try {
        run(open());
        done = !crashed; // A replay takes a crash for one more failure of the record.
      } catch (Killed | Crash | UncheckedIOException | Delivery.StoppedException ended) {
        done = false;
      }
      close();
    }
  }

  private Opened open() {
    for (int disk = SOURCE; disk <= TABLE; disk++) {
      DiskLogOptions options =
          DiskLogOptions.uncompacted(clock).withDurability(durabilities.get(disk));
      logs.add(DiskLog.open(disks.get(disk), options));
    }
    Partition source = new Partition("p", logs.get(SOURCE));
    return new Opened(
        source,
        Commits.open(source, logs.get(PROGRESS)),
        DeadLetters.open(logs.get(DEAD)),
        TableLog.open(source, logs.get(TABLE)));
  }

  private void run(Opened now) {
    DiskLog log = logs.get(SOURCE);
    Delivery delivery =
        Delivery.of(now.source, now.progress, now.dead, RetryPolicy.bounded(3, Duration.ZERO))
            .withSleeper(wait -> {});
    while (log.endOffset() < RECORDS || now.progress.committed() < RECORDS) {
      for (int i = 0; i < 3 && log.endOffset() < RECORDS; i++) {
        log.append(events.get((int) log.endOffset()));
      }
      delivery.run(handler(now.table));
    }
    Replay replay = Replay.of(now.dead, now.table);
    replay.afterFix();
    now.dead.open().forEach(replay::byHand);
  }

  private Handler handler(TableLog table) {
    return new Handler() {
      @Override
      public void handle(Entry entry) throws IOException {
        fail((int) entry.offset());
        try {
          table.handle(entry);
        } catch (Crash crash) {
          throw new Killed(crash);
        }
      }

      @Override
      public boolean applied(Entry entry) {
        return table.applied(entry);
      }
    };
  }

  private void fail(int offset) throws IOException {
    Sort sort = sorts.get(offset);
    if (sort == Sort.KILLS) {
      throw new Killed(null);
    } else if (sort == Sort.POISON) {
      throw new IllegalArgumentException("poison");
    } else if (sort != Sort.GOOD && failuresLeft[offset]-- > 0) {
      if (sort == Sort.OUTAGE) {
        throw new IOException("outage");
      }
      throw new IllegalStateException("passes");
    }
  }

  /** The process is over: closed, killed, or the power is cut. */
  private void close() {
    boolean cut = crashed;
    crashed = false;
    for (int disk = SOURCE; disk <= TABLE; disk++) {
      FaultyStorage old = disks.get(disk);
      Loss loss = cut ? Loss.some(losses) : Loss.NOTHING;
      disks.set(disk, old.afterPowerCut(loss).follow(this::allow));
    }
    logs.clear();
  }

  void check() {
    over = true;
    Opened now = open();
    Map<Long, Integer> letters = new TreeMap<>();
    for (Entry entry : logs.get(DEAD).entries(0)) {
      DeadLetter letter = DeadLetterLayout.read(entry.event());
      if (letter != null) {
        letters.merge(letter.origin().place().offset(), 1, Integer::sum);
        assertEquals(events.get((int) letter.entry().offset()), letter.entry().event());
      }
    }
    Map<Long, Integer> applied = new TreeMap<>();
    Map<Long, Integer> replays = new TreeMap<>();
    Map<Bytes, Long> lastChanges = new HashMap<>();
    for (Entry entry : logs.get(TABLE).entries(0)) {
      readChange(entry, applied, replays);
    }
    Set<Long> expectedDead = new HashSet<>();
    for (long i = 0; i < RECORDS; i++) {
      if (sorts.get((int) i).compareTo(Sort.POISON) >= 0) {
        expectedDead.add(i);
      } else {
        lastChanges.put(key(i), i);
      }
    }
    for (long i = 0; i < RECORDS; i++) {
      int expected = expectedDead.contains(i) ? 1 : 0;
      lost += letters.getOrDefault(i, 0) < expected ? 1 : 0;
      doubled += letters.getOrDefault(i, 0) > expected ? 1 : 0;
      deadLettered += expected;
      assertEquals(expected, letters.getOrDefault(i, 0), "letters of " + i + " " + sorts);
      assertEquals(1 - expected, applied.getOrDefault(i, 0), "effects of " + i + " " + sorts);
      if (expected == 1) {
        checkReplay(now, i, lastChanges, replays);
      }
    }
    assertTrue(now.dead.completeness(now.source, now.progress.committed()).isComplete());
    assertEquals(RECORDS, now.progress.committed());
    lastChanges.forEach(
        (key, i) -> assertEquals(events.get(i.intValue()).value(), now.table.value(key)));
  }

  private Bytes key(long offset) {
    Bytes key = events.get((int) offset).key();
    assertTrue(key != null);
    return key == null ? Bytes.of() : key;
  }

  /** AFTER_FIX letters are replayed first, then those by hand; each in order. */
  private void checkReplay(
      Opened now, long i, Map<Bytes, Long> lastChanges, Map<Long, Integer> replays) {
    Settlement settlement = now.dead.settlement(now.source.place(i)).orElseThrow();
    assertEquals(settlement == Settlement.REPLAYED ? 1 : 0, replays.getOrDefault(i, 0));
    replayed += settlement == Settlement.REPLAYED ? 1 : 0;
    superseded += settlement == Settlement.SUPERSEDED ? 1 : 0;
    long last = lastChanges.getOrDefault(key(i), -1L);
    if (last > i) {
      assertEquals(Settlement.SUPERSEDED, settlement, "a replay overwrote " + last);
    } else if (settlement == Settlement.REPLAYED) {
      lastChanges.put(key(i), i);
    }
  }

  private void readChange(Entry entry, Map<Long, Integer> applied, Map<Long, Integer> replays) {
    Bytes mark = DeadLetterLayout.last(entry.event(), TableLog.HEADER);
    try (DataInputStream in = DeadLetterLayout.in(mark == null ? Bytes.of() : mark)) {
      long offset = DeadLetterLayout.readPlace(in).offset();
      (in.readBoolean() ? replays : applied).merge(offset, 1, Integer::sum);
    } catch (IOException damaged) {
      throw new UncheckedIOException(damaged);
    }
  }
}
