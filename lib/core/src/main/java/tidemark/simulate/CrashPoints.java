package tidemark.simulate;

import java.util.ArrayList;
import java.util.List;
import tidemark.simulate.Action.Fault;
import tidemark.simulate.Action.Kind;
import tidemark.simulate.Action.Plain;
import tidemark.simulate.Action.Point;
import tidemark.simulate.Action.Step;

/** Every place of a schedule at which the process can end. */
public final class CrashPoints {
  private final Simulator simulator;

  /** Finds them by running the pipeline of this simulator. */
  public CrashPoints(Simulator simulator) {
    this.simulator = simulator;
  }

  /**
   * The schedule once for each step, with a fault before it: one for each step that changes the
   * disk in an action of the process.
   */
  public List<Schedule> single(Schedule schedule, Kind kind) {
    return from(ended(schedule), 0, kind);
  }

  /** The schedule once for each step, in whatever action from {@code first} on. */
  private List<Schedule> from(Schedule schedule, int first, Kind kind) {
    List<Long> steps = simulator.steps(schedule);
    List<Schedule> crashed = new ArrayList<>();
    for (int i = first; i < steps.size(); i++) {
      Action action = schedule.actions().get(i);
      for (int step = 1; step <= steps.get(i) && isWork(action); step++) {
        Point point = new Point(false, Step.STEP, step, "");
        crashed.add(schedule.with(i, new Fault(kind, point, Action.ALL_LOST, action)));
      }
    }
    return crashed;
  }

  private static boolean isWork(Action action) {
    return action instanceof Action.Replay
        || action == Plain.RUN
        || action == Plain.RESTART
        || action == Plain.SNAPSHOT
        || action == Plain.COMPACT
        || action == Plain.RETAIN;
  }

  /**
   * A schedule of {@link #single} once for each step that follows its fault, the restart from that
   * included, with a second fault before that step.
   */
  public List<Schedule> second(Schedule crashed, Kind kind) {
    for (int i = 0; i < crashed.actions().size(); i++) {
      if (crashed.actions().get(i) instanceof Fault) {
        return from(crashed.inserted(i + 1, Plain.RUN), i + 1, kind);
      }
    }
    throw new IllegalArgumentException(
        "a schedule must have a fault for a second one to follow, schedule=" + crashed.text());
  }

  private static Schedule ended(Schedule schedule) {
    int size = schedule.actions().size();
    boolean runs = size > 0 && schedule.actions().get(size - 1) == Plain.RUN;
    return runs ? schedule : schedule.inserted(size, Plain.RUN);
  }
}
