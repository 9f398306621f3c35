package tidemark.disk;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import tidemark.log.Event;
import tidemark.log.Log;
import tidemark.log.ManualClock;
import tidemark.log.Position;
import tidemark.log.Retention;
import tidemark.log.RetentionGapException;
import tidemark.log.RewritableLog.Disposition;
import tidemark.log.StalePositionException;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.FaultyStorage.Kind;
import tidemark.simulate.Loss;

/** Each opening that appends begins an epoch: two histories under one name are told apart. */
final class EpochTest {
  private final DiskLogOptions options = DiskLogOptions.uncompacted(new ManualClock(0));
  private final FaultyStorage disk = new FaultyStorage();

  private DiskLog open(FaultyStorage storage) {
    return DiskLog.open(storage, options);
  }

  /** Appends some records in an opening of its own. Gives the epoch of the last record. */
  private long appendInOneOpening(FaultyStorage storage, int records) {
    try (DiskLog log = open(storage)) {
      for (int i = 0; i < records; i++) {
        log.append(Event.of("k", "v"));
      }
      return log.epoch();
    }
  }

  private static List<Position> identities(Log log) {
    return LongStream.range(log.startOffset(), log.endOffset()).mapToObj(log::identityOf).toList();
  }

  private static void assertStale(Log log, Position position) {
    assertThrows(StalePositionException.class, () -> log.require(position), "" + position);
  }

  @Test
  void copyThatWentAnotherWayRefusesThePositionsOfTheOriginal() {
    appendInOneOpening(disk, 1);
    FaultyStorage copy = disk.afterPowerCut(Loss.NOTHING);
    Position common;
    Position taken;
    try (DiskLog original = open(disk)) {
      common = original.position(1);
      original.append(Event.of("a", null));
      taken = original.position(2);
    }
    try (DiskLog log = open(copy)) {
      assertStale(log, taken);
      log.append(Event.of("b", "2"));
      assertStale(log, taken);
      log.require(common);
      log.require(log.position(2));
      assertNotEquals(taken, log.position(2));
    }
  }

  @Test
  void copyOfAnOpenLogRefusesThePositionsOfTheOriginalToo() {
    DiskLog original = open(disk);
    original.append(Event.of("a", "1"));
    FaultyStorage copy = disk.afterPowerCut(Loss.NOTHING);
    original.append(Event.of("a", null));
    Position taken = original.position(2);
    try (DiskLog log = open(copy)) {
      assertStale(log, taken);
      log.append(Event.of("b", "2"));
      log.append(Event.of("b", "3"));
      assertStale(log, taken);
      log.require(original.position(1));
    }
  }

  @Test
  void copyOfAnEmptyLogSharesOnlyItsBeginning() {
    open(disk).close();
    FaultyStorage copy = disk.afterPowerCut(Loss.NOTHING);
    appendInOneOpening(disk, 1);
    appendInOneOpening(copy, 1);
    try (DiskLog original = open(disk);
        DiskLog other = open(copy)) {
      other.require(original.position(0));
      assertStale(other, original.position(1));
    }
  }

  @Test
  void openingThatAppendsNothingLeavesNeitherRowNorSegment() throws IOException {
    long epoch = appendInOneOpening(disk, 1);
    List<String> names = disk.names();
    byte[] epochs = disk.bytes(Epochs.NAME);
    for (int i = 0; i < 5; i++) {
      try (DiskLog log = open(disk)) {
        assertEquals(epoch, log.epoch());
        assertEquals(1, log.entries(0).size());
        log.roll();
        log.sync();
        log.retain(Retention.upTo(Long.MAX_VALUE));
      }
    }
    assertEquals(names.size() + 2, disk.names().size(), "one roll: a segment and an index");
    assertEquals(List.of(bytes(epochs)), List.of(bytes(disk.bytes(Epochs.NAME))));
  }

  private static tidemark.log.Bytes bytes(byte[] bytes) {
    return tidemark.log.Bytes.of(bytes);
  }

  @Test
  void epochThatTookNoRecordIsForgotten() {
    long first = appendInOneOpening(disk, 1);
    DiskLog log = open(disk);
    disk.follow(
        step -> {
          if (step.kind() == Kind.WRITE && step.file().endsWith(".log")) {
            throw new IOException("No space left on device");
          }
          return step.bytes();
        });
    assertThrows(UncheckedIOException.class, () -> log.append(Event.of("k", "v")));
    disk.follow(FaultyStorage.Step::bytes);
    log.close();
    long second = appendInOneOpening(disk, 1);
    try (DiskLog found = open(disk)) {
      assertEquals(List.of(first, second), List.of(found.epochAt(0), found.epochAt(1)));
      assertEquals(1, found.endOfEpoch(first));
    }
  }

  @Test
  void epochIsDurableBeforeARecordOfItIsSeen() {
    appendInOneOpening(disk, 1);
    DiskLog log = DiskLog.open(disk, options.withDurability(Durability.leftToSystem()));
    log.append(Event.of("k", "v"));
    Position seen = log.position(2);
    try (DiskLog kept = open(disk.afterPowerCut(Loss.NOTHING))) {
      kept.require(seen);
    }
    try (DiskLog cut = open(disk.afterPowerCut(Loss.ALL_UNSYNCED))) {
      assertStale(cut, seen);
      cut.append(Event.of("other", "1"));
      cut.append(Event.of("other", "2"));
      assertStale(cut, seen);
    }
  }

