package tidemark.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Event;
import tidemark.log.History;
import tidemark.log.Marks;
import tidemark.log.Retention;
import tidemark.log.RewritableLog.Disposition;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.FaultyStorage.Kind;
import tidemark.simulate.Loss;

/** The laws of {@link SegmentMerger}. */
final class SegmentMergeTest {
  private final MergeScene scene = new MergeScene();
  private final FaultyStorage disk = new FaultyStorage();

  @Test
  void neighboursThatHaveBecomeSmallBecomeOneFile() {
    scene.fill(disk);
    assertEquals(5, MergeScene.segments(disk).size());
    try (DiskLog log = scene.open(disk)) {
      scene.compact(log);
      assertEquals(List.of(name(0, 2), name(9, 0)), MergeScene.segments(disk));
      assertTrue(!disk.exists(MergeFile.NAME));
    }
    assertEquals(
        List.of(new SegmentName(0, 2).indexFile()),
        disk.names().stream().filter(name -> name.endsWith(".index")).toList());
  }

  private static String name(long base, int generation) {
    return new SegmentName(base, generation).logFile();
  }

  @Test
  void recordsOffsetsTimesEpochsAndHorizonsStayAsTheyWere() {
    scene.fill(disk);
    List<MergeScene.Kept> before;
    try (DiskLog log = scene.open(disk)) {
      before = MergeScene.kept(log);
    }
    List<MergeScene.Kept> expected = new ArrayList<>();
    for (MergeScene.Kept kept : before) {
      if (!MergeScene.REMOVED.contains(kept.entry().offset())) {
        long horizon = kept.entry().isTombstone() ? 77 : Cursor.NO_HORIZON;
        expected.add(new MergeScene.Kept(kept.entry(), kept.epoch(), horizon));
      }
    }
    try (DiskLog log = scene.open(disk)) {
      scene.compact(log);
      assertEquals(expected, MergeScene.kept(log));
      assertEquals(new Marks(0, 7, 4), log.marks());
    }
    try (DiskLog log = scene.open(disk)) {
      assertEquals(expected, MergeScene.kept(log));
      assertEquals(List.of(), log.recovery().notes());
      for (long from = 0; from <= 9; from++) {
        long first = from;
        assertEquals(
            expected.stream().filter(k -> k.entry().offset() >= first).count(),
            log.entries(from).size());
      }
    }
  }

  @Test
  void mergedSegmentIsNeverLargerThanTheSegmentSizeAndTakesAsManyNeighboursAsFit() {
    Seeds.forEach(
        50,
        (seed, random) -> {
          FaultyStorage storage = new FaultyStorage();
          int limit = 300 + random.nextInt(700);
          DiskLogOptions small = scene.options.withSegmentBytes(limit);
          try (DiskLog log = DiskLog.open(storage, small)) {
            for (int i = 0; i < 20; i++) {
              log.append(Event.of(Bytes.text("k"), Bytes.of(new byte[random.nextInt(200)])));
              log.roll();
            }
            List<Integer> sizes = sizes(storage, MergeScene.segments(storage));
            MergeScene.mergeOnly(log);
            assertEquals(packed(sizes, limit), sizes(storage, MergeScene.segments(storage)));
          }
        });
  }

  private static List<Integer> sizes(FaultyStorage storage, List<String> names) throws IOException {
    List<Integer> sizes = new ArrayList<>();
    for (String name : names.subList(0, names.size() - 1)) {
      sizes.add(storage.bytes(name).length);
    }
    return sizes;
  }

  /** From the front on, as many as fit; a head of 60 bytes and a closing batch of 40 are shared. */
  private static List<Integer> packed(List<Integer> sizes, int limit) {
    List<Integer> packed = new ArrayList<>();
    for (int size : sizes) {
      int last = packed.size() - 1;
      if (last >= 0 && packed.get(last) + size - 100 <= limit) {
        packed.set(last, packed.get(last) + size - 100);
      } else {
        packed.add(size);
      }
    }
    return packed;
  }

  @Test
  void atMostAThousandNeighboursAreMergedAtOnce() {
    try (DiskLog log =
        DiskLog.open(disk, scene.options.withDurability(Durability.leftToSystem()))) {
      for (int i = 0; i < 1002; i++) {
        log.append(Event.of("k", "" + i));
        log.roll();
      }
      log.rewrite(
          log.activeStart(),
          Cursor.NO_HORIZON,
          entry -> entry.offset() == 1001 ? Disposition.KEEP : Disposition.SUPERSEDED);
      assertEquals(List.of(name(0, 2), name(1000, 2), name(1002, 0)), MergeScene.segments(disk));
      MergeScene.mergeOnly(log);
      assertEquals(List.of(name(0, 3), name(1002, 0)), MergeScene.segments(disk));
      assertEquals("1001:k=1001", text(log));
    }
  }

  @Test
  void nothingIsMergedThatGoesPastTheEndOfTheRewrite() {
    scene.fill(disk);
    try (DiskLog log = scene.open(disk)) {
      for (long end = 0; end < 5; end++) {
        log.rewrite(end, Cursor.NO_HORIZON, entry -> Disposition.KEEP);
        assertEquals(5, MergeScene.segments(disk).size(), "end=" + end);
      }
      log.rewrite(5, Cursor.NO_HORIZON, entry -> Disposition.KEEP);
      assertEquals(
          List.of(name(0, 1), name(5, 0), name(8, 0), name(9, 0)), MergeScene.segments(disk));
    }
  }

