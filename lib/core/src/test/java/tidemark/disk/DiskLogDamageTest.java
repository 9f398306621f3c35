package tidemark.disk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.History;
import tidemark.log.ManualClock;
import tidemark.log.Marks;
import tidemark.log.Retention;
import tidemark.log.RewritableLog.Disposition;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.Loss;

/** Bytes that are not as they were written: a named error or the right content, nothing else. */
final class DiskLogDamageTest {
  private static final Marks TRUE_MARKS = new Marks(2, 4, 4);

  private final ManualClock clock = new ManualClock(7);
  private final DiskLogOptions options = DiskLogOptions.uncompacted(clock);
  private final FaultyStorage small = new FaultyStorage();
  private final UUID id;
  private final List<Entry> entries;

  /** A closed log of three segments, one of them rewritten, without its first. */
  DiskLogDamageTest() {
    try (DiskLog log = DiskLog.open(small, options)) {
      id = log.id();
      for (String history : List.of("a=0 b=1", "a=2 b=3 a=∅", "c=5 d=6", "e=7")) {
        History.parse(history).forEach(entry -> log.append(entry.event()));
        if (!history.startsWith("e")) {
          log.roll();
        }
      }
      log.retain(Retention.upTo(0).keeping(2));
      log.rewrite(5, 9, entry -> entry.offset() == 4 ? Disposition.PURGED : Disposition.KEEP);
      entries = DiskHistory.entries(log);
      assertEquals("2:a=2 3:b=3 5:c=5 6:d=6 7:e=7", History.format(entries));
      assertEquals(TRUE_MARKS, log.marks());
    }
  }

  private FaultyStorage copy() {
    return small.afterPowerCut(Loss.NOTHING);
  }

  /** Opens and reads; true if all is right, false if an error names the file. */
  private boolean isRightOrRefused(FaultyStorage storage, String file) {
    try (DiskLog log = DiskLog.open(storage, options)) {
      assertEquals(id, log.id());
      assertEquals(8, log.endOffset());
      assertTrue(
          log.marks().equals(TRUE_MARKS) || log.marks().equals(Marks.unreadable(2)),
          "" + log.marks());
      assertEquals(entries, DiskHistory.entries(log));
      return true;
    } catch (DamagedLogException damage) {
      assertEquals(file, damage.file());
      assertTrue(damage.position() >= 0);
      assertTrue(("" + damage.getMessage()).contains(damage.reason()));
      return false;
    }
  }

  @Test
  void everyByteOfEveryFileFlippedIsANamedErrorOrTheRightContent() throws IOException {
    int flipped = 0;
    int refused = 0;
    for (String file : small.names()) {
      byte[] bytes = small.bytes(file);
      for (int i = 0; i < bytes.length; i++) {
        for (int mask : new int[] {1, 0x80, 0xFF}) {
          byte[] damaged = bytes.clone();
          damaged[i] ^= (byte) mask;
          FaultyStorage storage = copy();
          storage.tamper(file, damaged);
          boolean right = isRightOrRefused(storage, file);
          assertEquals(file.endsWith(".log"), !right, file + " at " + i + " with " + mask);
          flipped++;
          refused += right ? 0 : 1;
        }
      }
    }
    assertTrue(flipped > 2000 && refused > 1000, flipped + " flipped, " + refused + " refused");
  }

  @Test
  void everyFileCutAtEveryByteIsANamedErrorOrTheRightContent() throws IOException {
    for (String file : small.names()) {
      byte[] bytes = small.bytes(file);
      for (int length = 0; length < bytes.length; length++) {
        FaultyStorage storage = copy();
        storage.tamper(file, Arrays.copyOf(bytes, length));
        boolean right = isRightOrRefused(storage, file);
        assertEquals(file.endsWith(".log"), !right, file + " cut at " + length);
      }
    }
  }

  @Test
  void everyFileThatGrewIsANamedErrorOrTheRightContent() throws IOException {
    for (String file : small.names()) {
      byte[] bytes = small.bytes(file);
      for (int more : new int[] {1, 28, 100}) {
        FaultyStorage storage = copy();
        storage.tamper(file, Arrays.copyOf(bytes, bytes.length + more));
        boolean last = file.startsWith("00000000000000000007");
        assertEquals(
            !file.endsWith(".log") || last,
            isRightOrRefused(storage, file),
            "only behind the synced end may a segment be cut: " + file);
      }
    }
  }

  @Test
  void everyMissingFileIsANamedErrorOrTheRightContent() {
    for (String file : small.names()) {
      FaultyStorage storage = copy();
      storage.lose(file);
      try (DiskLog log = DiskLog.open(storage, options)) {
        assertTrue(!file.endsWith(".log"), "a segment is missing and nobody says so: " + file);
        assertEquals(entries, DiskHistory.entries(log));
      } catch (DamagedLogException damage) {
        assertTrue(file.endsWith(".log"), file + ": " + damage);
      }
    }
  }

  @Test
  void allSegmentsMissingIsNotANewLog() {
    small.names().stream().filter(name -> name.endsWith(".log")).forEach(small::lose);
    assertThrows(DamagedLogException.class, () -> DiskLog.open(small, options));
  }

  @Test
  void nothingIsChangedWhenOpeningIsRefused() throws IOException {
    String first = small.names().get(1);
    byte[] bytes = small.bytes(first);
    bytes[0] ^= 1;
    small.tamper(first, bytes);
    int steps = small.steps();
    assertThrows(DamagedLogException.class, () -> DiskLog.open(small, options));
    assertEquals(steps, small.steps());
  }

