package tidemark.simulate;

import java.util.ArrayList;
import java.util.List;
import tidemark.simulate.Action.Append;
import tidemark.simulate.Action.Fault;
import tidemark.simulate.Action.Plain;
import tidemark.simulate.Action.Point;

/**
 * Makes a failing schedule smaller while the verdict stays the same: first fewer actions, then
 * smaller numbers, and again until nothing gets smaller or {@value #MAX_RUNS} runs are used up. If
 * they were enough, no single action of the result can be left out.
 */
final class Shrinker {
  private static final int MAX_RUNS = 3000;

  private final Simulator simulator;
  private Report smallest;
  private int runs;

  Shrinker(Simulator simulator, Report failing) {
    this.simulator = simulator;
    this.smallest = failing;
  }

  Report shrink() {
    boolean smaller = true;
    while (smaller && runs < MAX_RUNS) {
      smaller = fewerActions();
      smaller |= simplerActions();
    }
    return smallest;
  }

  private boolean fails(Schedule candidate) {
    if (runs >= MAX_RUNS) {
      return false;
    }
    runs++;
    Report report = simulator.run(candidate);
    boolean same = report.verdict() == smallest.verdict();
    if (same) {
      smallest = report;
    }
    return same;
  }

  private boolean fewerActions() {
    boolean smaller = false;
    for (int size = Math.max(1, smallest.schedule().actions().size() / 2); size >= 1; size /= 2) {
      int from = 0;
      while (from + size <= smallest.schedule().actions().size()) {
        if (fails(smallest.schedule().without(from, from + size))) {
          smaller = true;
        } else {
          from++;
        }
      }
    }
    return smaller;
  }

  private boolean simplerActions() {
    boolean smaller = false;
    for (int i = 0; i < smallest.schedule().actions().size(); i++) {
      boolean again = true;
      while (again && i < smallest.schedule().actions().size()) {
        again = false;
        for (Action simpler : simpler(smallest.schedule().actions().get(i))) {
          if (fails(smallest.schedule().with(i, simpler))) {
            again = true;
            smaller = true;
            break;
          }
        }
      }
    }
    return smaller;
  }

  /** Simpler actions to try in place of an action, the simplest first. */
  private static List<Action> simpler(Action action) {
    List<Action> simpler = new ArrayList<>();
    if (action instanceof Fault fault) {
      simplerFaults(fault, simpler);
    } else if (action instanceof Append append) {
      simplerAppends(append, simpler);
    } else if (action instanceof Action.Appends some && some.records() > 1) {
      simpler.add(new Action.Appends(1));
      simpler.add(new Action.Appends(some.records() - 1));
    } else if (action instanceof Action.Gap gap && gap.offsets() > 1) {
      simpler.add(new Action.Gap(1));
    } else if (action instanceof Action.Clock clock) {
      for (long by : smallerThan(clock.byMillis())) {
        simpler.add(new Action.Clock(by));
      }
    } else if (action instanceof Action.Duplicate duplicate && duplicate.offset() > 0) {
      simpler.add(new Action.Duplicate(0));
      simpler.add(new Action.Duplicate(duplicate.offset() - 1));
    } else if (action instanceof Action.Replay replay && replay.offset() > 0) {
      simpler.add(new Action.Replay(0));
      simpler.add(new Action.Replay(replay.offset() - 1));
    } else if (action == Plain.RESTART) {
      simpler.add(Plain.RUN);
    }
    return simpler;
  }

  private static void simplerFaults(Fault fault, List<Action> simpler) {
    simpler.add(fault.during());
    Point point = fault.point();
    if (fault.survivors() != Action.ALL_LOST) {
      simpler.add(new Fault(fault.kind(), point, Action.ALL_LOST, fault.during()));
    }
    if (point.after()) {
      simpler.add(with(fault, new Point(false, point.step(), point.number(), point.folder())));
    }
    for (long number : smallerThan(point.number())) {
      boolean isEnd = number == 0;
      if (isEnd && canBeAtEnd(fault)) {
        simpler.add(with(fault, Point.END));
      } else if (!isEnd) {
        simpler.add(
            with(fault, new Point(point.after(), point.step(), (int) number, point.folder())));
      }
    }
  }

  private static boolean canBeAtEnd(Fault fault) {
    return fault.kind() == Action.Kind.CRASH || fault.kind() == Action.Kind.POWER_CUT;
  }

  private static Fault with(Fault fault, Point point) {
    return new Fault(fault.kind(), point, fault.survivors(), fault.during());
  }

  private static void simplerAppends(Append append, List<Action> simpler) {
    String value = append.value();
    if (value == null || !value.equals("1")) {
      simpler.add(new Append(append.key(), "1", append.eventTime(), append.input()));
    }
    if (!append.key().equals("a")) {
      simpler.add(new Append("a", value, append.eventTime(), append.input()));
    }
    if (!append.input().isEmpty()) {
      simpler.add(new Append(append.key(), value, append.eventTime(), ""));
    }
    for (long time : smallerThan(append.eventTime())) {
      simpler.add(new Append(append.key(), value, time, append.input()));
    }
  }

  /** Numbers nearer to 0, the nearest first. */
  private static List<Long> smallerThan(long number) {
    List<Long> smaller = new ArrayList<>();
    long toZero = Long.signum(number);
    for (long candidate : new long[] {0, toZero, number / 2, number - toZero}) {
      if (Math.abs(candidate) < Math.abs(number) && !smaller.contains(candidate)) {
        smaller.add(candidate);
      }
    }
    return smaller;
  }
}