  @Test
  void readerThatIsOpenReadsOn() {
    scene.fill(disk);
    try (DiskLog log = scene.open(disk)) {
      List<Cursor> cursors = new ArrayList<>();
      for (int read = 0; read <= 9; read++) {
        Cursor cursor = log.read(0);
        for (int i = 0; i < read; i++) {
          assertTrue(cursor.next());
        }
        cursors.add(cursor);
      }
      scene.compact(log);
      for (int read = 0; read <= 9; read++) {
        try (Cursor cursor = cursors.get(read)) {
          long last = read - 1L;
          while (cursor.next()) {
            assertTrue(cursor.offset() > last, "in order, without repeats");
            last = cursor.offset();
          }
          assertEquals(read == 9 ? 8 : Math.max(last, 8), last);
        }
      }
    }
    assertEquals(0, disk.openFiles());
  }

  @Test
  void retentionByAgeGoesByTheNewestAppendTimeOfAllThatWasMerged() {
    scene.clock.set(5000);
    scene.append(disk, "a=1");
    scene.clock.set(100);
    scene.append(disk, "b=1");
    try (DiskLog log = scene.open(disk)) {
      MergeScene.mergeOnly(log);
      assertEquals(2, MergeScene.segments(disk).size());
    }
    try (DiskLog log = scene.open(disk)) {
      scene.clock.set(6009);
      assertEquals(0, log.retain(Retention.maxAge(Duration.ofSeconds(1), scene.clock)));
      assertEquals(0, log.retain(Retention.since(5010)));
      scene.clock.set(6011);
      assertEquals(2, log.retain(Retention.maxAge(Duration.ofSeconds(1), scene.clock)));
    }
  }

  @Test
  void retentionBySizeTakesAMergedSegmentAsOne() throws IOException {
    scene.fill(disk);
    try (DiskLog log = scene.open(disk)) {
      scene.compact(log);
      long bytes = disk.bytes(name(0, 2)).length + (long) SegmentHead.BYTES;
      assertEquals(0, log.retain(Retention.upTo(bytes)));
      assertEquals(9, log.retain(Retention.upTo(bytes - 1)));
      assertEquals(List.of(name(9, 0)), MergeScene.segments(disk));
    }
  }

  @Test
  void mergedSegmentSaysWhatItsOriginalsLost() throws IOException {
    scene.fill(disk);
    byte[] oldMarks = disk.bytes(MarksFile.NAME);
    try (DiskLog log = scene.open(disk)) {
      scene.compact(log);
    }
    disk.tamper(MarksFile.NAME, oldMarks);
    try (DiskLog log = scene.open(disk)) {
      assertEquals(new Marks(0, 7, 4), log.marks());
    }
  }

  @Test
  void overlapThatNoMergeExplainsIsDamage() throws IOException {
    scene.fill(disk);
    FaultyStorage before = disk.afterPowerCut(Loss.NOTHING);
    try (DiskLog log = scene.open(disk)) {
      MergeScene.mergeOnly(log);
    }
    for (long base : new long[] {3, 5, 8}) {
      FaultyStorage copied = disk.afterPowerCut(Loss.NOTHING);
      copied.tamper(name(base, 0), before.bytes(name(base, 0)));
      DamagedLogException refused =
          assertThrows(DamagedLogException.class, () -> scene.open(copied));
      assertEquals(name(0, 1), refused.file());
      assertTrue(copied.exists(name(base, 0)), "what is not understood is left alone");
    }
  }

  @Test
  void mergeFileExplainsTheSegmentsThatItNamesAndNoOther() throws IOException {
    scene.fill(disk);
    FaultyStorage before = disk.afterPowerCut(Loss.NOTHING);
    try (DiskLog log = scene.open(disk)) {
      MergeScene.mergeOnly(log);
      new MergeFile(new SegmentName(0, 1), 9, List.of(3L, 5L)).write(disk, log.id());
    }
    disk.tamper(name(5, 0), before.bytes(name(5, 0)));
    FaultyStorage notNamed = disk.afterPowerCut(Loss.NOTHING);
    notNamed.tamper(name(8, 0), before.bytes(name(8, 0)));
    assertThrows(DamagedLogException.class, () -> scene.open(notNamed));
    try (DiskLog log = scene.open(disk)) {
      assertEquals("0:a=1 1:b=1 2:c=∅ 3:b=2 4:d=∅ 5:e=1 6:f=∅ 7:e=2 8:g=1", text(log));
      assertEquals(List.of(name(0, 1), name(9, 0)), MergeScene.segments(disk));
      assertTrue(!disk.exists(MergeFile.NAME));
    }
  }

  private static String text(DiskLog log) {
    return History.format(DiskHistory.entries(log));
  }

  @Test
  void mergeThatRetentionOvertakesChangesNothing() {
    for (Kind during : new Kind[] {Kind.CREATE, Kind.FORCE}) {
      FaultyStorage storage = new FaultyStorage();
      scene.fill(storage);
      try (DiskLog log = scene.open(storage)) {
        // The second file of this name is the merge's: the first is what a rewrite tries.
        int[] asides = {0};
        storage.follow(
            step -> {
              if (step.kind() == during
                  && step.file().equals(name(0, 1) + ".aside")
                  && ++asides[0] == (during == Kind.CREATE ? 2 : 1)) {
                log.retain(Retention.upTo(0).keeping(4));
              }
              return step.bytes();
            });
        MergeScene.mergeOnly(log);
        assertEquals(3, log.startOffset());
        assertEquals("3:b=2 4:d=∅ 5:e=1 6:f=∅ 7:e=2 8:g=1", text(log));
      }
      assertEquals(
          List.of(name(3, 0), name(5, 0), name(8, 0), name(9, 0)), MergeScene.segments(storage));
      try (DiskLog log = scene.open(storage)) {
        assertEquals("3:b=2 4:d=∅ 5:e=1 6:f=∅ 7:e=2 8:g=1", text(log));
      }
    }
  }
}
