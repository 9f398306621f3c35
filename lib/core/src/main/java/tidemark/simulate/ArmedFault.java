package tidemark.simulate;

import org.jspecify.annotations.Nullable;
import tidemark.simulate.Action.Fault;
import tidemark.simulate.Action.Kind;
import tidemark.simulate.Action.Point;

/** Counts the steps of the node's processes, and says at which of them the armed fault comes. */
final class ArmedFault {
  private @Nullable Fault armed;
  private int met;
  private long steps;
  private boolean fired;

  /** What happens at a step. */
  enum Intervention {
    GO,
    /** The process ends before it. */
    END_BEFORE,
    /** The process ends after it. */
    END_AFTER,
    /** The process ends in the middle of it. */
    END_WITHIN,
    /** It fails, and the process is told. */
    FAIL,
    /** The process is paused before it. */
    PAUSE
  }

  void arm(@Nullable Fault fault) {
    armed = fault;
    met = 0;
    fired = false;
  }

  @Nullable Fault armed() {
    return armed;
  }

  /** How many steps changed the disk so far. */
  long steps() {
    return steps;
  }

  /** Whether the armed fault has come. */
  boolean fired() {
    return fired;
  }

  Intervention meet(FaultyStorage.Kind kind, String folder) {
    if (kind == FaultyStorage.Kind.READ) {
      return Intervention.GO;
    }
    steps++;
    Fault fault = armed;
    if (fault == null || !isAt(fault, kind, folder)) {
      return Intervention.GO;
    }
    fired = true;
    Point point = fault.point();
    return switch (fault.kind()) {
      case CRASH, POWER_CUT -> point.after() ? Intervention.END_AFTER : Intervention.END_BEFORE;
      case TORN_WRITE -> Intervention.END_WITHIN;
      case FAIL, DISK_FULL -> Intervention.FAIL;
      case ZOMBIE -> Intervention.PAUSE;
    };
  }

  private boolean isAt(Fault fault, FaultyStorage.Kind kind, String folder) {
    Point point = fault.point();
    boolean isFull = fault.kind() == Kind.DISK_FULL;
    boolean counts = point.step().counts(kind) || (isFull && kind == FaultyStorage.Kind.CREATE);
    if (!counts || !(point.folder().isEmpty() || point.folder().equals(folder))) {
      return false;
    }
    met++;
    return isFull ? met <= point.number() : met == point.number();
  }
}
