package tidemark.simulate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;
import tidemark.simulate.Action.Fault;
import tidemark.simulate.Action.Kind;
import tidemark.simulate.Action.Plain;
import tidemark.simulate.Expected.PlacedReplay;
import tidemark.simulate.PlainState.Appended;

/** One schedule on one pipeline, from an empty disk on. For one thread. */
final class Run {
  /** A supervisor that starts so many processes in a row has seen enough. */
  private static final int MAX_PROCESSES = 60;

  private final PipelineUnderTest pipeline;
  private final SimulatedNode node;
  private final boolean looksAtDisk;
  private final ArmedFault faults = new ArmedFault();
  private final Map<Long, Integer> endedAt = new HashMap<>();
  private final List<PlacedReplay> replays = new ArrayList<>();
  private final TreeMap<Long, List<String>> happened = new TreeMap<>();
  private final List<Long> stepsByAction = new ArrayList<>();
  private List<String> onDisk = List.of();
  private @Nullable PlacedReplay pendingReplay;
  private boolean replayMoved;
  private @Nullable SimulatedProcess process;
  private @Nullable RunningPipeline running;

  /** What ends a run before its end. */
  static final class Over extends RuntimeException {
    private static final long serialVersionUID = 1;
    final Report.Verdict verdict;

    Over(Report.Verdict verdict, @Nullable Throwable cause) {
      super(cause == null ? "no process came to the end" : String.valueOf(cause), cause);
      this.verdict = verdict;
    }
  }

  /** Something that the process does. */
  private interface Call {
    void on(RunningPipeline pipeline) throws Exception;
  }

  Run(PipelineUnderTest pipeline, Setup setup, boolean looksAtDisk) {
    this.pipeline = pipeline;
    this.looksAtDisk = looksAtDisk;
    this.node = new SimulatedNode(setup);
  }

  SimulatedNode node() {
    return node;
  }

  /** How many steps changed the disk in each action. */
  List<Long> stepsByAction() {
    return stepsByAction;
  }

  /** What befell the process, by the offset at which it was. */
  Map<Long, List<String>> happened() {
    return happened;
  }

  /** What the disk held when the process ended for the last time; empty if nobody looked. */
  List<String> onDisk() {
    return onDisk;
  }

  private void lookAtDisk() {
    if (looksAtDisk) {
      onDisk = node.tell();
    }
  }

  /**
   * Does all actions, and then lets the pipeline come to its end.
   *
   * @throws Over if it is over before
   */
  void play(Schedule schedule) {
    for (Action action : schedule.actions()) {
      long before = faults.steps();
      perform(action);
      stepsByAction.add(faults.steps() - before);
    }
    work();
  }

  /** What the pipeline has come to now. */
  Outcome outcome() {
    List<Outcome> outcomes = new ArrayList<>();
    attempt(idle -> outcomes.add(idle.outcome()));
    return outcomes.get(0);
  }

  /** The same after one more clean restart. */
  Outcome outcomeAfterRestart() {
    stop();
    work();
    return outcome();
  }

  /** Ends the last process. */
  void end() {
    kill("the end");
  }

  private void perform(Action action) {
    if (action instanceof Action.Append append) {
      node.append(append);
    } else if (action instanceof Action.Duplicate duplicate) {
      node.duplicate(duplicate.offset());
    } else if (action instanceof Action.Gap gap) {
      node.gap(gap.offsets());
    } else if (action instanceof Action.Clock clock) {
      node.passTime(clock.byMillis());
    } else if (action instanceof Action.LoseNode lost) {
      kill(action.text());
      node.lose(lost.kept());
    } else if (action instanceof Fault fault) {
      fault(fault);
    } else {
      doWork(action);
    }
  }

  /** What the process does, with or without an armed fault. */
  private void doWork(Action action) {
    if (action instanceof Action.Replay replay) {
      replay(replay.offset());
    } else if (action instanceof Plain plain) {
      switch (plain) {
        case RUN -> work();
        case RESTART -> {
          if (stop()) {
            work();
          }
        }
        case SNAPSHOT -> idleThen(RunningPipeline::snapshot);
        case COMPACT -> idleThen(RunningPipeline::compact);
        case RETAIN -> idleThen(idle -> node.retain(idle.neededFromInclusive()));
        case BACKUP -> {
          work();
          node.backUp();
        }
        case RESTORE_LOG -> restore(plain);
        case RESTORE_NODE -> restore(plain);
      }
    }
  }

  private void restore(Plain plain) {
    kill(plain.text());
    if (plain == Plain.RESTORE_LOG && node.restoreLog()) {
      long end = node.end();
      replays.removeIf(replay -> replay.origin() >= end || replay.place() > end);
      pendingReplay = null;
    } else if (plain == Plain.RESTORE_NODE && node.restoreNode()) {
      pendingReplay = null;
    }
  }

  private void fault(Fault fault) {
    if (fault.during() != Plain.RUN && fault.during() != Plain.RESTART) {
      work();
    }
    faults.arm(fault);
    try {
      if (fault.kind() == Kind.ZOMBIE) {
        zombie(fault);
      } else {
        doWork(fault.during());
      }
    } finally {
      faults.arm(null);
    }
    boolean ends = fault.kind() == Kind.CRASH || fault.kind() == Kind.POWER_CUT;
    if (ends && process != null) {
      kill(fault.text());
    }
    if (fault.kind() == Kind.POWER_CUT) {
      node.cutPower(loss(fault));
      lookAtDisk();
    }
  }

