package tidemark.deadletter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tidemark.deadletter.DeadLetters.Settlement;
import tidemark.deadletter.Replay.Outcome;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.Header;
import tidemark.log.Log;
import tidemark.log.MemoryLog;
import tidemark.log.Retention;
import tidemark.simulate.FaultyStorage;
import tidemark.simulate.Loss;

/** What a dead letter keeps, and what an output lacks. */
final class DeadLetterTest {
  private final DeliveryScene scene = new DeliveryScene();

  @Test
  void deadLetterKeepsIdentityBytesAndReasonAlsoOnDisk() {
    Bytes undecodable = Bytes.of((byte) 0x7B, (byte) 0, (byte) 0xFF);
    Event event =
        new Event(
            undecodable,
            undecodable,
            77,
            List.of(new Header("h", Bytes.of()), new Header("h", null), new Header("i", null)));
    for (int i = 0; i < 41; i++) {
      scene.log.append(Event.of("k", "v"));
    }
    scene.log.append(event);
    scene.log.append(new Event(null, Bytes.of(), 78, List.of()));
    scene.progress.commit(41);
    scene.delivery.run(
        entry -> {
          throw new IllegalArgumentException(entry.key() == null ? null : "not a number");
        });
    scene.restart();
    assertEquals(2, scene.dead.all().size());
    DeadLetter letter = scene.dead.all().get(0);
    assertEquals(new Origin("orders-2", scene.log.position(41)), letter.origin());
    assertEquals(new Entry(41, 1000, event), letter.entry());
    assertEquals("java.lang.IllegalArgumentException", letter.reason().exceptionClass());
    assertEquals("not a number", letter.reason().message());
    assertEquals("3 attempts failed", letter.reason().rule());
    assertEquals(3, letter.reason().attempts());
    assertEquals(ReplayPolicy.AFTER_FIX, letter.replay());
    DeadLetter second = scene.dead.all().get(1);
    assertNull(second.entry().key());
    assertEquals(Bytes.of(), second.entry().value());
    assertNull(second.reason().message());
  }

  @Test
  void reasonOfAnyLengthLetsThePartitionGoOn() {
    scene.source("a=poison b=1");
    scene.policy =
        (failure, attempt) -> new Decision.DeadLetter("x".repeat(70_000), ReplayPolicy.NEVER);
    scene.delivery = scene.delivery();
    assertEquals(2, scene.delivery.run(scene::poison));
    assertEquals("x".repeat(4000), scene.dead.all().get(0).reason().rule());
  }

  @Test
  void deadLetteredAgainKeepsTheFirstOrigin() {
    scene.source("a=0 b=poison");
    scene.delivery.run(scene::poison);
    DeadLetter first = scene.dead.all().get(0);
    Partition second = new Partition("orders-2.dead", scene.deadLog);
    DeadLetters deader = DeadLetters.open(scene.memory());
    Delivery.of(
            second,
            Commits.open(second, scene.memory()),
            deader,
            RetryPolicy.bounded(1, Duration.ZERO))
        .run(
            entry -> {
              throw new IllegalStateException("still");
            });
    DeadLetter again = deader.all().get(0);
    assertEquals(first.origin(), again.origin());
    assertEquals(first.entry(), again.entry());
    assertEquals("still", again.reason().message());
    assertEquals(1, deader.all().size());
  }

  @Test
  void headerOfThatNameThatIsNotOursMakesNoDeadLetter() {
    Event forged = Event.of("a", "poison").withHeader(DeadLetterLayout.SHORT, Bytes.text("x"));
    scene.log.append(forged);
    scene.delivery.run(scene::poison);
    scene.restart();
    assertEquals(forged, scene.dead.all().get(0).entry().event());
  }

  @Test
  void outputIsCompleteExceptForNamedOffsetsUntilTheyAreReplayed() {
    scene.source("a=0 b=poison c=2 d=poison");
    TableLog table = TableLog.open(scene.source, scene.memory());
    boolean[] mended = new boolean[1];
    scene.delivery.run(
        entry -> {
          if (!mended[0]) {
            scene.poison(entry);
          }
          table.handle(entry);
        });
    Completeness before = scene.dead.completeness(scene.source, scene.progress.committed());
    assertFalse(before.isComplete());
    assertEquals(List.of(1L, 3L), before.except());
    assertEquals(
        "orders-2 is complete below offset 4, except for the dead letters at [1, 3]", "" + before);
    assertEquals(List.of(1L), scene.dead.completeness(scene.source, 3).except());
    Outcome settled = new Outcome.Settled(Settlement.REPLAYED);
    assertEquals(settled, Replay.of(scene.dead, table).byHand(scene.dead.open().get(0)));
    assertEquals(List.of(3L), scene.dead.completeness(scene.source, 4).except());
    assertEquals(List.of(settled), Replay.of(scene.dead, table).afterFix());
    scene.restart();
    assertEquals(
        "orders-2 is complete below offset 4", "" + scene.dead.completeness(scene.source, 4));
  }

  @Test
  void deadLetterLogThatLostSomeIsRefused() {
    MemoryLog cut = scene.memory();
    cut.append(Event.of("a", "1"));
    cut.roll();
    cut.retain(Retention.upTo(0));
    assertThrows(IllegalArgumentException.class, () -> DeadLetters.open(cut));
  }

