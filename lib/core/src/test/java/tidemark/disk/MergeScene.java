package tidemark.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import tidemark.log.Cursor;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.ManualClock;
import tidemark.log.Marks;
import tidemark.log.Retention;
import tidemark.log.RewritableLog.Disposition;
import tidemark.simulate.FaultyStorage;

/** A table log of small closed segments, of several epochs, whose compaction merges them. */
final class MergeScene {
  /** Offsets that {@link #compact} removes; of these the tombstone is purged. */
  static final List<Long> REMOVED = List.of(0L, 3L, 4L, 7L);

  private static final long PURGED = 4;

  final ManualClock clock = new ManualClock(1000);
  final DiskLogOptions options = DiskLogOptions.compacted(clock);

  /** One record of a log with all that must stay. */
  record Kept(Entry entry, long epoch, long deleteHorizon) {}

  /** Four closed segments, [0, 3) [3, 5) [5, 8) [8, 9), each of an epoch; the active one is 9. */
  void fill(FaultyStorage disk) {
    append(disk, "a=1", "b=1", "c=∅");
    append(disk, "b=2", "d=∅");
    append(disk, "e=1", "f=∅", "e=2");
    append(disk, "g=1");
  }

  /** Appends in an opening of its own, so in an epoch of its own, and closes the segment. */
  void append(FaultyStorage disk, String... records) {
    try (DiskLog log = open(disk)) {
      append(log, records);
    }
  }

  void append(DiskLog log, String... records) {
    for (String record : records) {
      String value = record.substring(2);
      clock.advance(10);
      log.append(Event.of(record.substring(0, 1), value.equals("∅") ? null : value));
    }
    log.roll();
  }

  DiskLog open(FaultyStorage disk) {
    return DiskLog.open(disk, options);
  }

  /** Removes {@link #REMOVED}, gives tombstones the horizon 77, and merges. */
  void compact(DiskLog log) {
    log.rewrite(
        log.activeStart(),
        77,
        entry ->
            !REMOVED.contains(entry.offset())
                ? Disposition.KEEP
                : entry.offset() == PURGED ? Disposition.PURGED : Disposition.SUPERSEDED);
  }

  static void mergeOnly(DiskLog log) {
    log.rewrite(log.activeStart(), Cursor.NO_HORIZON, entry -> Disposition.KEEP);
  }

  static List<Kept> kept(DiskLog log) {
    List<Kept> kept = new ArrayList<>();
    try (Cursor cursor = log.read(log.startOffset())) {
      while (cursor.next()) {
        kept.add(new Kept(cursor.entry(), log.epochAt(cursor.offset()), cursor.deleteHorizon()));
      }
    }
    return kept;
  }

  /** The segments' files, in order. */
  static List<String> segments(FaultyStorage disk) {
    return disk.names().stream().filter(name -> name.endsWith(".log")).toList();
  }

  /** Every record, epoch and horizon that {@link #compact} leaves, or left to be compacted. */
  void checkAfterCrash(FaultyStorage found, List<Kept> before, List<Kept> after) {
    try (DiskLog log = open(found)) {
      List<Kept> now = kept(log);
      long removed = before.stream().filter(k -> isRemovedIn(log, k)).count();
      assertEquals(before.size() - removed, now.size());
      for (Kept kept : now) {
        assertEquals(1, before.stream().filter(k -> k.entry.equals(kept.entry)).count());
        assertEquals(epochOf(before, kept.entry.offset()), kept.epoch);
      }
      compact(log);
      assertEquals(after, kept(log));
      assertEquals(new Marks(0, 7, 4), log.marks());
      assertEquals(9, log.endOffset());
      assertEquals(2, segments(found).size());
      append(log, "h=1");
      assertEquals(10, log.retain(Retention.upTo(0)));
    }
    assertEquals(List.of(), found.names().stream().filter(n -> n.equals(MergeFile.NAME)).toList());
  }

  private static boolean isRemovedIn(DiskLog log, Kept kept) {
    try (Cursor cursor = log.read(kept.entry.offset())) {
      return !cursor.next() || cursor.offset() != kept.entry.offset();
    }
  }

  private static long epochOf(List<Kept> all, long offset) {
    return all.stream().filter(k -> k.entry.offset() == offset).findFirst().orElseThrow().epoch;
  }
}
