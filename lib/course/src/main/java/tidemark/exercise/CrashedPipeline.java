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
  private final HandedLog log;
  private final Map<Long, PipelineState> wanted;
  private final ProcessLives lives;
  private final Set<Long> decided = new TreeSet<>();
  private final Map<Long, PipelineState> published = new TreeMap<>();
  private final long first;
  private PipelineState newest;
  private long committed;
  private String broken = "";

  /**
   * A new pipeline.
   *
   * @param wanted what must be published, by offset; empty if that is not known
   */
  CrashedPipeline(
      CrashPlayer.PipelineRun given, Map<Long, PipelineState> wanted, ProcessLives lives) {
    this.given = given;
    this.wanted = wanted;
    this.lives = lives;
    log = new HandedLog(given.log());
    first = given.log().first();
    committed = first;
    newest = PipelineState.empty(first);
  }

  /** The state in which each record was published, by its offset. */
  Map<Long, PipelineState> published() {
    return published;
  }

  /** What it works on. */
  HandedLog log() {
    return log;
  }

  /** What was wrong with the commit for a while; empty if nothing was. */
  String broken() {
    return broken;
  }

  /** What is committed, without a call of the pipeline. */
  long lastCommit() {
    return committed;
  }

  /** What is durable now, a line for each part. */
  List<String> onDisk() {
    return List.of(
        "event log [%d, %d)".formatted(log.start(), log.end()),
        "decided " + decided,
        "published " + published.keySet(),
        "committed " + committed,
        "newest snapshot: " + newest);
  }

  @Override
  public ProcessLives lives() {
    return lives;
  }

  @Override
  public String live(int crashAfter) {
    log.restart();
    return lives.live(crashAfter, () -> given.code().run(this));
  }

  @Override
  public String found() {
    return "a snapshot with next offset %d, committed %d and a log from %d on"
        .formatted(newest.next(), committed, log.start());
  }

  @Override
  public Tape tape(String title) {
    List<Entry> entries = new ArrayList<>();
    for (KeyedRecord record : given.log().records()) {
      entries.add(
          new Entry(record.offset(), 0, Event.of(record.key(), String.valueOf(record.value()))));
    }
    Tape tape =
        Tape.of(entries)
            .title(title)
            .start(log.start())
            .snapshotAt(newest.next())
            .committed(committed);
    for (KeyedRecord record : given.log().records()) {
      String word = word(record.offset());
      tape =
          word.isEmpty() || record.offset() < log.start() ? tape : tape.note(record.offset(), word);
    }
    return tape;
  }

  private String word(long offset) {
    PipelineState result = published.get(offset);
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
    for (KeyedRecord record : given.log().records()) {
      long offset = record.offset();
      if (!published.containsKey(offset)) {
        problems.add("Record " + offset + " is not published");
      } else if (word(offset).equals("wrong result")) {
        problems.add(
            "Record %d has the result of the state %s, and must have that of the state %s"
                .formatted(offset, published.get(offset), wanted.get(offset)));
      }
    }
    for (long offset : published.keySet()) {
      if (!log.has(offset)) {
        problems.add("Offset " + offset + " has a result, and no record");
      }
    }
    if (!broken.isEmpty()) {
      problems.add(broken);
    }
    if (committed < given.log().afterLast() || committed > log.end()) {
      problems.add("Committed is " + committed + ", and the end is " + log.end());
    }
    return problems;
  }

  @Override
  public long start() {
    lives.requireAlive();
    return log.start();
  }

  @Override
  public long end() {
    lives.requireAlive();
    return log.end();
  }

  @Override
  public long nextRecord(long from) {
    lives.requireAlive();
    return log.next(from);
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
    log.read(offset);
    if (!decided.contains(offset)) {
      lives.write("decide(" + offset + ")", () -> decided.add(offset));
    }
  }

  @Override
  public PipelineState fold(PipelineState before, long offset) {
    lives.requireAlive();
    KeyedRecord record = log.read(offset);
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
    lives.write("publish(" + offset + ")", () -> published.put(offset, state));
  }

  @Override
  public void commit(long next) {
    lives.write(
        "commit(" + next + ")",
        () -> {
          committed = next;
          for (KeyedRecord record : given.log().records()) {
            boolean isMissing = record.offset() < next && !published.containsKey(record.offset());
            if (isMissing && broken.isEmpty()) {
              broken =
                  "For a while committed was %d, and %d was not published"
                      .formatted(next, record.offset());
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
    lives.write("deleteBelow(" + offset + ")", () -> log.deleteBelow(offset));
  }
}
