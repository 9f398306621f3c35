package tidemark.simulate;

import java.util.ArrayList;
import java.util.List;
import tidemark.simulate.Action.Fault;
import tidemark.simulate.Action.Kind;
import tidemark.simulate.Action.Plain;
import tidemark.simulate.Action.Point;
import tidemark.simulate.Action.Step;

/** Makes from one schedule all those in which the process ends at one of its steps. */
public final class CrashPoints {
  private final Simulator simulator;

  /** Counts steps by running the pipeline of this simulator. */
  public CrashPoints(Simulator simulator) {
    this.simulator = simulator;
  }

  /**
   * The schedule once for each step at which the process changes the disk, with a fault before that
   * step. A {@code run} is put at the end if there is none.
   */
  public List<Schedule> single(Schedule schedule, Kind kind) {
    return from(ended(schedule), 0, kind);
  }

  /** The schedule once for each step in the actions from {@code first} on, a fault before it. */
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
   * A schedule of {@link #single} once for each step after its fault, with a second fault before
   * that step. The steps of the restart after the first fault are among them.
   *
   * @throws IllegalArgumentException if the schedule has no fault
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
