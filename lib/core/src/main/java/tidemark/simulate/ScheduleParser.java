package tidemark.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tidemark.simulate.Action.Fault;
import tidemark.simulate.Action.Kind;
import tidemark.simulate.Action.Plain;
import tidemark.simulate.Action.Point;
import tidemark.simulate.Action.Step;

/** Reads the text of a schedule, word by word. */
final class ScheduleParser {
  private static final Pattern WORD = Pattern.compile("[^\\s;#]+|;|#[^\n]*|\n");
  private static final Pattern CLOCK = Pattern.compile("([+-]\\d{1,15})(ms|s|min|h)");
  private static final Pattern EVENT_TIME = Pattern.compile("@-?\\d{1,18}");

  private final List<Word> words;
  private int at;

  /** A word with its line and column, both counted from 1. */
  private record Word(String text, int line, int column) {
    boolean ends() {
      return text.equals(";") || text.equals("\n");
    }
  }

  private ScheduleParser(List<Word> words) {
    this.words = words;
  }

  static List<Action> parse(String text) {
    List<Word> words = new ArrayList<>();
    Matcher matcher = WORD.matcher(text);
    int line = 1;
    int lineStart = 0;
    while (matcher.find()) {
      String word = matcher.group();
      if (!word.startsWith("#")) {
        words.add(new Word(word, line, matcher.start() - lineStart + 1));
      }
      if (word.equals("\n")) {
        line++;
        lineStart = matcher.end();
      }
    }
    words.add(new Word("\n", line, text.length() - lineStart + 1));
    ScheduleParser parser = new ScheduleParser(words);
    List<Action> actions = new ArrayList<>();
    while (parser.at < words.size()) {
      if (words.get(parser.at).ends()) {
        parser.at++;
      } else {
        actions.add(parser.action());
        parser.requireEnd();
      }
    }
    return actions;
  }

  private IllegalArgumentException wrong(String rule) {
    Word word = words.get(at);
    String found = word.ends() ? "the end of the action" : word.text;
    return new IllegalArgumentException(
        rule + ", found=" + found + ", line=" + word.line + ", column=" + word.column);
  }

  private void requireEnd() {
    if (!words.get(at).ends()) {
      throw wrong("an action must end with ; or the end of its line");
    }
  }

  private boolean next(String... expected) {
    for (int i = 0; i < expected.length; i++) {
      if (at + i >= words.size() || !words.get(at + i).text.equals(expected[i])) {
        return false;
      }
    }
    at += expected.length;
    return true;
  }

  private String word(String rule) {
    if (words.get(at).ends()) {
      throw wrong(rule);
    }
    return words.get(at++).text;
  }

  private long number(String rule, long least, long most) {
    try {
      long number = Long.parseLong(words.get(at).text);
      if (number >= least && number <= most) {
        at++;
        return number;
      }
    } catch (NumberFormatException notANumber) {
      // Said below.
    }
    throw wrong(rule + " must be a whole number from " + least + " to " + most);
  }

  private int count(String rule) {
    return (int) number(rule, 1, 1_000_000);
  }

  private Action action() {
    if (next("append")) {
      return append();
    } else if (next("duplicate")) {
      return new Action.Duplicate(number("the offset to duplicate", 0, Long.MAX_VALUE));
    } else if (next("gap")) {
      return new Action.Gap((int) number("the length of a gap", 1, 1000));
    } else if (next("clock")) {
      return clock();
    } else if (next("restore", "backup", "of", "log")) {
      return Plain.RESTORE_LOG;
    } else if (next("restore", "backup", "of", "node")) {
      return Plain.RESTORE_NODE;
    } else if (next("restore", "backup")) {
      throw wrong("a restored backup must say what of it is restored: of log, or of node");
    } else if (next("backup")) {
      return Plain.BACKUP;
    } else if (next("lose", "node", "keep")) {
      return loseNode();
    }
    return maybeFaulty();
  }

  private Action maybeFaulty() {
    if (next("crash")) {
      return fault(Kind.CRASH, point());
    } else if (next("power", "cut")) {
      return fault(Kind.POWER_CUT, point());
    } else if (next("zombie")) {
      return fault(Kind.ZOMBIE, point());
    } else if (next("torn", "write")) {
      return fault(Kind.TORN_WRITE, counted(Step.WRITE));
    } else if (next("disk", "full", "for")) {
      return fault(Kind.DISK_FULL, counted(Step.WRITE));
    } else if (next("fail")) {
      return fault(Kind.FAIL, counted(step()));
    }
    return work();
  }

