package tidemark.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;
import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.History;
import tidemark.log.ManualClock;
import tidemark.log.Position;
import tidemark.log.Retention;
import tidemark.log.RewritableLog.Disposition;
import tidemark.log.StalePositionException;
import tidemark.simulate.Crash;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.FaultyStorage.Kind;
import tidemark.simulate.Loss;

/** A crash at every I/O step of random histories, then opening again, and comparison. */
final class DiskLogCrashTest {
  private static final int OPERATIONS = 40;
  private static final boolean LONG = Boolean.getBoolean("tidemark.long");

  @Test
  void crashAtEveryStepLosesNothingThatIsDurableAndKeepsNothingWrong() {
    Seeds.forEach(LONG ? 2000 : 8, (seed, random) -> crashAtEveryStep(seed));
  }

  private static void crashAtEveryStep(long seed) {
    FaultyStorage whole = new FaultyStorage();
    play(seed, whole).log().close();
    int tried = 0;
    for (int step = 0; step < whole.steps(); step++) {
      FaultyStorage storage = new FaultyStorage().follow(crashAt(step, step * 31 % 97));
      @Nullable DiskHistory history = null;
      try {
        history = new DiskHistory(seed, storage);
        play(history, storage, false);
        history.log().close();
      } catch (Crash crash) {
        tried++;
      }
      try {
        checkAfterCrash(history, storage, seed, step);
      } catch (AssertionError | RuntimeException failure) {
        throw new AssertionError(
            "step=%d in %s: %s"
                .formatted(
                    step, history == null ? "open" : history.operation(), failure.getMessage()),
            failure);
      }
    }
    assertEquals(whole.steps(), tried, "crash points tried");
  }

  private static FaultyStorage.Plan crashAt(int step, int bytesDone) {
    return now -> {
      if (now.number() == step && now.kind() != Kind.READ) {
        throw new Crash(bytesDone);
      }
      return now.bytes();
    };
  }

  private static DiskHistory play(long seed, FaultyStorage storage) {
    DiskHistory history = new DiskHistory(seed, storage);
    play(history, storage, true);
    return history;
  }

  private static void play(DiskHistory history, FaultyStorage storage, boolean check) {
    for (int i = 0; i < OPERATIONS; i++) {
      history.choose();
      history.perform(storage);
      history.done();
      if (check) {
        history.checkWhole();
      }
    }
    history.choose();
  }

  private static void checkAfterCrash(
      @Nullable DiskHistory history, FaultyStorage storage, long seed, int step) {
    List<Loss> losses =
        List.of(
            Loss.NOTHING,
            Loss.ALL_UNSYNCED,
            Loss.some(Seeds.random(step)),
            Loss.some(Seeds.random(~step)));
    for (Loss loss : losses) {
      FaultyStorage found = storage.afterPowerCut(loss);
      if (history == null) {
        // The crash was in making the log: there was nothing to lose.
        DiskLog.open(found, DiskLogOptions.uncompacted(new ManualClock(0))).close();
      } else {
        DiskLog before = history.log();
        long minEnd = loss == Loss.NOTHING ? before.endOffset() : before.syncedEnd();
        checkOpens(history, found, before, minEnd);
        if (loss == losses.get(step % losses.size())) {
          crashWhileRecovering(history, found, minEnd, seed + step);
        }
      }
    }
  }

  private static void checkOpens(
      DiskHistory history, FaultyStorage found, DiskLog before, long minEnd) {
    FaultyStorage copy = found.afterPowerCut(Loss.NOTHING);
    DiskLog log = DiskLog.open(copy, history.options());
    history.checkRecovered(log, minEnd);
    assertEquals(before.id(), log.id());
    long end = log.endOffset();
    long last = log.epoch();
    assertEquals(end, log.append(Event.of("after", "the crash")));
    assertNotEquals(last, log.epoch(), "each opening that appends begins an epoch");
    assertEquals(end, log.endOfEpoch(last));
    log.require(new Position(log.id(), last, end));
    for (long stale : new long[] {last, before.epoch()}) {
      if (end + 1 > log.startOffset()) {
        assertThrows(
            StalePositionException.class,
            () -> log.require(new Position(log.id(), stale, end + 1)));
      }
    }
    List<Entry> entries = log.entries(log.startOffset());
    log.close();
    DiskLog again = DiskLog.open(copy, history.options());
    assertTrue(again.recovery().closedCleanly(), "" + again.recovery());
    assertEquals(end + 1, again.endOffset());
    assertEquals(0, again.recovery().bytesCut());
    assertTrue(again.entries(again.startOffset()).containsAll(entries));
    again.close();
  }

