package tidemark.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;
import tidemark.log.Cursor;
import tidemark.log.Event;
import tidemark.log.ManualClock;
import tidemark.log.Retention;
import tidemark.log.RewritableLog.Disposition;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.Loss;

/**
 * Random histories of a log that merges a lot, beside a map of what each offset must hold: record,
 * epoch, delete horizon. The map knows nothing of segments.
 */
final class SegmentMergeModelTest {
  private static final int RUNS = Boolean.getBoolean("tidemark.long") ? 5000 : 60;
  private static final int OPERATIONS = 120;

  private final TreeMap<Long, MergeScene.Kept> model = new TreeMap<>();
  private final ManualClock clock = new ManualClock(1000);
  private FaultyStorage disk = new FaultyStorage();
  private int merges;

  @Test
  void mergedLogHoldsWhatAMapOfItsRecordsHolds() {
    int[] all = {0};
    Seeds.forEach(
        RUNS,
        (seed, random) -> {
          SegmentMergeModelTest run = new SegmentMergeModelTest();
          run.play(random);
          all[0] += run.merges;
        });
    assertTrue(!Seeds.all() || all[0] > 3 * RUNS, "merges=" + all[0]);
  }

  private void play(RandomGenerator random) {
    DiskLogOptions options =
        DiskLogOptions.compacted(clock).withSegmentBytes(300 + random.nextInt(900));
    DiskLog log = DiskLog.open(disk, options);
    for (int i = 0; i < OPERATIONS; i++) {
      clock.set(Math.max(0, clock.millis() + random.nextInt(-3, 8)));
      switch (random.nextInt(10)) {
        case 0, 1 -> log.roll();
        case 2 -> rewrite(log, random);
        case 3 -> retain(log, random);
        case 4 -> log = reopen(log, options, random);
        default -> append(log, random);
      }
      assertEquals(List.copyOf(model.values()), MergeScene.kept(log));
      long from = log.startOffset() + random.nextLong(log.endOffset() - log.startOffset() + 1);
      assertEquals(model.tailMap(from).size(), log.entries(from).size());
    }
    log.close();
  }

  private void append(DiskLog log, RandomGenerator random) {
    String value = random.nextInt(3) == 0 ? null : "v".repeat(random.nextInt(60));
    long offset = log.append(Event.of("k" + random.nextInt(5), value));
    model.put(
        offset, new MergeScene.Kept(log.entries(offset).get(0), log.epoch(), Cursor.NO_HORIZON));
  }

  private void rewrite(DiskLog log, RandomGenerator random) {
    long end = log.startOffset() + random.nextLong(log.activeStart() - log.startOffset() + 1);
    end = random.nextBoolean() ? log.activeStart() : end;
    long horizon = random.nextInt(2000);
    int kept = random.nextInt(5);
    long salt = random.nextLong();
    int before = MergeScene.segments(disk).size();
    log.rewrite(
        end,
        horizon,
        entry -> isKept(entry.offset(), salt, kept) ? Disposition.KEEP : Disposition.SUPERSEDED);
    merges += MergeScene.segments(disk).size() < before ? 1 : 0;
    model.headMap(end).keySet().removeIf(offset -> !isKept(offset, salt, kept));
    model
        .headMap(end)
        .replaceAll(
            (offset, k) ->
                k.entry().isTombstone() && k.deleteHorizon() == Cursor.NO_HORIZON
                    ? new MergeScene.Kept(k.entry(), k.epoch(), horizon)
                    : k);
  }

  private static boolean isKept(long offset, long salt, int ofFive) {
    return Math.floorMod(offset * 0x9E3779B97F4A7C15L ^ salt, 5) <= ofFive;
  }

  /** No record that is young enough goes; the first closed segment that stays has one. */
  private void retain(DiskLog log, RandomGenerator random) {
    long since = clock.millis() - random.nextInt(60);
    long start = log.retain(Retention.since(since));
    for (MergeScene.Kept gone : model.headMap(start).values()) {
      assertTrue(gone.entry().appendTime() < since, "a young record went: " + gone);
    }
    model.headMap(start).clear();
    if (start < log.activeStart()) {
      long end = log.activeStart();
      assertNotNull(
          model.subMap(start, end).values().stream()
              .filter(kept -> kept.entry().appendTime() >= since)
              .findFirst()
              .orElse(null),
          "nothing young stays from " + start + " on");
    }
  }

  private DiskLog reopen(DiskLog log, DiskLogOptions options, RandomGenerator random) {
    if (random.nextBoolean()) {
      log.close();
    } else {
      disk = disk.afterPowerCut(Loss.some(random));
    }
    return DiskLog.open(disk, options);
  }
}