  @Test
  void unreadableMarksCountAsEverythingRemovedAndStaySo() throws IOException {
    small.lose(MarksFile.NAME);
    try (DiskLog log = DiskLog.open(small, options)) {
      assertEquals(Marks.unreadable(2), log.marks());
      assertTrue(("" + log.recovery().notes()).contains("marks"));
    }
    try (DiskLog log = DiskLog.open(small, options)) {
      assertEquals(Marks.unreadable(2), log.marks());
    }
  }

  @Test
  void missingIndexIsMadeAgain() throws IOException {
    List<String> indexes = small.names().stream().filter(n -> n.endsWith(".index")).toList();
    assertTrue(indexes.size() >= 2);
    byte[] before = small.bytes(indexes.get(0));
    indexes.forEach(small::lose);
    try (DiskLog log = DiskLog.open(small, options)) {
      assertEquals(indexes.size(), log.recovery().notes().size());
      assertEquals(entries, DiskHistory.entries(log));
      for (Entry entry : entries) {
        assertEquals(entry, log.entries(entry.offset()).get(0));
      }
    }
    assertEquals(Bytes.of(before), Bytes.of(small.bytes(indexes.get(0))));
  }

  @Test
  void unreadableSyncedEndMakesAnyDamageAnError() throws IOException {
    small.lose(SyncedEnd.NAME);
    String last = lastSegment();
    byte[] bytes = small.bytes(last);
    FaultyStorage cut = copy();
    cut.lose(SyncedEnd.NAME);
    cut.tamper(last, Arrays.copyOf(bytes, bytes.length - 1));
    assertThrows(DamagedLogException.class, () -> DiskLog.open(cut, options));
    try (DiskLog log = DiskLog.open(small, options)) {
      assertEquals(entries, DiskHistory.entries(log));
      assertFalse(log.recovery().closedCleanly(), "nobody knows whether it was closed");
    }
  }

  private String lastSegment() {
    List<String> segments = small.names().stream().filter(n -> n.endsWith(".log")).toList();
    return segments.get(segments.size() - 1);
  }

  @Test
  void foreignFileAndOtherFormatVersionAreSaid() throws IOException {
    String last = lastSegment();
    byte[] bytes = small.bytes(last);
    ByteBuffer head = ByteBuffer.wrap(bytes);
    for (int bytesOfHead : new int[] {52, SegmentHead.BYTES}) {
      head.putInt(8, 1);
      CRC32C crc = new CRC32C();
      crc.update(bytes, 4, bytesOfHead - 4);
      head.putInt(0, (int) crc.getValue());
      small.tamper(last, bytes);
      int steps = small.steps();
      var version =
          assertThrows(UnsupportedVersionException.class, () -> DiskLog.open(small, options));
      assertEquals(List.of(last, 1), List.of(version.file(), version.version()));
      assertEquals(steps, small.steps(), "nothing is changed");
    }
    small.tamper(last, "a text that somebody put here".getBytes(UTF_8));
    var foreign = assertThrows(DamagedLogException.class, () -> DiskLog.open(small, options));
    assertEquals("this is no file of a Tidemark log", foreign.reason());
  }

  @Test
  void fileWhoseNumberIsNoOffsetIsNoSegment() {
    for (String number : List.of("09223372036854775808", "99999999999999999999")) {
      small.tamper(number + ".000000.log", new byte[100]);
    }
    assertTrue(isRightOrRefused(small, ""));
  }

  @Test
  void segmentOfAnotherLogIsSaid() throws IOException {
    FaultyStorage other = new FaultyStorage();
    try (DiskLog log = DiskLog.open(other, options)) {
      log.append(Event.of("x", "y"));
      log.append(Event.of("x", "y"));
      log.roll();
    }
    byte[] segment = other.bytes("00000000000000000002.000000.log");
    FaultyStorage renamed = copy();
    renamed.tamper("00000000000000000008.000000.log", segment);
    var wrongName = assertThrows(DamagedLogException.class, () -> DiskLog.open(renamed, options));
    assertEquals("the file was renamed, its base offset is 2", wrongName.reason());
    small.tamper("00000000000000000002.000001.log", segment);
    var foreign = assertThrows(DamagedLogException.class, () -> DiskLog.open(small, options));
    assertEquals("this is a segment of another log", foreign.reason());
  }

  @Test
  void errorNamesTheSegmentThePositionAndTheReason() throws IOException {
    String last = lastSegment();
    byte[] bytes = small.bytes(last);
    bytes[bytes.length - 1] ^= 1;
    small.tamper(last, bytes);
    var damage = assertThrows(DamagedLogException.class, () -> DiskLog.open(small, options));
    assertEquals(last, damage.file());
    assertEquals(SegmentHead.BYTES, damage.position());
    assertTrue(damage.reason().startsWith("the checksum of the batch is wrong"), damage.reason());
  }

  @Test
  void damageBelowTheSyncedEndIsMetByReadersOfAnOpenLogToo() throws IOException {
    try (DiskLog log = DiskLog.open(small, options)) {
      String segment = "00000000000000000005.000000.log";
      byte[] bytes = small.bytes(segment);
      bytes[SegmentHead.BYTES + BatchLayout.HEADER_BYTES] ^= 1;
      small.tamper(segment, bytes);
      try (Cursor cursor = log.read(2)) {
        assertTrue(cursor.next());
        assertTrue(cursor.next());
        var damage = assertThrows(DamagedLogException.class, cursor::next);
        assertEquals(segment, damage.file());
        assertEquals(SegmentHead.BYTES, damage.position());
      }
    }
  }
}
