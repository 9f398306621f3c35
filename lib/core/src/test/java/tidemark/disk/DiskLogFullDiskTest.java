package tidemark.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;
import tidemark.log.Event;
import tidemark.log.History;
import tidemark.log.ManualClock;
import tidemark.log.Retention;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.FaultyStorage.Kind;

/** A full disk: a clear error, nothing lost, and all goes on when there is room again. */
final class DiskLogFullDiskTest {
  private static final int RUNS = 4;
  private static final int OPERATIONS = 40;
  private static final String FULL = "No space left on device";

  /** Lets half of a write through, then nothing that takes room, for some steps. */
  private static final class FullDisk implements FaultyStorage.Plan {
    private final int from;
    private final int toExclusive;
    private boolean met;

    FullDisk(int from, int toExclusive) {
      this.from = from;
      this.toExclusive = toExclusive;
    }

    @Override
    public int allow(FaultyStorage.Step step) throws IOException {
      boolean takesRoom = step.kind() == Kind.WRITE || step.kind() == Kind.CREATE;
      if (!takesRoom || step.number() < from || step.number() >= toExclusive) {
        return step.bytes();
      }
      if (!met && step.bytes() > 1) {
        met = true;
        return step.bytes() / 2;
      }
      met = true;
      throw new IOException(FULL);
    }
  }

  @Test
  void whatFailedOnAFullDiskSucceedsWhenThereIsRoomAgain() {
    Seeds.forEach(
        RUNS,
        (seed, random) -> {
          int steps = DiskHistory.steps(seed, OPERATIONS);
          int tried = 0;
          int met = 0;
          for (int from = 0; from < steps; from++) {
            FullDisk disk = new FullDisk(from, from + 1 + from % 7);
            playOnFullDisk(seed, new FaultyStorage().follow(disk));
            tried++;
            met += disk.met ? 1 : 0;
          }
          assertEquals(steps, tried);
          assertTrue(met > steps / 3, met + " of " + steps + " met a full disk");
        });
  }

  private static void playOnFullDisk(long seed, FaultyStorage storage) {
    DiskHistory history = open(seed, storage);
    for (int i = 0; i < OPERATIONS; i++) {
      history.choose();
      while (!perform(history, storage)) {
        assertTrue(storage.steps() < 100_000, "it comes to an end");
      }
      history.done();
    }
    storage.follow(FaultyStorage.Step::bytes);
    history.log().sync();
    history.checkWhole();
    history.log().close();
    history.reopened(reopen(history, storage));
    history.checkWhole();
    history.log().close();
  }

  private static DiskHistory open(long seed, FaultyStorage storage) {
    while (true) {
      try {
        return new DiskHistory(seed, storage);
      } catch (UncheckedIOException full) {
        requireFull(full);
      }
    }
  }

  private static DiskLog reopen(DiskHistory history, FaultyStorage storage) {
    while (true) {
      try {
        return DiskLog.open(storage, history.options());
      } catch (UncheckedIOException full) {
        requireFull(full);
      }
    }
  }

  /** Tries an operation. After a failure the log is as before, or is opened again to be so. */
  private static boolean perform(DiskHistory history, FaultyStorage storage) {
    try {
      history.perform(storage);
      return true;
    } catch (UncheckedIOException full) {
      requireFull(full);
    }
    try {
      history.log().sync();
      return false;
    } catch (UncheckedIOException stillFull) {
      requireFull(stillFull);
      return false;
    } catch (IllegalStateException closed) {
      history.reopened(reopen(history, storage));
      return history.operation().equals("reopen");
    }
  }

  private static void requireFull(UncheckedIOException failure) {
    assertTrue(("" + failure.getMessage()).contains(FULL), "" + failure);
  }

  @Test
  void appendThatFailedDoesNotCountAsTheNewestOfItsSegment() {
    FaultyStorage storage = new FaultyStorage();
    ManualClock clock = new ManualClock(0);
    DiskLogOptions options =
        DiskLogOptions.uncompacted(clock).withDurability(Durability.every(2, Durability.NO_LIMIT));
    try (DiskLog log = DiskLog.open(storage, options)) {
      log.append(Event.of("a", "0"));
      clock.set(1000);
      storage.follow(
          step -> {
            throw new IOException(FULL);
          });
      assertThrows(UncheckedIOException.class, () -> log.append(Event.of("b", "1")));
      storage.follow(FaultyStorage.Step::bytes);
      clock.set(5);
      log.append(Event.of("c", "1"));
      log.roll();
      assertEquals(2, log.retain(Retention.since(500)));
    }
  }

  @Test
  void closingOnAFullDiskKeepsWhatWaitsUntilThereIsRoom() {
    FaultyStorage storage = new FaultyStorage();
    DiskLogOptions options =
        DiskLogOptions.uncompacted(new ManualClock(0))
            .withDurability(Durability.every(10, Durability.NO_LIMIT));
    DiskLog log = DiskLog.open(storage, options);
    log.append(Event.of("a", "0"));
    log.append(Event.of("b", "1"));
    storage.follow(new FullDisk(0, Integer.MAX_VALUE));
    for (int i = 0; i < 2; i++) {
      var refused = assertThrows(UncheckedIOException.class, log::close);
      assertTrue(("" + refused.getMessage()).contains("close again"), "" + refused);
      assertThrows(IllegalStateException.class, () -> DiskLog.open(storage, options));
    }
    storage.follow(FaultyStorage.Step::bytes);
    log.close();
    try (DiskLog again = DiskLog.open(storage, options)) {
      assertTrue(again.recovery().closedCleanly());
      assertEquals("0:a=0 1:b=1", History.format(again.entries(0)));
    }
  }

  @Test
  void retentionMakesRoomOnAFullDisk() {
    FaultyStorage storage = new FaultyStorage();
    DiskLogOptions options = DiskLogOptions.uncompacted(new ManualClock(0));
    for (int opened = 0; opened < 2; opened++) {
      DiskLog log = DiskLog.open(storage, options);
      for (int i = 0; i < 2; i++) {
        log.append(Event.of("k", "v"));
        log.roll();
        storage.follow(fullButForMarks(storage));
        assertThrows(UncheckedIOException.class, () -> log.append(Event.of("k", "v")));
        assertEquals(log.endOffset(), log.retain(Retention.upTo(0)));
        storage.follow(FaultyStorage.Step::bytes);
      }
      log.close();
    }
  }

  /** A full disk: marks find room as long as there are no more such files than now. */
  private static FaultyStorage.Plan fullButForMarks(FaultyStorage storage) {
    long files = marksFiles(storage);
    return step -> {
      boolean takesRoom = step.kind() == Kind.WRITE || step.kind() == Kind.CREATE;
      boolean exists = storage.names().contains(step.file());
      boolean isMarks = step.file().startsWith("marks");
      if (takesRoom && !(isMarks && (exists || marksFiles(storage) < files))) {
        throw new IOException(FULL);
      }
      return step.bytes();
    };
  }

  private static long marksFiles(FaultyStorage storage) {
    return storage.names().stream().filter(name -> name.startsWith("marks")).count();
  }
}
