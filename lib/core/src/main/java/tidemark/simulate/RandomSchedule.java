package tidemark.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import tidemark.simulate.Action.Append;
import tidemark.simulate.Action.Fault;
import tidemark.simulate.Action.Kind;
import tidemark.simulate.Action.Plain;
import tidemark.simulate.Action.Point;
import tidemark.simulate.Action.Step;

/** Makes a schedule from a seed: some records, then faults, actions and more records. */
final class RandomSchedule {
  private static final int MAX_STEP = 60;

  private final RandomGenerator random;
  private final List<Action> actions = new ArrayList<>();
  private int appended;
  private boolean backedUp;

  RandomSchedule(long seed) {
    random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }

  Schedule make() {
    int length = 3 + random.nextInt(10);
    appendSome(1 + random.nextInt(6));
    for (int i = 0; i < length; i++) {
      more();
    }
    return new Schedule(actions);
  }

  private void appendSome(int count) {
    for (int i = 0; i < count; i++) {
      actions.add(new Action.Clock(random.nextInt(12)));
      actions.add(record());
      appended++;
    }
  }

  private Append record() {
    String value =
        switch (random.nextInt(12)) {
          case 0 -> "poison:" + random.nextInt(9);
          case 1 -> "poison:+" + random.nextInt(9);
          case 2 -> "kills";
          case 3, 4, 5 -> "+" + random.nextInt(9);
          case 6, 7 -> null;
          default -> Integer.toString(random.nextInt(100));
        };
    return new Append(
        "" + (char) ('a' + random.nextInt(3)),
        value,
        5L * appended + random.nextInt(-25, 8),
        random.nextInt(3) == 0 ? "B" : "A");
  }

  private void more() {
    switch (random.nextInt(16)) {
      case 0, 1, 2 -> appendSome(1 + random.nextInt(4));
      case 3 -> actions.add(new Action.Duplicate(random.nextInt(appended)));
      case 4 -> actions.add(new Action.Gap(1 + random.nextInt(3)));
      case 5 -> actions.add(new Action.Clock(random.nextInt(-60, 90)));
      case 6 -> actions.add(random.nextBoolean() ? Plain.RETAIN : Plain.COMPACT);
      case 7 -> actions.add(work());
      case 8 -> lose();
      default -> actions.add(fault());
    }
  }

  private Action work() {
    return switch (random.nextInt(5)) {
      case 0 -> Plain.SNAPSHOT;
      case 1 -> Plain.RESTART;
      case 2, 3 -> new Action.Replay(random.nextInt(appended));
      default -> Plain.RUN;
    };
  }

  private void lose() {
    switch (random.nextInt(5)) {
      case 0 -> actions.add(new Action.LoseNode(List.of()));
      case 1 -> actions.add(new Action.LoseNode(List.of("snapshots")));
      default -> {
        if (!backedUp) {
          actions.add(Plain.BACKUP);
          backedUp = true;
        } else {
          actions.add(random.nextBoolean() ? Plain.RESTORE_LOG : Plain.RESTORE_NODE);
        }
      }
    }
  }

  private Fault fault() {
    Action during = random.nextInt(3) == 0 ? work() : Plain.RUN;
    int number = 1 + random.nextInt(MAX_STEP);
    Point point = new Point(random.nextBoolean(), Step.STEP, number, "");
    return switch (random.nextInt(7)) {
      case 0, 1 -> new Fault(Kind.CRASH, point, Action.ALL_LOST, during);
      case 2 -> new Fault(Kind.POWER_CUT, point, Action.ALL_LOST, during);
      case 3 -> new Fault(Kind.POWER_CUT, point, random.nextInt(1000), during);
      case 4 -> new Fault(Kind.TORN_WRITE, counted(Step.WRITE, number), Action.ALL_LOST, during);
      case 5 -> new Fault(Kind.FAIL, counted(Step.STEP, number), Action.ALL_LOST, during);
      default ->
          new Fault(Kind.DISK_FULL, counted(Step.WRITE, 1 + number % 4), Action.ALL_LOST, during);
    };
  }

  private static Point counted(Step step, int number) {
    return new Point(false, step, number, "");
  }
}
