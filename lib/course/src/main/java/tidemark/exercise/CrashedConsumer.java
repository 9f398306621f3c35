package tidemark.exercise;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.show.Tape;

/** A consumer: which records it has applied, handed off and committed. Not thread-safe. */
final class CrashedConsumer implements ConsumerContext, CrashedProcess {
  private final List<KeyedRecord> log;
  private final Set<Long> poison;
  private final CrashPlayer.ConsumerCode code;
  private final ProcessLives lives = new ProcessLives();
  private final Set<Long> applied = new TreeSet<>();
  private final List<Long> dead = new ArrayList<>();
  private final Map<Long, Integer> starts = new HashMap<>();
  private final long first;
  private long committed;

  CrashedConsumer(List<KeyedRecord> log, Set<Long> poison, CrashPlayer.ConsumerCode code) {
    this.log = log;
    this.poison = poison;
    this.code = code;
    this.first = log.isEmpty() ? 0 : log.get(0).offset();
    this.committed = first;
  }

  @Override
  public ProcessLives lives() {
    return lives;
  }

  @Override
  public String live(int crashAfter) {
    return lives.live(crashAfter, () -> code.consume(this));
  }

  @Override
  public String found() {
    return "committed " + committed;
  }

  /** The log, with what is durable of each record now. */
  @Override
  public Tape tape(String title) {
    List<Entry> entries = new ArrayList<>();
    for (KeyedRecord record : log) {
      String value = record.value() == null ? null : record.value().toString();
      entries.add(new Entry(record.offset(), 0, Event.of(record.key(), value)));
    }
    Tape tape = Tape.of(entries).title(title).committed(committed);
    for (KeyedRecord record : log) {
      String word = word(record.offset());
      tape = word.isEmpty() ? tape : tape.note(record.offset(), word);
    }
    return tape;
  }

  private String word(long offset) {
    long letters = dead.stream().filter(each -> each == offset).count();
    if (letters > 1) {
      return letters + " dead letters";
    }
    if (applied.contains(offset)) {
      return letters == 1 ? "both" : "applied";
    }
    return letters == 1 ? "dead letter" : offset < committed ? "lost" : "";
  }

  @Override
  public String rightSentence() {
    return "Each record is applied or is one dead letter, and committed is the end.";
  }

  @Override
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    for (KeyedRecord record : log) {
      long offset = record.offset();
      long letters = dead.stream().filter(each -> each == offset).count();
      if (!applied.contains(offset) && letters == 0 && offset < committed) {
        problems.add("Record " + offset + " is lost");
      } else if (letters > 1) {
        problems.add("Record " + offset + " has " + letters + " dead letters");
      } else if (letters == 1 && !poison.contains(offset)) {
        problems.add("Record " + offset + " is good, and is a dead letter");
      }
    }
    if (committed != last()) {
      problems.add("Committed is " + committed + ", and the end is " + last());
    }
    return problems;
  }

  @Override
  public long committed() {
    lives.requireAlive();
    return committed;
  }

  @Override
  public long end() {
    lives.requireAlive();
    return last();
  }

  private long last() {
    return first + log.size();
  }

  @Override
  public KeyedRecord read(long offset) {
    lives.requireAlive();
    return log.get(Math.toIntExact(offset - first));
  }

  @Override
  public void apply(KeyedRecord record) {
    lives.requireAlive();
    if (poison.contains(record.offset())) {
      throw new PoisonException("cannot be applied: " + record);
    }
    lives.write("apply(" + record.offset() + ")", () -> applied.add(record.offset()));
  }

  @Override
  public int countStart(long offset) {
    lives.write("countStart(" + offset + ")", () -> starts.merge(offset, 1, Integer::sum));
    return starts.getOrDefault(offset, 0);
  }

  @Override
  public boolean hasDeadLetter(long offset) {
    lives.requireAlive();
    return dead.contains(offset);
  }

  @Override
  public void deadLetter(long offset) {
    lives.write("deadLetter(" + offset + ")", () -> dead.add(offset));
  }

  @Override
  public void commit(long next) {
    lives.write("commit(" + next + ")", () -> committed = next);
  }
}
