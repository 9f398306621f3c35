package tidemark.disk;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.Seeds;
import tidemark.log.Cursor;
import tidemark.log.Event;
import tidemark.log.RewritableLog.Disposition;

/** A real process is killed again and again; what it acknowledged stands in a pipe. */
final class DiskLogKillTest {
  private static final int ROUNDS = Boolean.getBoolean("tidemark.long") ? 200 : 20;

  @TempDir Path directory;

  @Test
  void everythingThatAKilledProcessAcknowledgedIsFoundAgain() {
    Seeds.forEach(1, (seed, random) -> killAgainAndAgain(random));
  }

  private void killAgainAndAgain(RandomGenerator random) throws Exception {
    long total = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Process writer = start(Writer.class, directory.toString(), "" + round % 3);
      long acknowledged;
      try (BufferedReader pipe = writer.inputReader()) {
        acknowledged = readSome(pipe, 1 + random.nextInt(300));
        if (round == 0) {
          var refused =
              assertThrows(IllegalStateException.class, () -> DiskLog.open(directory, options(0)));
          assertTrue(("" + refused.getMessage()).contains("another process"), "" + refused);
        }
        // Not the process's own method, which would close the pipe too.
        writer.toHandle().destroyForcibly();
        for (String line = pipe.readLine(); line != null; line = pipe.readLine()) {
          acknowledged = parse(line, acknowledged);
        }
      }
      assertEquals(128 + 9, writer.waitFor(), "killed, not ended");
      total = check(acknowledged, total);
    }
    assertTrue(total > ROUNDS, "appended " + total);
  }

  private static Process start(Class<?> main, String... arguments) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xshare:auto",
                "-Xmx128m",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
  }

  private static long readSome(BufferedReader pipe, int lines) throws IOException {
    long acknowledged = 0;
    for (int i = 0; i < lines; i++) {
      acknowledged = parse(String.valueOf(pipe.readLine()), acknowledged);
    }
    return acknowledged;
  }

  /** The last line may be torn: it ends in a full stop when it is whole. */
  private static long parse(String line, long before) {
    return line.endsWith(".") ? Long.parseLong(line.substring(0, line.length() - 1)) : before;
  }

  private long check(long acknowledged, long before) {
    try (DiskLog log = DiskLog.open(directory, options(0))) {
      long end = log.endOffset();
      assertTrue(end >= acknowledged && end >= before, end + " of " + acknowledged + " found");
      long expected = 0;
      try (Cursor cursor = log.read(0)) {
        while (cursor.next()) {
          while (expected < cursor.offset()) {
            assertTrue(removable(expected), "lost " + expected);
            expected++;
          }
          assertEquals(event(cursor.offset()), cursor.entry().event());
          expected++;
        }
        assertEquals(end, cursor.position());
      }
      return end;
    }
  }

  private static boolean removable(long offset) {
    return offset % 3 == 0;
  }

  private static Event event(long offset) {
    return Event.of("k" + offset, "v".repeat((int) (offset % 200))).withEventTime(offset * 31);
  }

  private static DiskLogOptions options(int durability) {
    Durability[] durabilities = {
      Durability.everyAppend(),
      Durability.every(50, Duration.ofMillis(5)),
      Durability.leftToSystem()
    };
    return DiskLogOptions.compacted(InstantSource.system())
        .withSegmentBytes(20_000)
        .withDurability(durabilities[durability]);
  }

  /** The process that is killed: appends, compacts meanwhile, and says what it may acknowledge. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] arguments) {
      DiskLog log = DiskLog.open(Path.of(arguments[0]), options(Integer.parseInt(arguments[1])));
      Thread compactor = new Thread(() -> compact(log));
      compactor.setDaemon(true);
      compactor.start();
      // The pipe to the test that reads it, not text for a person.
      PrintStream pipe = new PrintStream(new FileOutputStream(FileDescriptor.out), true, US_ASCII);
      for (long offset = log.endOffset(); ; offset++) {
        log.append(event(offset));
        pipe.println(log.endOffset() + ".");
      }
    }

    private static void compact(DiskLog log) {
      while (true) {
        log.rewrite(
            log.activeStart(),
            0,
            e -> removable(e.offset()) ? Disposition.SUPERSEDED : Disposition.KEEP);
      }
    }
  }
}
