package tidemark.deadletter.command;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tidemark.deadletter.DeadLetter;
import tidemark.deadletter.DeadLetters;
import tidemark.deadletter.DeadLetters.Settlement;
import tidemark.deadletter.Reason;
import tidemark.deadletter.Replay;
import tidemark.deadletter.ReplayPolicy;
import tidemark.log.Bytes;
import tidemark.log.Header;
import tidemark.log.History;
import tidemark.log.Position;

/**
 * The operator's command line for dead letters: lists, shows, replays and discards them, and
 * releases a breaker, in a folder of logs whose consumer is not running. Without arguments it
 * prints how it is used.
 *
 * <p>See {@link LogFolder} for the layout of the folder. A replay applies the record's value to the
 * table of its partition; for an output of another kind, write a {@link Replay.Target} and use
 * {@link Replay}. It prints plain text; control characters in records are printed as a dot. Exit
 * codes: 0 done; 1 not done, and the output says why; 2 wrong arguments; 3 the logs cannot be
 * opened, read or written.
 */
public final class DeadLetterCommand {
  static final int DONE = 0;
  static final int NOT_DONE = 1;
  static final int WRONG_ARGUMENTS = 2;
  static final int NO_ACCESS = 3;

  private static final String USAGE =
      """
      java -cp tidemark-core.jar tidemark.deadletter.command.DeadLetterCommand FOLDER
        list [all]                         the open dead letters, or all of them
        show PARTITION OFFSET              one of them, with its bytes and the reason
        replay PARTITION OFFSET            applies it to the table of its partition
        replay PARTITION all               the same for all that wait for a fix
        discard PARTITION OFFSET REASON    settles it without applying it
        release PARTITION COUNT            lets the breaker pass so many more in a row
      """;

  private final PrintStream out;

  private DeadLetterCommand(PrintStream out) {
    this.out = out;
  }

