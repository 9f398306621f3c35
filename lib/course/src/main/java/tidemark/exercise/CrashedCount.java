package tidemark.exercise;

import java.util.ArrayList;
import java.util.List;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.show.Tape;

/** A shop that counts its visitors: what its folder holds. Not thread-safe. */
final class CrashedCount implements CountContext, CrashedProcess {
  private final int visitors;
  private final CrashPlayer.CountCode code;
  private final ProcessLives lives = new ProcessLives();
  private int count;
  private long next;

  CrashedCount(int visitors, CrashPlayer.CountCode code) {
    this.visitors = visitors;
    this.code = code;
  }

  @Override
  public ProcessLives lives() {
    return lives;
  }

  @Override
  public String live(int crashAfter) {
    return lives.live(crashAfter, () -> code.count(this));
  }

  @Override
  public String found() {
    return "count " + count + " and next offset " + next;
  }

  @Override
  public Tape tape(String title) {
    List<Entry> entries = new ArrayList<>();
    for (int offset = 0; offset < visitors; offset++) {
      entries.add(new Entry(offset, 0, Event.of("door", "1")));
    }
    Tape tape = Tape.of(entries).title(title + ": " + found()).mark("next", next);
    return count > 0 && count <= visitors ? tape.range("count " + count, 0, count) : tape;
  }

  @Override
  public String rightSentence() {
    return "The count is " + visitors + ": each visitor once.";
  }

  @Override
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    if (count != visitors) {
      problems.add("The count is " + count + ", and " + visitors + " visitors came");
    }
    if (next != visitors) {
      problems.add("The next offset is " + next + ", and the end is " + visitors);
    }
    return problems;
  }

  @Override
  public long end() {
    lives.requireAlive();
    return visitors;
  }

  @Override
  public int count() {
    lives.requireAlive();
    return count;
  }

  @Override
  public long next() {
    lives.requireAlive();
    return next;
  }

  @Override
  public void writeCount(int newCount) {
    lives.write("writeCount(" + newCount + ")", () -> count = newCount);
  }

  @Override
  public void writeNext(long newNext) {
    lives.write("writeNext(" + newNext + ")", () -> next = newNext);
  }

  @Override
  public void writeBoth(int newCount, long newNext) {
    lives.write(
        "writeBoth(" + newCount + ", " + newNext + ")",
        () -> {
          count = newCount;
          next = newNext;
        });
  }
}
