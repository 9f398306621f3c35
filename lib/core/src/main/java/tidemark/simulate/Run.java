package tidemark.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGeneratorFactory;
import org.jspecify.annotations.Nullable;
import tidemark.simulate.Action.Fault;
import tidemark.simulate.Action.Kind;
import tidemark.simulate.Action.Plain;
import tidemark.simulate.Expected.PlacedReplay;
import tidemark.simulate.PlainState.Appended;

/** One schedule on one pipeline, from an empty disk on. For one thread. */
final class Run {
  /** After this many tries a replay is taken for done; the outcome shows if it was not. */
  private static final int REPLAYS_ASKED = 3;

  private final SimulatedNode node;
  private final ArmedFault faults = new ArmedFault();
  private final Supervisor supervisor;
  private final List<PlacedReplay> replays = new ArrayList<>();

  /** The replays that were done when the node was backed up. */
  private List<PlacedReplay> backedUp = List.of();

  private final List<Long> stepsByAction = new ArrayList<>();
  private @Nullable PlacedReplay pendingReplay;
  private boolean replayMoved;

  Run(PipelineUnderTest pipeline, Setup setup, boolean looksAtDisk) {
    this.node = new SimulatedNode(setup);
    this.supervisor = new Supervisor(pipeline, node, faults, looksAtDisk);
  }

  SimulatedNode node() {
    return node;
  }

  Supervisor supervisor() {
    return supervisor;
  }

  /** What must come out, after all that happened so far. */
  Oracle oracle() {
    return new Oracle(node, supervisor, replays, replayMoved);
  }

  /** How many steps changed the disk in each action. */
  List<Long> stepsByAction() {
    return stepsByAction;
  }

  /**
   * Does all actions, and then lets the pipeline work until nothing is left to do.
   *
   * @throws Supervisor.Over if the run cannot go on
   */
  void play(Schedule schedule) {
    for (Action action : schedule.actions()) {
      long before = faults.steps();
      perform(action);
      stepsByAction.add(faults.steps() - before);
    }
    work();
  }

  /** The state and output of the pipeline now. */
  Outcome outcome() {
    List<Outcome> outcomes = new ArrayList<>();
    supervisor.attempt(idle -> outcomes.add(idle.outcome()));
    return outcomes.get(0);
  }

  /** The same after one more clean restart. */
  Outcome outcomeAfterRestart() {
    supervisor.stop();
    work();
    return outcome();
  }

  /** Ends the last process. */
  void end() {
    supervisor.kill("the end");
  }

  private void perform(Action action) {
    if (action instanceof Action.Append append) {
      node.append(append);
    } else if (action instanceof Action.Appends some) {
      node.appendSome(some.records());
    } else if (action instanceof Action.Duplicate duplicate) {
      node.duplicate(duplicate.offset());
    } else if (action instanceof Action.Gap gap) {
      node.gap(gap.offsets());
    } else if (action instanceof Action.Clock clock) {
      node.passTime(clock.byMillis());
    } else if (action instanceof Action.LoseNode lost) {
      supervisor.kill(action.text());
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
          if (supervisor.stop()) {
            work();
          }
        }
        case SNAPSHOT -> idleThen(RunningPipeline::snapshot);
        case COMPACT -> idleThen(RunningPipeline::compact);
        case RETAIN -> idleThen(idle -> node.retain(idle.neededFromInclusive()));
        case BACKUP -> {
          work();
          node.backUp();
          backedUp = List.copyOf(replays);
        }
        case RESTORE_LOG -> restore(plain);
        case RESTORE_NODE -> restore(plain);
      }
    }
  }

  private void restore(Plain plain) {
    supervisor.kill(plain.text());
    if (plain == Plain.RESTORE_LOG && node.restoreLog()) {
      long end = node.end();
      replays.removeIf(replay -> isLost(replay, end));
      PlacedReplay pending = pendingReplay; // Its place may be durable on the node.
      pendingReplay = pending == null || isLost(pending, end) ? null : pending;
    } else if (plain == Plain.RESTORE_NODE && node.restoreNode()) {
      replays.clear(); // Those after the backup are undone with everything else.
      replays.addAll(backedUp);
      pendingReplay = null;
    }
  }

  private static boolean isLost(PlacedReplay replay, long end) {
    return replay.origin() >= end || replay.place() > end;
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
    if (ends && supervisor.isUp()) {
      supervisor.kill(fault.text());
    }
    if (fault.kind() == Kind.POWER_CUT) {
      node.cutPower(loss(fault));
      supervisor.lookAtDisk();
    }
  }

  /** The old process is paused in the middle of an action; its successor does the same action. */
  private void zombie(Fault fault) {
    Action during = fault.during();
    if (during instanceof Action.Replay replay && asksFor(replay.offset())) {
      supervisor.zombie(fault, old -> old.replay(replay.offset()));
      work(); // Either of the two has replayed it, or it is replayed now.
      return;
    }
    supervisor.zombie(fault, doing(during));
    work();
    if (during != Plain.RUN) {
      doWork(during);
    }
  }

  /** The call to the process that an action makes; null if it only runs. */
  private static Supervisor.@Nullable Call doing(Action action) {
    return action == Plain.SNAPSHOT
        ? RunningPipeline::snapshot
        : action == Plain.COMPACT ? RunningPipeline::compact : null;
  }

  private static Loss loss(Fault fault) {
    return fault.survivors() == Action.ALL_LOST
        ? Loss.ALL_UNSYNCED
        : Loss.some(RandomGeneratorFactory.of("L64X128MixRandom").create(fault.survivors()));
  }

  /** The process works until nothing is left to do; then a replay that was broken off is done. */
  private void work() {
    if (supervisor.attempt(RunningPipeline::run)) {
      finishReplay();
    }
  }

  private void idleThen(Supervisor.Call call) {
    if (supervisor.attempt(RunningPipeline::run)) {
      finishReplay();
      supervisor.attempt(call);
    }
  }

  private void replay(long offset) {
    if (supervisor.attempt(RunningPipeline::run)) {
      finishReplay(); // Else the next one would take its place.
      if (asksFor(offset)) {
        replayPending();
      }
    }
  }

  /** Whether a replay is asked for now: only for poison that can be corrected and is missing. */
  private boolean asksFor(long offset) {
    Appended record = node.history().get(offset);
    boolean isPoison =
        record != null && record.value() != null && record.value().startsWith("poison:");
    if (!isPoison || !missing().contains(offset)) {
      return false;
    }
    node.mend(offset);
    pendingReplay = new PlacedReplay(offset, node.end());
    return true;
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
    for (int asked = 0; asked < REPLAYS_ASKED && pendingReplay != null; asked++) {
      PlacedReplay pending = pendingReplay;
      if (!supervisor.attempt(idle -> replay(idle, pending))) {
        return;
      }
      if (pendingReplay != null && !missing().contains(pending.origin())) {
        break;
      }
    }
    if (pendingReplay != null) {
      replays.add(pendingReplay);
      pendingReplay = null;
    }
  }

  private void replay(RunningPipeline idle, PlacedReplay pending) throws Exception {
    try {
      idle.replay(pending.origin());
    } catch (UnsupportedOperationException unable) {
      node.unmend(pending.origin());
      pendingReplay = null;
    }
  }

  private List<Long> missing() {
    List<Long> missing = new ArrayList<>();
    supervisor.attempt(
        idle -> {
          missing.clear();
          missing.addAll(idle.outcome().missing());
        });
    return missing;
  }
}
