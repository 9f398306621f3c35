package tidemark.bank;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tidemark.bank.ConsumerTrace.Durable;
import tidemark.bank.ConsumerTrace.Kind;
import tidemark.bank.ConsumerTrace.Moment;
import tidemark.bank.CrashingContext.Ending;
import tidemark.exercise.KeyedRecord;
import tidemark.show.Html;
import tidemark.show.Player;
import tidemark.show.Tape;

/**
 * Shows a run of the hand-off that went wrong: each write, the crash, what the restart finds, and
 * the end. Everything in it was noted during the check; nothing is run again.
 */
final class HandOffPlayer {
  /** Longest name of a step: an answer may apply a record of its own, with a key of any length. */
  private static final int LONGEST = 60;

  private final List<Object> arguments;
  private final Ending right;
  private final Ending wrong;
  private final Durable durable;
  private final List<Player.Scene> scenes = new ArrayList<>();

  private HandOffPlayer(List<Object> arguments, Ending right, Ending wrong) {
    this.arguments = arguments;
    this.right = right;
    this.wrong = wrong;
    this.durable = new Durable(log(arguments).get(0).offset());
  }

  /** A player of {@code wrong}, beside which {@code right} is the end that it must come to. */
  static Player of(List<Object> arguments, Ending right, Ending wrong) {
    return new HandOffPlayer(arguments, right, wrong).player();
  }

  @SuppressWarnings("unchecked") // The probe makes these types.
  private static List<KeyedRecord> log(List<Object> arguments) {
    return (List<KeyedRecord>) arguments.get(0);
  }

  /** A probe's log, with its poison and the records that kill. */
  @SuppressWarnings("unchecked") // The probe makes these types.
  static Tape tape(List<Object> arguments) {
    Tape tape = Pictures.tape(log(arguments));
    for (long offset : (Set<Long>) arguments.get(1)) {
      tape = tape.note(offset, "poison");
    }
    for (var killer : ((Map<Long, Integer>) arguments.get(2)).entrySet()) {
      tape = tape.note(killer.getKey(), "kills " + killer.getValue() + " times");
    }
    return tape;
  }

  private Player player() {
    add("the start", "Nothing is written yet.");
    for (Moment moment : wrong.crash().moments()) {
      durable.take(moment);
      add(Html.shorten(moment.toString(), LONGEST), caption(moment));
    }
    String must = "At the end there must be: " + right.text() + ".";
    scenes.add(
        new Player.Scene(
            "the end",
            now("the end").verdict(false, must),
            "At the end there is: " + wrong.text() + ". " + must));
    return Player.ofScenes("Your run, one write after the other: " + shown(wrong.crash()), scenes);
  }

  private static String shown(ConsumerTrace crash) {
    return Html.shorten(crash.toString(), LONGEST);
  }

  private String caption(Moment moment) {
    if (moment.kind() != Kind.CRASHED && moment.kind() != Kind.KILLED) {
      return Html.shorten(moment.toString(), LONGEST) + " is durable.";
    }
    return "The process ends here. The restart finds: applied %s, dead letters %s, committed %d."
        .formatted(durable.applied, durable.dead, durable.committed);
  }

  private void add(String step, String caption) {
    scenes.add(new Player.Scene(step, now(step), caption));
  }

  /** The log now: what became of a record takes the place of what it is. */
  private Tape now(String step) {
    List<KeyedRecord> log = log(arguments);
    Tape tape = tape(arguments).title(step);
    long first = log.get(0).offset();
    if (durable.committed >= first && durable.committed <= first + log.size()) {
      tape = tape.committed(durable.committed);
    }
    for (KeyedRecord record : log) {
      String word = word(record.offset());
      tape = word.isEmpty() ? tape : tape.note(record.offset(), word);
    }
    return tape;
  }

  private String word(long offset) {
    long letters = durable.dead.stream().filter(each -> each == offset).count();
    if (letters > 1) {
      return letters + " dead letters";
    }
    if (durable.applied.contains(offset)) {
      return letters == 1 ? "both" : "applied";
    }
    return letters == 1 ? "dead letter" : offset < durable.committed ? "lost" : "";
  }
}
