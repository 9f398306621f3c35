package tidemark.deadletter.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.deadletter.Commits;
import tidemark.deadletter.DeadLetters;
import tidemark.deadletter.Delivery;
import tidemark.deadletter.Partition;
import tidemark.deadletter.RetryPolicy;
import tidemark.deadletter.TableLog;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.log.Bytes;
import tidemark.log.Event;
import tidemark.log.Header;
import tidemark.log.MemoryLog;

/** What an operator can do with dead letters on disk, and what each command ends with. */
final class DeadLetterCommandTest {
  private static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochMilli(1000));

  @TempDir Path folder;

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
  private final ByteArrayOutputStream errors = new ByteArrayOutputStream();

  private DiskLog log(String name) {
    return DiskLog.open(folder.resolve(name), DiskLogOptions.uncompacted(CLOCK));
  }

  /** Records 1, 3 and 4 are dead; 3 is superseded by 5. */
  @BeforeEach
  void consumerThatHasEnded() {
    try (DiskLog log = log("orders-0");
        DiskLog dead = log("dead-letters");
        DiskLog tableLog = log("orders-0.table")) {
      log.append(Event.of("a", "0"));
      log.append(Event.of("b", "poison").withHeader("trace", Bytes.text("t1")));
      log.append(Event.of("c", "2"));
      log.append(Event.of("d", "poison"));
      log.append(new Event(Bytes.text("e\u001b[2J"), Bytes.text("poison"), 7, List.of()));
      log.append(Event.of("d", "5"));
      Partition source = new Partition("orders-0", log);
      TableLog table = TableLog.open(source, tableLog);
      Commits commits = Commits.open(source, MemoryLog.uncompacted(CLOCK, MemoryLog.NO_ROLL));
      Delivery.of(source, commits, DeadLetters.open(dead), RetryPolicy.bounded(1, Duration.ZERO))
          .run(
              entry -> {
                if ("poison".equals("" + entry.value())) {
                  throw new IllegalArgumentException("bad\nvalue \u001b[31m");
                }
                table.handle(entry);
              });
    }
  }

  private int run(String... arguments) {
    printed.reset();
    errors.reset();
    return DeadLetterCommand.run(
        List.of(arguments),
        new PrintStream(printed, true, UTF_8),
        new PrintStream(errors, true, UTF_8));
  }

  private int command(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = folder.toString();
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return run(all);
  }

  private String printed() {
    return printed.toString(UTF_8);
  }

  private String table() {
    try (DiskLog log = log("orders-0");
        DiskLog tableLog = log("orders-0.table")) {
      TableLog table = TableLog.open(new Partition("orders-0", log), tableLog);
      return "b=" + table.value(Bytes.text("b")) + " d=" + table.value(Bytes.text("d"));
    }
  }

  @Test
  void listNamesEachOpenLetterOnALineOfItsOwn() {
    assertEquals(0, command("list"));
    String failure =
        ", replay AFTER_FIX, attempts 1: java.lang.IllegalArgumentException: bad·value ·[31m\n";
    assertEquals(
        "orders-0 1 OPEN"
            + failure
            + "orders-0 3 OPEN"
            + failure
            + "orders-0 4 OPEN"
            + failure
            + "3 open, 0 settled\n",
        printed().replace(System.lineSeparator(), "\n"));
  }

  @Test
  void showPrintsTheRecordAndNoControlCharacterOfIt() {
    assertEquals(0, command("show", "orders-0", "1"));
    for (String part :
        List.of("key: b", "value: poison", "header: trace = t1", "rule: 1 attempts failed")) {
      assertTrue(printed().contains(part), printed());
    }
    assertEquals(0, command("show", "orders-0", "4"));
    assertFalse(printed().contains("\u001b"), "a terminal would obey it");
    assertTrue(printed().contains("event time: 7 ms"), printed());
  }

  @Test
  void replayAppliesOneOrSaysThatItIsSuperseded() {
    assertEquals(0, command("replay", "orders-0", "1"));
    assertEquals("orders-0 1 REPLAYED", printed().strip());
    assertEquals(0, command("replay", "orders-0", "3"));
    assertEquals("orders-0 3 SUPERSEDED", printed().strip());
    assertEquals("b=poison d=5", table());
    assertEquals(0, command("list", "all"));
    assertTrue(printed().strip().endsWith("1 open, 2 settled"), printed());
    assertTrue(printed().contains("orders-0 1 REPLAYED"), printed());
  }

  @Test
  void replayAllAppliesAllThatWaitForAFix() {
    assertEquals(0, command("replay", "orders-0", "all"));
    assertTrue(printed().strip().endsWith("3 replayed"), printed());
    assertEquals("b=poison d=5", table());
    command("list");
    assertEquals("0 open, 3 settled", printed().strip());
    assertEquals(0, command("replay", "orders-0", "all"));
    assertEquals("0 replayed", printed().strip());
  }

  @Test
  void discardSettlesWithTheReasonAndAppliesNothing() {
    assertEquals(0, command("discard", "orders-0", "1", "test", "data"));
    assertEquals(0, command("list", "all"));
    assertTrue(printed().contains("orders-0 1 DISCARDED (test data), "), printed());
    assertEquals("b=null d=5", table());
    assertEquals(1, command("discard", "orders-0", "1", "again"));
    assertTrue(printed().startsWith("not done: it is settled already"), printed());
    assertEquals(1, command("discard", "orders-0", "3", " "));
    assertEquals(0, command("replay", "orders-0", "1"), "nothing is left to do");
    assertEquals("orders-0 1 DISCARDED", printed().strip());
    assertEquals("b=null d=5", table());
  }

  @Test
  void releaseLetsTheBreakerPass() {
    assertEquals(0, command("release", "orders-0", "5"));
    assertEquals("orders-0: the breaker lets 5 more dead letters pass", printed().strip());
    try (DiskLog other = log("orders-1")) {
      other.append(Event.of("a", "0"));
    }
    assertEquals(1, command("release", "orders-1", "5"), "it has no dead letter");
    assertEquals(2, command("release", "orders-0", "0"));
  }

  @Test
  void letterThatDoesNotExistIsNotDone() {
    for (String[] arguments :
        List.of(
            new String[] {"show", "orders-0", "2"},
            new String[] {"show", "orders-9", "1"},
            new String[] {"replay", "orders-0", "2"},
            new String[] {"discard", "orders-0", "99", "why"})) {
      assertEquals(1, command(arguments));
      assertTrue(printed().startsWith("not done: there is no dead letter"), printed());
    }
  }

  @Test
  void wrongArgumentsPrintTheUsage() {
    for (String[] arguments :
        List.of(
            new String[] {},
            new String[] {"list", "some"},
            new String[] {"show", "orders-0"},
            new String[] {"show", "orders-0", "one"},
            new String[] {"discard", "orders-0", "1"},
            new String[] {"remove", "orders-0", "1"},
            new String[] {"release", "orders-0", "many"})) {
      assertEquals(2, command(arguments));
      assertTrue(errors.toString(UTF_8).contains("replay PARTITION OFFSET"));
    }
    assertEquals(2, run());
    assertEquals("", printed());
  }

  @Test
  void folderThatIsNotALogIsNotMadeOne() throws IOException {
    assertEquals(3, run(folder.resolve("nothing").toString(), "list"));
    assertFalse(Files.exists(folder.resolve("nothing")));
    assertEquals(3, command("release", "orders-7", "1"));
    assertFalse(Files.exists(folder.resolve("orders-7")));
    Files.createDirectory(folder.resolve("other"));
    for (String name : List.of("..", "other/..", ".", "/", "")) {
      assertEquals(3, command("release", name, "1"), name);
    }
  }

  @Test
  void logsOfARunningConsumerAreNotOpened() {
    try (DiskLog dead = log("dead-letters")) {
      assertEquals(3, command("list"));
      assertTrue(errors.toString(UTF_8).contains("open"), errors.toString(UTF_8));
      assertEquals(0, dead.startOffset());
    }
    try (DiskLog source = log("orders-0")) {
      assertEquals(3, command("replay", "orders-0", "1"));
      assertEquals(6, source.endOffset());
    }
    assertEquals(0, command("list"), "what was opened before was closed");
  }

  @Test
  void longRecordsAreShownToo() {
    try (DiskLog log = log("orders-0");
        DiskLog dead = log("dead-letters")) {
      Bytes most = Bytes.of(new byte[1_048_524]);
      log.append(new Event(null, null, 0, List.of(new Header("h", most))));
      Partition source = new Partition("orders-0", log);
      Commits commits = Commits.open(source, MemoryLog.uncompacted(CLOCK, MemoryLog.NO_ROLL));
      commits.commit(6);
      Delivery.of(source, commits, DeadLetters.open(dead), RetryPolicy.bounded(1, Duration.ZERO))
          .run(
              entry -> {
                throw new IllegalArgumentException();
              });
    }
    assertEquals(0, command("show", "orders-0", "6"));
    assertEquals(1, command("replay", "orders-0", "6"), "a table needs a key");
    assertTrue(printed().contains("not done: it failed again"), printed());
  }
}