  /** The arguments make no sense: the usage is printed. */
  private static final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UsageException(String message) {
      super(message);
    }
  }

  /** Runs the command and ends the process with its exit code. */
  public static void main(String... arguments) {
    System.exit(run(List.of(arguments), System.out, System.err));
  }

  /** Runs the command, and returns its exit code. */
  public static int run(List<String> arguments, PrintStream out, PrintStream err) {
    try {
      if (arguments.size() < 2) {
        throw new UsageException("a folder and a command must be given");
      }
      try (LogFolder folder = LogFolder.open(Path.of(arguments.get(0)))) {
        return new DeadLetterCommand(out)
            .run(folder, arguments.get(1), arguments.subList(2, arguments.size()));
      }
    } catch (UsageException wrong) {
      err.println(wrong.getMessage());
      err.print(USAGE);
      return WRONG_ARGUMENTS;
    } catch (RuntimeException failed) {
      err.println(plain(failed.getClass().getSimpleName() + ": " + failed.getMessage()));
      return NO_ACCESS;
    }
  }

  private int run(LogFolder folder, String command, List<String> rest) {
    int count = rest.size();
    if (command.equals("list") && (count == 0 || rest.equals(List.of("all")))) {
      return list(folder.deadLetters(), count == 1);
    } else if (command.equals("show") && count == 2) {
      return show(folder.deadLetters(), find(folder, rest));
    } else if (command.equals("replay") && count == 2) {
      return rest.get(1).equals("all")
          ? replayAll(folder, rest.get(0))
          : replay(folder, rest.get(0), find(folder, rest));
    } else if (command.equals("discard") && count >= 3) {
      return discard(
          folder.deadLetters(), find(folder, rest), String.join(" ", rest.subList(2, count)));
    } else if (command.equals("release") && count == 2) {
      return release(folder, rest.get(0), number(rest.get(1)));
    }
    throw new UsageException("a command must be one of these, command=" + command + " " + rest);
  }

  private static long number(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException notANumber) {
      throw new UsageException("an offset or count must be a whole number, given=" + text);
    }
  }

  /** The letters at an offset of a partition; after a power cut there may be several. */
  private static List<DeadLetter> find(LogFolder folder, List<String> partitionAndOffset) {
    long offset = number(partitionAndOffset.get(1));
    return folder.deadLetters().all().stream()
        .filter(letter -> letter.origin().partition().equals(partitionAndOffset.get(0)))
        .filter(letter -> letter.entry().offset() == offset)
        .toList();
  }

  private int notOne(List<DeadLetter> found) {
    out.println(
        found.isEmpty()
            ? "not done: there is no dead letter of that partition and offset; try list all"
            : "not done: there are "
                + found.size()
                + " dead letters of that offset, of several"
                + " epochs; use the library to choose one");
    return NOT_DONE;
  }

  private int list(DeadLetters deadLetters, boolean all) {
    for (DeadLetter letter : all ? deadLetters.all() : deadLetters.open()) {
      out.println(line(deadLetters, letter));
    }
    int open = deadLetters.open().size();
    out.println(open + " open, " + (deadLetters.all().size() - open) + " settled");
    return DONE;
  }

  private static String line(DeadLetters deadLetters, DeadLetter letter) {
    Reason reason = letter.reason();
    String failure = reason.exceptionClass() == null ? reason.rule() : reason.exceptionClass();
    return plain(
        letter.origin().partition()
            + (" " + letter.entry().offset())
            + (" " + state(deadLetters, letter.origin().place()))
            + (", replay " + letter.replay())
            + (", attempts " + reason.attempts() + ": ")
            + (failure + (reason.message() == null ? "" : ": " + reason.message())));
  }

  private static String state(DeadLetters deadLetters, Position place) {
    return deadLetters.settlement(place).map(Settlement::name).orElse("OPEN")
        + deadLetters.discardReason(place).map(why -> " (" + why + ")").orElse("");
  }

  private int show(DeadLetters deadLetters, List<DeadLetter> found) {
    if (found.isEmpty()) {
      return notOne(found);
    }
    for (DeadLetter letter : found) {
      out.println(line(deadLetters, letter));
      out.println("rule: " + plain(letter.reason().rule()));
      out.println("origin: " + plain("" + letter.origin().place()));
      out.println("append time: " + letter.entry().appendTime() + " ms");
      out.println("event time: " + letter.entry().event().eventTime() + " ms");
      out.println("key: " + text(letter.entry().key()));
      out.println("value: " + text(letter.entry().value()));
      for (Header header : letter.entry().event().headers()) {
        out.println("header: " + plain(header.name()) + " = " + text(header.value()));
      }
    }
    return DONE;
  }

  private int replay(LogFolder folder, String partition, List<DeadLetter> found) {
    if (found.size() != 1) {
      return notOne(found);
    }
    return say(found.get(0), folder.replay(partition).byHand(found.get(0)));
  }

  private int replayAll(LogFolder folder, String partition) {
    Replay replay = folder.replay(partition);
    int code = DONE;
    int count = 0;
    for (DeadLetter letter : replay.open()) {
      if (letter.replay() == ReplayPolicy.AFTER_FIX) {
        code = Math.max(code, say(letter, replay.byHand(letter)));
        count++;
      }
    }
    out.println(count + " replayed");
    return code;
  }

  private int say(DeadLetter letter, Replay.Outcome outcome) {
    String what = plain(letter.origin().partition() + " " + letter.entry().offset() + " ");
    if (outcome instanceof Replay.Outcome.Settled settled) {
      out.println(what + settled.how());
      return DONE;
    }
    if (outcome instanceof Replay.Outcome.NotAllowed notAllowed) {
      out.println(what + "not done: its replay policy is " + notAllowed.policy());
    } else if (outcome instanceof Replay.Outcome.FailedAgain failed) {
      Reason reason = Reason.of("", failed.failure(), 1);
      out.println(
          what
              + plain(
                  "not done: it failed again: "
                      + reason.exceptionClass()
                      + ": "
                      + reason.message()));
    }
    return NOT_DONE;
  }

  private int discard(DeadLetters deadLetters, List<DeadLetter> found, String reason) {
    if (found.size() != 1) {
      return notOne(found);
    }
    Position place = found.get(0).origin().place();
    if (reason.isBlank() || deadLetters.settlement(place).isPresent()) {
      out.println(
          reason.isBlank()
              ? "not done: a discard must have a reason"
              : "not done: it is settled already: " + plain(state(deadLetters, place)));
      return NOT_DONE;
    }
    deadLetters.discard(place, reason);
    out.println(line(deadLetters, found.get(0)));
    return DONE;
  }

  private int release(LogFolder folder, String partition, long count) {
    if (count < 1 || count > Integer.MAX_VALUE) {
      throw new UsageException(
          "a release must allow at least one more dead letter, count=" + count);
    }
    try {
      folder.deadLetters().releaseBreaker(folder.partition(partition), (int) count);
    } catch (IllegalStateException noLetter) {
      out.println("not done: " + plain("" + noLetter.getMessage()));
      return NOT_DONE;
    }
    out.println(plain(partition) + ": the breaker lets " + count + " more dead letters pass");
    return DONE;
  }

  /** Bytes on one line; different ones never look the same, and null looks like none of them. */
  static String text(@Nullable Bytes bytes) {
    String text = History.text(bytes);
    return bytes == null || plain(text).equals(text)
        ? text
        : "0x" + HexFormat.of().formatHex(bytes.toByteArray());
  }

  /** The text on one line: control characters, which could steer a terminal, become a dot. */
  static String plain(String text) {
    return text.replaceAll("[\\p{Cntrl}\\p{Cf}\\u2028\\u2029]", "·");
  }
}