  @Test
  void recordKeepsItsIdentityWhateverIsOpenedRolledRewrittenOrRetained() {
    List<Position> before = new ArrayList<>();
    for (int opening = 0; opening < 5; opening++) {
      appendInOneOpening(disk, 1 + opening % 3);
      try (DiskLog log = open(disk)) {
        List<Position> now = identities(log);
        assertEquals(before, now.subList(0, before.size()));
        before = now;
        log.roll();
        log.rewrite(
            log.activeStart(), 0, e -> e.offset() == 2 ? Disposition.SUPERSEDED : Disposition.KEEP);
        assertEquals(before, identities(log));
      }
    }
    assertEquals(5, before.stream().map(Position::epoch).distinct().count());
    appendInOneOpening(disk, 2);
    try (DiskLog log = open(disk)) {
      before = identities(log);
      long start = log.retain(Retention.upTo(0));
      assertEquals(before.size() - 2, start);
      assertEquals(before.subList((int) start, before.size()), identities(log));
    }
  }

  @Test
  void endedEpochIsForgottenWhenItsEndLiesBelowTheStart() {
    List<Long> epochs = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      epochs.add(appendInOneOpening(disk, 1));
      try (DiskLog log = open(disk)) {
        log.roll();
      }
    }
    try (DiskLog log = open(disk)) {
      for (int i = 0; i < 4; i++) {
        assertEquals(i + 1, log.endOfEpoch(epochs.get(i)));
      }
      Position old = log.position(1);
      Position atStart = log.position(2);
      log.retain(Retention.upTo(0).keeping(2));
      assertEquals(2, log.startOffset());
      assertFalse(log.knowsEpoch(epochs.get(0)), "it ends at 1");
      assertTrue(log.knowsEpoch(epochs.get(1)), "it ends at the start, where reading is allowed");
      assertDoesNotThrow(() -> log.require(atStart));
      var gap = assertThrows(RetentionGapException.class, () -> log.require(old));
      assertEquals(List.of(1L, 2L), List.of(gap.fromInclusive(), gap.startOffset()));
      assertStale(log, new Position(log.id(), epochs.get(0), 2));
      assertThrows(IllegalArgumentException.class, () -> log.endOfEpoch(epochs.get(0)));
      assertThrows(RetentionGapException.class, () -> log.epochAt(0));
      assertEquals(2, log.position(2).offset());
    }
  }

  @Test
  void epochsThatAreLostOrOldAreMadeAgainFromTheSegments() throws IOException {
    appendInOneOpening(disk, 2);
    byte[] old = disk.bytes(Epochs.NAME);
    appendInOneOpening(disk, 2);
    try (DiskLog log = open(disk)) {
      log.roll();
      log.append(Event.of("k", "v"));
    }
    List<Position> before;
    List<Position> places;
    try (DiskLog log = open(disk)) {
      before = identities(log);
      places = LongStream.rangeClosed(0, 5).mapToObj(log::position).toList();
    }
    for (byte[] spoilt : List.of(old, new byte[0], new byte[100])) {
      FaultyStorage copy = disk.afterPowerCut(Loss.NOTHING);
      copy.tamper(Epochs.NAME, spoilt);
      for (int opened = 0; opened < 2; opened++) {
        try (DiskLog log = open(copy)) {
          assertEquals(opened == 0 ? 1 : 0, log.recovery().notes().size());
          assertEquals(before, identities(log));
          places.forEach(log::require);
        }
      }
    }
  }

  @Test
  void epochsMadeAgainDoNotStretchOverWhatIsGone() {
    long first = appendInOneOpening(disk, 2);
    appendInOneOpening(disk, 2);
    try (DiskLog log = open(disk)) {
      log.roll();
      log.rewrite(4, 0, e -> e.offset() == 2 ? Disposition.SUPERSEDED : Disposition.KEEP);
    }
    disk.lose(Epochs.NAME);
    try (DiskLog log = open(disk)) {
      assertEquals(2, log.endOfEpoch(first));
      assertStale(log, new Position(log.id(), first, 3));
      assertNotEquals(log.epochAt(1), log.epochAt(2));
      assertNotEquals(log.epochAt(2), log.epochAt(3));
    }
  }

  @Test
  void marksOlderThanARewrittenSegmentAreRaised() throws IOException {
    appendInOneOpening(disk, 5);
    try (DiskLog log = open(disk)) {
      log.roll();
    }
    byte[] old = disk.bytes(MarksFile.NAME);
    tidemark.log.Marks marks;
    try (DiskLog log = open(disk)) {
      log.rewrite(5, 0, e -> e.offset() == 3 ? Disposition.PURGED : Disposition.KEEP);
      log.rewrite(5, 0, e -> e.offset() == 1 ? Disposition.SUPERSEDED : Disposition.KEEP);
      marks = log.marks();
    }
    disk.tamper(MarksFile.NAME, old);
    for (int opened = 0; opened < 2; opened++) {
      try (DiskLog log = open(disk)) {
        assertEquals(marks, log.marks());
        assertEquals(opened == 0 ? 1 : 0, log.recovery().notes().size());
      }
    }
  }
}