  @Test
  void recordOfALaterEpochAtTheSameOffsetIsAnotherRecord() {
    FaultyStorage disk = new FaultyStorage();
    Partition old = scene.deadLetterOfWhatAPowerCutTakes(disk, ReplayPolicy.NEVER);
    DiskLog after = DiskLog.open(disk.afterPowerCut(Loss.ALL_UNSYNCED), scene.unsynced());
    assertEquals(1, after.append(Event.of("c", "good")));
    Partition now = new Partition("p", after);
    assertEquals(List.of(1L), scene.dead.completeness(old, 2).except());
    assertEquals(List.of(), scene.dead.completeness(now, 2).except());
    assertFalse(scene.dead.holds(now.place(1)));
    assertEquals(old.place(0), now.place(0));
    assertEquals(after.epoch(), now.place(1).epoch());
  }

  @Test
  void headersThatFillTheLogsLimitFitInTheDeadLetterByteForByte() {
    DiskLog full = DiskLog.open(new FaultyStorage(), DiskLogOptions.uncompacted(scene.clock));
    byte[] most = new byte[1_048_524];
    most[77] = 77;
    List<Event> events =
        List.of(
            new Event(null, Bytes.text("v"), 5, List.of(new Header("h", Bytes.of(most)))),
            new Event(null, null, 6, List.of(new Header("h", Bytes.of(most)))),
            new Event(Bytes.of(Arrays.copyOf(most, 1_048_500)), Bytes.of(), 7, List.of()),
            new Event(
                null,
                Bytes.of(new byte[Log.MAX_VALUE_BYTES]),
                -8,
                List.of(
                    new Header("h", null),
                    new Header("ü", Bytes.of()),
                    new Header(DeadLetterLayout.SHORT, Bytes.of(Arrays.copyOf(most, 1_048_400))))));
    for (Event event : events) {
      full.append(event);
    }
    Partition partition = new Partition("full", full);
    Commits commits = Commits.open(partition, scene.memory());
    Delivery delivery = Delivery.of(partition, commits, scene.dead, scene.policy);
    assertEquals(
        4,
        delivery
            .withSleeper(scene.waits::add)
            .run(
                entry -> {
                  throw new IllegalArgumentException("poison");
                }));
    scene.restart();
    assertEquals(full.entries(0), scene.dead.all().stream().map(DeadLetter::entry).toList());
    assertEquals(4, scene.dead.open().size());
  }

  @Test
  void halfALongDeadLetterMeansNothing() {
    Event event = Event.of("k", "v").withEventTime(9);
    scene.log.append(event);
    DeadLetter letter =
        DeadLetter.of(
            scene.source,
            new Entry(0, 1, event),
            new Reason("r", null, null, 1),
            ReplayPolicy.BY_HAND);
    List<Event> pair = DeadLetterLayout.longForm(letter);
    for (Event each : List.of(pair.get(0), pair.get(0), pair.get(1), pair.get(1))) {
      scene.deadLog.append(each);
    }
    scene.restart();
    assertEquals(List.of(letter), scene.dead.all());
  }

  @Test
  void failureObjectThatMisbehavesIsStillADeadLetter() {
    List<Exception> failures =
        List.of(
            new Foreign(
                () -> {
                  throw new IllegalStateException("no message");
                }),
            new Foreign(
                () -> {
                  throw new StackOverflowError();
                }),
            new Foreign(() -> null),
            new Foreign(() -> "x".repeat(5_000_000)),
            new Foreign(() -> "\uD800 half a pair"));
    List<@Nullable String> messages =
        Arrays.asList(
            "(its getMessage threw java.lang.IllegalStateException)",
            "(its getMessage threw java.lang.StackOverflowError)",
            null,
            "x".repeat(4000),
            "\uD800 half a pair");
    scene.source("a=0 b=1 c=2 d=3 e=4");
    assertEquals(
        5,
        scene.delivery.run(
            entry -> {
              throw failures.get((int) entry.offset());
            }));
    scene.restart();
    assertEquals(
        messages, scene.dead.all().stream().map(letter -> letter.reason().message()).toList());
    for (DeadLetter letter : scene.dead.all()) {
      assertEquals(Foreign.class.getName(), letter.reason().exceptionClass());
    }
  }

  @Test
  void stopOfAMisbehavingFailureIsSaidByItsClass() {
    scene.source("a=0");
    scene.policy = (failure, attempt) -> new Decision.Stop();
    scene.restart();
    Foreign foreign =
        new Foreign(
            () -> {
              throw new IllegalStateException();
            });
    Delivery.StoppedException stopped =
        assertThrows(
            Delivery.StoppedException.class,
            () ->
                scene.delivery.run(
                    entry -> {
                      throw foreign;
                    }));
    assertTrue(("" + stopped.getMessage()).contains(Foreign.class.getName()), "" + stopped);
    assertEquals(foreign, stopped.getCause());
  }

  /** A failure that somebody else wrote: nothing it says can be relied on. */
  private static final class Foreign extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final transient Supplier<@Nullable String> message;

    Foreign(Supplier<@Nullable String> message) {
      this.message = message;
    }

    @Override
    public @Nullable String getMessage() {
      return message.get();
    }

    @Override
    public String toString() {
      throw new IllegalStateException("no text");
    }

    @Override
    public synchronized Throwable getCause() {
      return this;
    }
  }

  @Test
  void partitionWithoutAUsableNameIsRefused() {
    for (String name : List.of("", "x".repeat(1001))) {
      assertThrows(IllegalArgumentException.class, () -> new Partition(name, scene.log));
    }
  }
}
