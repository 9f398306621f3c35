package tidemark.exercise;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.show.Tape;

/**
 * A pipeline: what is kept elsewhere when its node is lost. A record is dead if it is poison; how
 * the states follow each other is the learner's own method. Not thread-safe.
 */
final class CrashedPipeline implements PipelineContext, CrashedProcess {
  private final CrashPlayer.PipelineRun given;
  private final List<KeyedRecord> log;
  private final Map<Long, String> wanted;
  private final ProcessLives lives = new ProcessLives();
  private final Set<Long> decided = new TreeSet<>();
  private final Map<Long, String> published = new TreeMap<>();
  private final long first;
  private PipelineState newest;
  private long start;
  private long committed;
  private String broken = "";

  /**
   * A new pipeline.
   *
   * @param wanted what a run without a loss publishes, by offset; empty if that is not known
   */
  CrashedPipeline(CrashPlayer.PipelineRun given, Map<Long, String> wanted) {
    this.given = given;
    this.log = given.log();
    this.wanted = wanted;
    first = log.isEmpty() ? 0 : log.get(0).offset();
    start = first;
    committed = first;
    newest = PipelineState.empty(first);
  }

  /** What is published, by offset. */
  Map<Long, String> published() {
    return published;
  }

  @Override
  public ProcessLives lives() {
    return lives;
  }

  @Override
  public String live(int crashAfter) {
    return lives.live(crashAfter, () -> given.code().run(this));
  }

  @Override
  public String found() {
    return "a snapshot with next offset %d, committed %d and a log from %d on"
        .formatted(newest.next(), committed, start);
  }

  @Override
  public Tape tape(String title) {
    List<Entry> entries = new ArrayList<>();
    for (KeyedRecord record : log) {
      entries.add(
          new Entry(record.offset(), 0, Event.of(record.key(), String.valueOf(record.value()))));
    }
    Tape tape =
        Tape.of(entries).title(title).start(start).snapshotAt(newest.next()).committed(committed);
    for (KeyedRecord record : log) {
      String word = word(record.offset());
      tape = word.isEmpty() || record.offset() < start ? tape : tape.note(record.offset(), word);
    }
    return tape;
  }

  private String word(long offset) {
    String result = published.get(offset);
    if (result != null) {
      return wanted.getOrDefault(offset, result).equals(result) ? "published" : "wrong result";
    }
    return offset < committed ? "missing" : decided.contains(offset) ? "decided" : "";
  }

  @Override
  public String rightSentence() {
    return "Each record is published, with the result of a run without a loss.";
  }

  @Override
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    for (KeyedRecord record : log) {
      long offset = record.offset();
      if (!published.containsKey(offset)) {
        problems.add("Record " + offset + " is not published");
      } else if (word(offset).equals("wrong result")) {
        problems.add(
            "Record %d has the result of %s, and must have that of %s"
                .formatted(offset, published.get(offset), wanted.get(offset)));
      }
    }
    if (!broken.isEmpty()) {
      problems.add(broken);
    }
    if (committed != last()) {
      problems.add("Committed is " + committed + ", and the end is " + last());
    }
    return problems;
  }

  private KeyedRecord read(long offset) {
    if (offset < start || offset >= last()) {
      throw new IllegalStateException(
          "a record must be in the log to be read, offset=" + offset + ", start=" + start);
    }
    return log.get(Math.toIntExact(offset - first));
  }

  @Override
  public long start() {
    lives.requireAlive();
    return start;
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
  public long committed() {
    lives.requireAlive();
    return committed;
  }

  @Override
  public PipelineState newestSnapshot() {
    lives.requireAlive();
    return newest;
  }

  @Override
  public void decide(long offset) {
    lives.requireAlive();
    read(offset);
    if (!decided.contains(offset)) {
      lives.write("decide(" + offset + ")", () -> decided.add(offset));
    }
  }

  @Override
  public PipelineState fold(PipelineState before, long offset) {
    lives.requireAlive();
    KeyedRecord record = read(offset);
    if (!decided.contains(offset)) {
      throw new IllegalStateException("a record must be decided to be folded, offset=" + offset);
    }
    try {
      return given.fold().fold(before, record, given.poison().contains(offset));
    } catch (RuntimeException thrown) {
      throw thrown;
    } catch (Exception thrown) {
      throw new IllegalStateException("the fold must give a state, offset=" + offset, thrown);
    }
  }

  @Override
  public void publish(PipelineState state) {
    long offset = state.next() - 1;
    lives.write("publish(" + offset + ")", () -> published.put(offset, "the state " + state));
  }

  @Override
  public void commit(long next) {
    lives.write(
        "commit(" + next + ")",
        () -> {
          committed = next;
          for (long offset = first; offset < Math.min(next, last()) && broken.isEmpty(); offset++) {
            if (!published.containsKey(offset)) {
              broken =
                  "For a while committed was " + next + ", and " + offset + " was not published";
            }
          }
        });
  }

  @Override
  public void snapshot(PipelineState state) {
    lives.write("snapshot at " + state.next(), () -> newest = state);
  }

  @Override
  public void deleteBelow(long offset) {
    lives.write(
        "deleteBelow(" + offset + ")", () -> start = Math.max(start, Math.min(offset, last())));
  }
}
