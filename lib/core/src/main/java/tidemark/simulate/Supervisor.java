package tidemark.simulate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tidemark.simulate.Action.Fault;

/**
 * Starts a new process of a pipeline whenever one has ended, and notes where each ended. One
 * thread.
 */
final class Supervisor {
  /** After this many processes in a row the run is given up. */
  private static final int MAX_PROCESSES = 60;

  private final PipelineUnderTest pipeline;
  private final SimulatedNode node;
  private final ArmedFault faults;
  private final boolean looksAtDisk;
  private final Map<Long, Integer> endedAt = new HashMap<>();
  private final TreeMap<Long, List<String>> happened = new TreeMap<>();
  private List<String> onDisk = List.of();

  /** The record that a process asked about last before it ended; −1 while there is none. */
  private long lastEnd = -1;

  private @Nullable SimulatedProcess process;
  private @Nullable RunningPipeline running;

  /** The run cannot go on; the verdict says why. */
  static final class Over extends RuntimeException {
    private static final long serialVersionUID = 1;
    final Report.Verdict verdict;

    Over(Report.Verdict verdict, @Nullable Throwable cause) {
      super(cause == null ? "no process came to the end" : String.valueOf(cause), cause);
      this.verdict = verdict;
    }
  }

  /** Something that the process does. */
  interface Call {
    void on(RunningPipeline pipeline) throws Exception;
  }

  Supervisor(
      PipelineUnderTest pipeline, SimulatedNode node, ArmedFault faults, boolean looksAtDisk) {
    this.pipeline = pipeline;
    this.node = node;
    this.faults = faults;
    this.looksAtDisk = looksAtDisk;
  }

  /** How many processes may have ended at a record. */
  int endedAt(long offset) {
    return endedAt.getOrDefault(offset, 0);
  }

  /** What happened to the processes, by the offset at which they were. */
  Map<Long, List<String>> happened() {
    return happened;
  }

  /** What the disk held when the process ended for the last time; empty if nobody looked. */
  List<String> onDisk() {
    return onDisk;
  }

  void lookAtDisk() {
    if (looksAtDisk) {
      onDisk = node.tell();
    }
  }

  boolean isUp() {
    return process != null;
  }

  /**
   * Makes a call to the process, and starts others if it ends. False if the armed fault ended it.
   */
  boolean attempt(Call call) {
    Call now = call;
    for (int tries = 0; tries < MAX_PROCESSES; tries++) {
      try {
        now.on(started());
        return true;
      } catch (Refused refused) {
        kill("refused: " + refused.getMessage());
        throw new Over(
            node.isRetained() && node.lostAny()
                ? Report.Verdict.REFUSED
                : Report.Verdict.REFUSED_WITHOUT_NEED,
            refused);
      } catch (Exception | Error ended) {
        if (afterEnd(ended)) {
          return false;
        }
      }
      now = RunningPipeline::run;
    }
    throw new Over(Report.Verdict.DID_NOT_END, null);
  }

  /** Removes an ended process. True if the armed fault ended it. */
  private boolean afterEnd(Throwable ended) {
    SimulatedProcess gone = process;
    if (gone == null || ended instanceof Over) {
      throw ended instanceof Over over ? over : new Over(Report.Verdict.BROKE, ended);
    }
    boolean crashed = gone.hasEnded();
    if (!crashed && !gone.wasFaulted() && !(ended instanceof Killed)) {
      kill("ended: " + ended);
      throw new Over(Report.Verdict.BROKE, ended);
    }
    Fault fault = faults.armed();
    if (!crashed && ended instanceof Killed) {
      endedAt.merge(gone.lastAsked() + 1, -1, Integer::sum); // It never came to the next record.
    }
    kill(
        crashed && fault != null
            ? fault.text()
            : ended instanceof Killed ? "ended by the record" : "ended: " + ended.getMessage());
    return crashed;
  }

  private RunningPipeline started() throws Exception {
    RunningPipeline now = running;
    if (now == null) {
      process = new SimulatedProcess(node, faults, false);
      now = pipeline.start(process);
      running = now;
      now.run();
    }
    return now;
  }

  /** Ends the process without telling it. */
  void kill(String why) {
    SimulatedProcess gone = process;
    if (gone == null) {
      return;
    }
    gone.end();
    closeQuietly(running);
    running = null;
    process = null;
    node.disks().values().forEach(FaultyStorage::loseLock);
    note(gone, why);
    lookAtDisk();
  }

  private void note(SimulatedProcess gone, String why) {
    if (gone.lastAsked() >= 0) {
      lastEnd = gone.lastAsked();
    }
    long at = lastEnd; // One that asked about nothing may have begun where the one before it ended.
    endedAt.merge(at, 1, Integer::sum);
    endedAt.merge(at + 1, 1, Integer::sum);
    if (gone.firstAsked() >= 0) {
      happened
          .computeIfAbsent(gone.firstAsked(), offset -> new ArrayList<>())
          .add("a process begins here");
    }
    happened.computeIfAbsent(Math.max(0, at), offset -> new ArrayList<>()).add(why);
  }

  private static void closeQuietly(@Nullable AutoCloseable closeable) {
    try {
      if (closeable != null) {
        closeable.close();
      }
    } catch (Exception | Error alsoEnded) {
      // It is gone either way; the disk says what is left.
    }
  }

  /** Stops the process cleanly, if it is there; false if the armed fault ended it instead. */
  boolean stop() {
    RunningPipeline now = running;
    SimulatedProcess stopping = process;
    if (now == null || stopping == null) {
      return true;
    }
    try {
      now.close();
      stopping.end();
      running = null;
      process = null;
      node.disks().values().forEach(FaultyStorage::loseLock);
      return true;
    } catch (Exception | Error ended) {
      return !afterEnd(ended);
    }
  }

  /**
   * Pauses a new process, lets a successor take over, and then wakes the old one.
   *
   * @param doing the call in which it is paused, after it has caught up; null to pause it while it
   *     starts
   */
  void zombie(Fault fault, @Nullable Call doing) {
    faults.arm(null); // The steps of a clean stop are not the zombie's.
    stop();
    SimulatedProcess old = new SimulatedProcess(node, faults, false);
    Thread thread = new Thread(() -> live(old, fault, doing), "zombie");
    thread.setDaemon(true);
    thread.start();
    boolean paused = old.pausing().awaitPause();
    faults.arm(null);
    old.replace();
    note(old, paused ? fault.text() : "the process ended before it could become a zombie");
    if (!paused) {
      node.disks().values().forEach(FaultyStorage::loseLock);
      return;
    }
    try {
      succeed();
    } finally {
      old.pausing().wake();
      old.end();
    }
    lookAtDisk();
  }

  private void live(SimulatedProcess old, Fault fault, @Nullable Call doing) {
    RunningPipeline alive = null;
    try {
      faults.arm(doing == null ? fault : null);
      alive = pipeline.start(old);
      alive.run();
      if (doing != null) {
        faults.arm(fault);
        doing.on(alive);
      }
      alive.run();
    } catch (Exception | Error ended) {
      // A zombie may end as it likes.
    } finally {
      closeQuietly(alive);
      old.pausing().finish();
    }
  }

  private void succeed() {
    SimulatedProcess successor = new SimulatedProcess(node, faults, true);
    process = successor;
    try {
      running = pipeline.start(successor);
      running.run();
    } catch (Exception | Error ended) {
      afterEnd(ended);
    }
    attempt(RunningPipeline::run);
  }
}