  /** What a process can be doing. */
  private Action work() {
    if (next("replay")) {
      return new Action.Replay(number("the offset to replay", 0, Long.MAX_VALUE));
    }
    for (Plain plain :
        List.of(Plain.RUN, Plain.RESTART, Plain.SNAPSHOT, Plain.COMPACT, Plain.RETAIN)) {
      if (next(plain.text())) {
        return plain;
      }
    }
    throw wrong(
        "an action must be one of append, duplicate, gap, clock, run, restart, snapshot, compact,"
            + " retain, replay, crash, power cut, torn write, fail, disk full for, zombie, backup,"
            + " restore backup of, lose node keep");
  }

  /** {@code a=1 @12 input EWR}, or {@code 3}. */
  private Action append() {
    String what = "append must name key=value, with a key, or a number of records";
    String pair = word(what);
    int equals = pair.indexOf('=');
    if (equals < 0 && pair.matches("-?\\d+")) {
      at--;
      return new Action.Appends((int) number("the number of records", 1, 1000));
    }
    if (equals <= 0) {
      at--;
      throw wrong(what);
    }
    String value = pair.substring(equals + 1);
    long eventTime = 0;
    if (EVENT_TIME.matcher(words.get(at).text).matches()) {
      eventTime = Long.parseLong(words.get(at++).text.substring(1));
    }
    String input = next("input") ? word("input must name one") : "";
    return new Action.Append(
        pair.substring(0, equals), value.equals("∅") ? null : value, eventTime, input);
  }

  private Action clock() {
    Matcher matcher = CLOCK.matcher(words.get(at).text);
    if (!matcher.matches()) {
      throw wrong("clock must name a change such as +3600s, -250ms, +5min or +2h");
    }
    at++;
    long unit =
        switch (matcher.group(2)) {
          case "ms" -> 1;
          case "s" -> 1000;
          case "min" -> 60_000;
          default -> 3_600_000;
        };
    return new Action.Clock(Math.multiplyExact(Long.parseLong(matcher.group(1)), unit));
  }

  private Action loseNode() {
    String kept = word("a lost node must say what is left: keep log, or keep log+snapshots");
    List<String> names = Arrays.asList(kept.split("\\+"));
    if (!names.get(0).equals("log") || names.contains("")) {
      at--;
      throw wrong("a lost node must keep the event log first: keep log, or keep log+snapshots");
    }
    return new Action.LoseNode(names.subList(1, names.size()));
  }

  private Action fault(Kind kind, Point point) {
    boolean keeps = kind == Kind.POWER_CUT && next("keeping", "some");
    long survivors = keeps ? number("the seed of what is kept", 0, Long.MAX_VALUE) : -1;
    return new Fault(kind, point, survivors, next("during") ? work() : Plain.RUN);
  }

  /** {@code before write 3 in output}, or nothing. */
  private Point point() {
    boolean after = next("after");
    if (!after && !next("before")) {
      return Point.END;
    }
    Step step = step();
    BooleanSupplier isNumber = () -> Character.isDigit(words.get(at).text.charAt(0));
    int number = isNumber.getAsBoolean() ? count("the number of the step") : 1;
    return new Point(after, step, number, folder());
  }

  /** {@code 3 in output}, {@code in output} or nothing. */
  private Point counted(Step step) {
    boolean isNumber = Character.isDigit(words.get(at).text.charAt(0));
    int number = isNumber ? count("the number of the step") : 1;
    return new Point(false, step, number, folder());
  }

  private String folder() {
    return next("in") ? word("in must name a folder of the node") : "";
  }

  private Step step() {
    String text = words.get(at).text;
    for (Step step : Step.values()) {
      if (text.equals(step.text())) {
        at++;
        return step;
      }
    }
    List<String> steps =
        Arrays.stream(Step.values()).map(step -> step.name().toLowerCase(Locale.ROOT)).toList();
    throw wrong("a step must be one of " + String.join(", ", steps));
  }
}
