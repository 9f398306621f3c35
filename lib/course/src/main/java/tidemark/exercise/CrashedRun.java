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

/**
 * What a consumer has written over all lives of its process. A life ends by itself, or in a crash
 * after a given number of writes. Not thread-safe.
 */
final class CrashedRun implements ConsumerContext {
  static final int NEVER = -1;
  private static final int MAX_CALLS = 10_000;

  /** Ends the process. An error, so that code which catches exceptions does not catch it. */
  private static final class ProcessEnded extends Error {
    private static final long serialVersionUID = 1;

    ProcessEnded() {
      super("the process ends here", null, false, false);
    }
  }

  /** Thrown if the code does not come to an end; an error for the same reason. */
  private static final class Endless extends Error {
    private static final long serialVersionUID = 1;

    Endless(String message) {
      super(message);
    }
  }

  private final List<KeyedRecord> log;
  private final Set<Long> poison;
  private final CrashPlayer.ConsumerCode code;
  private final Set<Long> applied = new TreeSet<>();
  private final List<Long> dead = new ArrayList<>();
  private final Map<Long, Integer> starts = new HashMap<>();
  private final List<String> writes = new ArrayList<>();
  private final long first;
  private long committed;
  private int endAfter = NEVER;
  private int calls;
  private boolean isEnded;

  CrashedRun(List<KeyedRecord> log, Set<Long> poison, CrashPlayer.ConsumerCode code) {
    this.log = log;
    this.poison = poison;
    this.code = code;
    this.first = log.isEmpty() ? 0 : log.get(0).offset();
    this.committed = first;
  }

  /**
   * Starts the process, and says in a sentence how it ended.
   *
   * @param crashAfter the number of writes, over all lives, after which it crashes; {@link #NEVER}
   *     if it ends by itself
   * @throws IllegalStateException if the code does not come to an end
   */
  String live(int crashAfter) {
    endAfter = crashAfter;
    isEnded = false;
    calls = 0;
    try {
      requireAlive();
      code.consume(this);
    } catch (ProcessEnded end) {
      return "It ends here.";
    } catch (Endless endless) {
      throw new IllegalStateException(endless.getMessage(), endless);
    } catch (Exception thrown) {
      return "It stops with %s.".formatted(thrown);
    }
    return "It returns.";
  }

  List<String> writes() {
    return writes;
  }

  /** The log, with what is durable of each record now. */
  Tape tape(String title) {
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

  /** Whether each record was applied or is one dead letter, and the committed offset is the end. */
  boolean isRight() {
    return problems().isEmpty();
  }

  /** Says what is wrong with the durable state, or that nothing is. */
  String sentence() {
    return isRight()
        ? "Each record is applied or is one dead letter, and committed is the end."
        : String.join(". ", problems()) + ".";
  }

  private List<String> problems() {
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
    if (committed != end()) {
      problems.add("Committed is " + committed + ", and the end is " + end());
    }
    return problems;
  }

  private void requireAlive() {
    calls++;
    if (calls > MAX_CALLS || writes.size() > CrashPlayer.MAX_WRITES) {
      throw new Endless(
          "a consumer must come to an end to be played, calls=%d, writes=%d; does its loop move on, and is the log short?"
              .formatted(calls, writes.size()));
    }
    if (isEnded || endAfter == writes.size()) {
      isEnded = true;
      throw new ProcessEnded();
    }
  }

  private void write(String call, Runnable effect) {
    requireAlive();
    effect.run();
    writes.add(call);
  }

  @Override
  public long committed() {
    return committed;
  }

  @Override
  public long end() {
    return first + log.size();
  }

  @Override
  public KeyedRecord read(long offset) {
    requireAlive();
    return log.get(Math.toIntExact(offset - first));
  }

  @Override
  public void apply(KeyedRecord record) {
    requireAlive();
    if (poison.contains(record.offset())) {
      throw new PoisonException("cannot be applied: " + record);
    }
    write("apply(" + record.offset() + ")", () -> applied.add(record.offset()));
  }

  @Override
  public int countStart(long offset) {
    write("countStart(" + offset + ")", () -> starts.merge(offset, 1, Integer::sum));
    return starts.getOrDefault(offset, 0);
  }

  @Override
  public boolean hasDeadLetter(long offset) {
    requireAlive();
    return dead.contains(offset);
  }

  @Override
  public void deadLetter(long offset) {
    write("deadLetter(" + offset + ")", () -> dead.add(offset));
  }

  @Override
  public void commit(long next) {
    write("commit(" + next + ")", () -> committed = next);
  }
}
