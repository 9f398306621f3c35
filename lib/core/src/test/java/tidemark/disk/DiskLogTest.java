package tidemark.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Event;
import tidemark.log.Header;
import tidemark.log.History;
import tidemark.log.Log;
import tidemark.log.ManualClock;
import tidemark.log.Retention;
import tidemark.log.RewritableLog.Disposition;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.FaultyStorage.Kind;
import tidemark.storage.Storage;

/** What a log on disk adds to the laws that every log has. */
final class DiskLogTest {
  private final FaultyStorage storage = new FaultyStorage();
  private final DiskLogOptions options = DiskLogOptions.uncompacted(new ManualClock(0));

  @TempDir Path directory;

  private DiskLog open(Durability durability) {
    return DiskLog.open(storage, options.withDurability(durability));
  }

  @Test
  void segmentIsClosedBeforeItGrowsPastItsSizeAlsoWhileEventsWait() {
    DiskLogOptions smallSegments = options.withSegmentBytes(300);
    try (DiskLog log =
        DiskLog.open(
            storage, smallSegments.withDurability(Durability.every(100, Duration.ofDays(12))))) {
      for (int i = 0; i < 50; i++) {
        log.append(Event.of("k", "" + i));
      }
      log.sync();
      assertEquals(50, log.entries(0).size());
      log.retain(Retention.upTo(0));
      assertTrue(log.startOffset() > 30, "start " + log.startOffset());
    }
  }

  @Test
  void keyAndHeadersTogetherHaveALimit() {
    try (DiskLog log = open(Durability.everyAppend())) {
      Event large = new Event(Bytes.of(new byte[(1 << 20) + 1]), null, 0, List.of());
      assertThrows(IllegalArgumentException.class, () -> log.append(large));
      // 4 GiB in all: as an int that is little.
      Header header = new Header("h", Bytes.of(new byte[Log.MAX_VALUE_BYTES]));
      Event huge = new Event(Bytes.text("k"), null, 0, Collections.nCopies(256, header));
      assertThrows(IllegalArgumentException.class, () -> log.append(huge));
      assertEquals(0, log.append(Event.of("a", "0")));
    }
  }

  @Test
  void headersKeepTheirTextWhateverTheAlphabet() {
    try (DiskLog log = open(Durability.everyAppend())) {
      Event event = Event.of("ключ", "値").withHeader("naïve ∅", Bytes.text("é"));
      log.append(event);
      assertEquals(event, log.entries(0).get(0).event());
    }
  }

  @Test
  void readingStartsNearTheOffsetNotAtTheStartOfTheSegment() {
    try (DiskLog log = open(Durability.leftToSystem())) {
      Bytes value = Bytes.of(new byte[1000]);
      for (int i = 0; i < 2000; i++) {
        log.append(new Event(null, value, i, List.of()));
      }
      long[] read = new long[1];
      storage.follow(
          step -> {
            read[0] += step.kind() == Kind.READ ? step.bytes() : 0;
            return step.bytes();
          });
      for (int from = 0; from < 2000; from += 37) {
        try (Cursor cursor = log.read(from)) {
          assertTrue(cursor.next());
          assertEquals(from, cursor.offset());
        }
      }
      assertTrue(read[0] < 55 * 200_000L, "bytes read: " + read[0]);
    }
  }

  @Test
  void secondWriterIsRefusedAndTheFirstGoesOn() throws IOException {
    try (DiskLog log = DiskLog.open(directory, options)) {
      log.append(Event.of("a", "0"));
      var refused =
          assertThrows(IllegalStateException.class, () -> DiskLog.open(directory, options));
      assertTrue(("" + refused.getMessage()).contains("one writer"), "" + refused);
      assertEquals(1, log.append(Event.of("b", "1")));
    }
    Storage shared = Storage.directory(directory);
    try (DiskLog log = DiskLog.open(shared, options)) {
      assertThrows(IllegalStateException.class, () -> DiskLog.open(shared, options));
      assertThrows(IllegalStateException.class, () -> DiskLog.open(directory, options));
      assertEquals(2, log.endOffset());
    }
    try (DiskLog log = DiskLog.open(directory, options)) {
      assertEquals("0:a=0 1:b=1", History.format(log.entries(0)));
    }
  }

  @Test
  void closedLogLeavesItsContentAndNoOtherFile() {
    for (int opening = 0; opening < 3; opening++) {
      try (DiskLog log = open(Durability.everyAppend())) {
        log.append(Event.of("a", "" + opening));
        log.roll();
        log.rewrite(log.activeStart(), 0, entry -> Disposition.KEEP);
      }
      String merged = opening == 0 ? "000000" : "00000" + opening;
      assertEquals(
          List.of(
              "00000000000000000000." + merged + ".index",
              "00000000000000000000." + merged + ".log",
              "0000000000000000000" + (opening + 1) + ".000000.log",
              "epochs",
              "marks",
              "synced-end"),
          storage.names());
    }
  }

  @Test
  void directoryThatCannotBeOneIsSaid() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    var refused = assertThrows(UncheckedIOException.class, () -> DiskLog.open(file, options));
    assertTrue(("" + refused.getMessage()).contains("must be one"), "" + refused);
  }

  @Test
  void readOnlyDiskIsAClearError() {
    DiskLog log = open(Durability.everyAppend());
    log.append(Event.of("a", "0"));
    FaultyStorage.Plan readOnly =
        step -> {
          if (step.kind() != Kind.READ) {
            throw new IOException("Read-only file system");
          }
          return step.bytes();
        };
    storage.follow(readOnly);
    assertThrows(UncheckedIOException.class, () -> log.append(Event.of("b", "1")));
    assertEquals("0:a=0", History.format(log.entries(0)), "it can still be read");
    assertThrows(UncheckedIOException.class, log::close);
    var refused = assertThrows(UncheckedIOException.class, () -> DiskLog.open(storage, options));
    assertTrue(("" + refused.getMessage()).contains("Read-only"), "" + refused);
    storage.follow(FaultyStorage.Step::bytes);
    try (DiskLog again = DiskLog.open(storage, options)) {
      assertEquals("0:a=0", History.format(again.entries(0)));
    }
  }
}
