package tidemark.bank;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tidemark.bank.ConsumerTrace.Call;
import tidemark.bank.ConsumerTrace.Durable;
import tidemark.bank.ConsumerTrace.Kind;
import tidemark.bank.ConsumerTrace.Moment;
import tidemark.exercise.ConsumerContext;
import tidemark.exercise.KeyedRecord;
import tidemark.exercise.PoisonException;

/**
 * What a consumer works with. Its process crashes at a given point, and at each record that kills
 * it.
 *
 * <ol>
 *   <li>Writes are numbered from 0 over all lives of the process. At point 2n it crashes before
 *       write n, at point 2n + 1 after it.
 *   <li>Code that catches the crash does not survive it: each further call ends in it again.
 *   <li>After a crash the answer is called again, on what was written. It has {@value #LIVES} lives
 *       at most.
 *   <li>An error that the context throws, and the answer does not catch, ends the run.
 * </ol>
 */
final class CrashingContext implements ConsumerContext {
  private static final int LIVES = 8;

  /** Ends the process. An error, so that an answer which catches exceptions does not catch it. */
  private static final class ProcessEnded extends Error {
    private static final long serialVersionUID = 1;

    ProcessEnded() {
      super("the process ends here", null, false, false);
    }
  }

  /**
   * What is durable at the end of a run. Endings are compared without the place of the crash.
   *
   * @param crash where it crashed, and all its writes
   * @param applied offsets whose effect is in the output
   * @param dead the dead-letter log, as offsets of the event log
   * @param committed the committed offset
   * @param end how the run ended
   */
  record Ending(
      ConsumerTrace crash, List<Long> applied, List<Long> dead, long committed, String end) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Ending that && what().equals(that.what());
    }

    @Override
    public int hashCode() {
      return what().hashCode();
    }

    private List<Object> what() {
      return List.of(applied, dead, committed, end);
    }

    String text() {
      return "applied %s, dead letters %s, committed %d, %s"
          .formatted(applied, dead, committed, end);
    }
  }

  private final List<KeyedRecord> log;
  private final Set<Long> poison;
  private final Map<Long, Integer> killers;
  private final Set<String> down;
  private final ConsumerTrace trace = new ConsumerTrace();
  private final Durable durable;
  private final Map<Long, Integer> starts = new HashMap<>();
  private final long first;
  private int point;
  private int writes;
  private boolean crashed;
  private boolean refused;

  CrashingContext(
      List<KeyedRecord> log, Set<Long> poison, Map<Long, Integer> killers, Set<String> down) {
    this.log = log;
    this.poison = poison;
    this.killers = new HashMap<>(killers);
    this.first = log.get(0).offset();
    this.durable = new Durable(first);
    this.down = down;
  }

  /** How many writes there were, over all lives. */
  int writes() {
    return writes;
  }

  Ending run(MethodHandle answer, int crashPoint) throws Throwable {
    point = crashPoint;
    for (int life = 0; life < LIVES; life++) {
      crashed = false;
      refused = false;
      try {
        answer.invokeExact((ConsumerContext) this);
        if (!crashed) {
          return ending("returns");
        }
      } catch (ProcessEnded next) {
        // The next life begins.
      } catch (Exception thrown) {
        if (!refused) {
          throw thrown;
        }
        if (!crashed) {
          return ending("raises the error");
        }
      }
    }
    return ending("never ends");
  }

  private Ending ending(String end) {
    return new Ending(
        trace, List.copyOf(durable.applied), List.copyOf(durable.dead), durable.committed, end);
  }

  /** A write; {@code before} may refuse it, or end the process. */
  private void write(Call call, Runnable before) {
    alive();
    int number = writes++;
    if (point == 2 * number) {
      crash("crash before ", call);
    }
    before.run();
    Moment done = new Moment(call.kind(), "", call);
    durable.take(done);
    trace.add(done);
    if (point == 2 * number + 1) {
      crash("crash after ", call);
    }
  }

  private void crash(String where, Call call) {
    trace.add(new Moment(Kind.CRASHED, where, call));
    crashed = true;
    throw new ProcessEnded();
  }

  private void alive() {
    if (crashed) {
      throw new ProcessEnded();
    }
  }

  private void require(String service) {
    if (down.contains(service)) {
      refused = true;
      throw new UncheckedIOException(new IOException("the " + service + " cannot be reached"));
    }
  }

  @Override
  public long committed() {
    alive();
    return durable.committed;
  }

  @Override
  public long end() {
    alive();
    return first + log.size();
  }

  @Override
  public KeyedRecord read(long offset) {
    alive();
    if (offset < first || offset >= first + log.size()) {
      throw new IndexOutOfBoundsException(
          "there must be a record at an offset that is read, offset=%d; the log has %d to %d"
              .formatted(offset, first, first + log.size() - 1));
    }
    return log.get((int) (offset - first));
  }

  @Override
  public boolean hasDeadLetter(long offset) {
    alive();
    return durable.dead.contains(offset);
  }

  @Override
  public int countStart(long offset) {
    write(
        new Call(Kind.START_COUNTED, offset, offset), () -> starts.merge(offset, 1, Integer::sum));
    return starts.getOrDefault(offset, 0);
  }

  @Override
  public void apply(KeyedRecord record) {
    alive();
    Call call = new Call(Kind.APPLIED, record, record.offset());
    write(call, () -> requireAppliable(record, call));
  }

  private void requireAppliable(KeyedRecord record, Call call) {
    int kills = killers.getOrDefault(record.offset(), 0);
    if (kills > 0) {
      killers.put(record.offset(), kills - 1);
      trace.add(new Moment(Kind.KILLED, "killed in ", call));
      crashed = true;
      throw new ProcessEnded();
    }
    require("output");
    if (poison.contains(record.offset())) {
      throw new PoisonException("cannot be applied: " + record);
    }
  }

  @Override
  public void deadLetter(long offset) {
    write(new Call(Kind.DEAD_LETTER, offset, offset), () -> require("dead-letter log"));
  }

  @Override
  public void commit(long next) {
    write(new Call(Kind.COMMITTED, next, next), () -> {});
  }
}