  private static void crashWhileRecovering(
      DiskHistory history, FaultyStorage found, long minEnd, long seed) {
    FaultyStorage whole = found.afterPowerCut(Loss.NOTHING);
    DiskLog.open(whole, history.options());
    int tried = 0;
    for (int step = 0; step < whole.steps(); step++) {
      FaultyStorage storage = found.afterPowerCut(Loss.NOTHING).follow(crashAt(step, 17));
      assertThrows(Crash.class, () -> DiskLog.open(storage, history.options()));
      tried++;
      FaultyStorage left = storage.afterPowerCut(Loss.some(Seeds.random(seed + step)));
      DiskLog log = DiskLog.open(left, history.options());
      history.checkRecovered(log, minEnd);
      log.close();
    }
    assertEquals(whole.steps(), tried, "crash points tried");
  }

  @Test
  void openingDeletesNothingBeforeWhatReplacesItIsDurable() {
    for (int lost = 0; lost < 4; lost++) {
      deleteAfterAnUnsyncedRenaming(0, lost, log -> log.retain(Retention.upTo(0)));
      deleteAfterAnUnsyncedRenaming(
          1, lost, log -> log.rewrite(1, 9, entry -> Disposition.SUPERSEDED));
    }
  }

  /**
   * The change renames a file, but its sync of that number fails; the log is opened again and
   * deletes a segment; then a power cut takes the first {@code lost} changes of names not synced.
   */
  private static void deleteAfterAnUnsyncedRenaming(
      int failing, int lost, Consumer<DiskLog> change) {
    DiskLogOptions options = DiskLogOptions.uncompacted(new ManualClock(0));
    FaultyStorage storage = new FaultyStorage();
    DiskLog log = DiskLog.open(storage, options);
    for (int i = 0; i < 3; i++) {
      log.append(Event.of("k", "" + i));
      log.roll();
    }
    int[] syncs = {0};
    storage.follow(
        step -> {
          if (step.kind() == Kind.SYNC && syncs[0]++ == failing) {
            throw new IOException("Input/output error");
          }
          return step.bytes();
        });
    assertThrows(UncheckedIOException.class, () -> change.accept(log));
    log.close();
    int[] deleted = {0};
    storage.follow(
        step -> {
          if (deleted[0] > 0) {
            throw new Crash(0);
          }
          deleted[0] += step.kind() == Kind.DELETE && step.file().endsWith(".log") ? 1 : 0;
          return step.bytes();
        });
    assertThrows(Crash.class, () -> DiskLog.open(storage, options));
    int[] asked = {0};
    FaultyStorage left = storage.afterPowerCut(bytes -> asked[0]++ < lost ? 0 : bytes);
    try (DiskLog found = DiskLog.open(left, options)) {
      assertEquals(3, found.endOffset());
      assertTrue(
          History.format(DiskHistory.entries(found)).endsWith("1:k=1 2:k=2")
              || found.startOffset() == 3,
          "lost=" + lost);
    }
  }

  @Test
  void tornWriteAtEveryByteOfTheLastBatchIsCutAndSaid() {
    DiskLogOptions options =
        DiskLogOptions.uncompacted(new ManualClock(5))
            .withDurability(Durability.every(3, Durability.NO_LIMIT));
    FaultyStorage before = new FaultyStorage();
    DiskLog log = DiskLog.open(before, options);
    for (int i = 0; i < 6; i++) {
      log.append(Event.of("k" + i, "value " + i).withHeader("h", Bytes.text("x")));
    }
    List<Entry> durable = DiskHistory.entries(log);
    assertEquals(6, durable.size());
    int length = 0;
    int torn = 0;
    do {
      FaultyStorage storage = before.afterPowerCut(Loss.ALL_UNSYNCED);
      DiskLog writer = DiskLog.open(storage, options);
      writer.append(Event.of("a", "1"));
      writer.append(Event.of("b", null));
      int bytes = torn;
      int[] size = new int[1];
      storage.follow(
          step -> {
            if (step.kind() == Kind.WRITE) {
              size[0] = step.bytes();
              throw new Crash(bytes);
            }
            return step.bytes();
          });
      assertThrows(Crash.class, () -> writer.append(Event.of("c", "3")));
      length = size[0];
      FaultyStorage found = storage.afterPowerCut(Loss.NOTHING);
      DiskLog recovered = DiskLog.open(found, options);
      boolean whole = torn == length;
      assertEquals(whole ? 9 : 6, recovered.endOffset(), "torn after " + torn);
      assertEquals(durable, DiskHistory.entries(recovered).subList(0, 6));
      assertEquals(whole ? 0 : torn, recovered.recovery().bytesCut());
      recovered.close();
    } while (torn++ < length);
    assertTrue(torn > 60, "bytes tried: " + torn);
  }
}