  private static Loss loss(Fault fault) {
    return fault.survivors() == Action.ALL_LOST
        ? Loss.ALL_UNSYNCED
        : Loss.some(RandomGeneratorFactory.of("L64X128MixRandom").create(fault.survivors()));
  }

  /** The process works until nothing is left to do; then a replay that was broken off is done. */
  private void work() {
    if (attempt(RunningPipeline::run)) {
      finishReplay();
    }
  }

  private void idleThen(Call call) {
    if (attempt(RunningPipeline::run)) {
      finishReplay();
      attempt(call);
    }
  }

  /** Whether the process is still there; it is not if the armed fault ended it. */
  private boolean attempt(Call call) {
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

  /** Takes away an ended process; whether the armed fault ended it. */
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

  /** The process ends without a word. */
  private void kill(String why) {
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
    long at = gone.lastAsked();
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
  private boolean stop() {
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

  private void replay(long offset) {
    if (!attempt(RunningPipeline::run)) {
      return;
    }
    Appended record = node.history().get(offset);
    boolean isPoison =
        record != null && record.value() != null && record.value().startsWith("poison:");
    if (!isPoison || !missing().contains(offset)) {
      return;
    }
    node.mend(offset);
    pendingReplay = new PlacedReplay(offset, node.end());
    replayPending();
  }

  /** A process that was asked to replay may have done it before it ended, or not. */
  private void finishReplay() {
    PlacedReplay pending = pendingReplay;
    if (pending == null) {
      return;
    }
    if (missing().contains(pending.origin())) {
      replayMoved |= pending.place() < node.end();
      pendingReplay = new PlacedReplay(pending.origin(), node.end());
      replayPending();
    } else {
      replays.add(pending);
      pendingReplay = null;
    }
  }

  private void replayPending() {
    PlacedReplay pending = pendingReplay;
    if (pending == null) {
      return;
    }
    boolean[] isAble = {true};
    boolean stayed =
        attempt(
            idle -> {
              try {
                idle.replay(pending.origin());
              } catch (UnsupportedOperationException unable) {
                isAble[0] = false;
              }
            });
    if (!isAble[0]) {
      node.unmend(pending.origin());
      pendingReplay = null;
    } else if (stayed) {
      finishReplay();
    }
  }

  private List<Long> missing() {
    List<Long> missing = new ArrayList<>();
    attempt(
        idle -> {
          missing.clear();
          missing.addAll(idle.outcome().missing());
        });
    return missing;
  }

  /** The process is paused, a successor takes over, and then the old one wakes. */
  private void zombie(Fault fault) {
    stop();
    SimulatedProcess old = new SimulatedProcess(node, faults, false);
    Thread thread = new Thread(() -> live(old), "zombie");
    thread.setDaemon(true);
    thread.start();
    boolean paused = old.pausing().awaitPause();
    faults.arm(null);
    old.replace();
    note(old, paused ? fault.text() : "the process ended before it could become a zombie");
    if (!paused) {
      node.disks().values().forEach(FaultyStorage::loseLock);
      work();
      return;
    }
    try {
      succeed();
    } finally {
      old.pausing().wake();
      old.end();
    }
    lookAtDisk();
    work();
  }

  private void live(SimulatedProcess old) {
    RunningPipeline alive = null;
    try {
      alive = pipeline.start(old);
      alive.run();
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
    work();
  }

  /** What must come out, given what the pipeline says of records whose fate is its to decide. */
  Expected expected(Outcome found) {
    Set<Long> dead = new HashSet<>();
    List<PlacedReplay> done = new ArrayList<>(replays);
    node.history()
        .forEach(
            (offset, record) -> {
              String value = record.value() == null ? "" : record.value();
              boolean saysDead = found.published().containsKey(Outcome.deadKey(offset));
              boolean isPoison = value.startsWith("poison") || value.equals("kills");
              boolean isOpen = isItsToDecide(offset, value);
              if (isOpen ? saysDead : isPoison) {
                dead.add(offset);
              }
            });
    if (node.lostNode()) {
      done.removeIf(
          replay -> !dead.contains(replay.origin()) || found.missing().contains(replay.origin()));
    }
    return Expected.of(node.setup(), node.history(), dead, done).committed(node.end());
  }

  private boolean isItsToDecide(long offset, String value) {
    return value.equals("flaky")
        || endedAt.getOrDefault(offset, 0) >= node.setup().maxStarts()
        || (node.lostNode() && node.isMended(offset));
  }

  /** Whether state and output must equal those of the undisturbed run. */
  boolean mustEqualUndisturbed() {
    return reasonsForModel().isEmpty();
  }

  /** What state and output are compared with, and why. */
  String oracle() {
    List<String> why = reasonsForModel();
    return why.isEmpty()
        ? "the undisturbed run, record by record"
        : "a plain model of the input that survived, for " + String.join("; for ", why);
  }

  private List<String> reasonsForModel() {
    List<String> why = new ArrayList<>();
    if (node.lostAny()) {
      why.add("input or folders of the node were lost or restored");
    }
    boolean isOpen =
        node.history().entrySet().stream()
            .anyMatch(
                record ->
                    !"kills".equals(record.getValue().value())
                        && isItsToDecide(
                            record.getKey(), String.valueOf(record.getValue().value())));
    if (isOpen) {
      why.add("the fate of a record hangs on how often the process was started on it");
    }
    if (replayMoved) {
      why.add("a replay that was broken off took place later");
    }
    return why;
  }
}
