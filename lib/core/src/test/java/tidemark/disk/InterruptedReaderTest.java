package tidemark.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Event;
import tidemark.log.ManualClock;
import tidemark.log.Retention;
import tidemark.log.RetentionGapException;
import tidemark.log.RewritableLog.Disposition;

/**
 * An interrupt closes the file that a reader has open, and a file that is deleted meanwhile cannot
 * be opened again: nothing is to be taken from under the reader all the same.
 */
final class InterruptedReaderTest {
  private static final int RECORDS = 12;

  @TempDir Path directory;

  private DiskLog log;

  /** Two closed segments of six records each, so large that a reader reads each one in pieces. */
  @BeforeEach
  void fill() {
    DiskLogOptions options = DiskLogOptions.compacted(new ManualClock(0));
    log = DiskLog.open(directory, options.withSegmentBytes(500_000));
    for (int i = 0; i < RECORDS; i++) {
      log.append(Event.of(Bytes.text("k" + i), Bytes.of(new byte[40_000])));
      if (i % 6 == 5) {
        log.roll();
      }
    }
  }

  @AfterEach
  void close() {
    log.close();
  }

  private Cursor readTwo() {
    Cursor cursor = log.read(0);
    assertTrue(cursor.next());
    assertTrue(cursor.next());
    return cursor;
  }

  /** Reads the rest, with an interrupt before each step. */
  private static List<Long> restThoughInterrupted(Cursor cursor) {
    List<Long> offsets = new ArrayList<>();
    boolean found = true;
    while (found) {
      Thread.currentThread().interrupt();
      try {
        found = cursor.next();
      } finally {
        assertTrue(Thread.interrupted(), "the interrupt is kept for whom it concerns");
      }
      if (found) {
        offsets.add(cursor.offset());
        assertEquals(Bytes.of(new byte[40_000]), cursor.entry().value());
      }
    }
    return offsets;
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> "" + file.getFileName()).filter(n -> n.endsWith(".log")).toList();
    }
  }

  @Test
  void interruptedReaderOfASegmentThatCompactionDeletedReadsOnInItsSuccessor() throws IOException {
    try (Cursor cursor = readTwo()) {
      log.rewrite(
          log.activeStart(),
          Cursor.NO_HORIZON,
          entry -> entry.offset() % 4 == 0 ? Disposition.SUPERSEDED : Disposition.KEEP);
      assertTrue(!files().contains(new SegmentName(0, 0).logFile()));
      List<Long> rest = restThoughInterrupted(cursor);
      // What was read ahead of the interrupt may still hold what went.
      rest.remove(4L);
      assertEquals(List.of(2L, 3L, 5L, 6L, 7L, 9L, 10L, 11L), rest);
    }
  }

  @Test
  void interruptedReaderOfASegmentThatWasMergedReadsOnInTheMergedOne() throws IOException {
    try (Cursor cursor = readTwo()) {
      log.rewrite(log.activeStart(), Cursor.NO_HORIZON, entry -> Disposition.KEEP);
      assertTrue(files().contains(new SegmentName(0, 1).logFile()));
      assertEquals(2, files().size());
      assertEquals(
          List.of(2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L, 11L), restThoughInterrupted(cursor));
    }
  }

  @Test
  void interruptedReaderOfASegmentThatRetentionDeletedIsToldOfTheGap() {
    try (Cursor cursor = readTwo()) {
      assertEquals(6, log.retain(Retention.upTo(0).keeping(6)));
      RetentionGapException gap =
          assertThrows(RetentionGapException.class, () -> restThoughInterrupted(cursor));
      assertEquals(6, gap.startOffset());
    }
  }
}
