package tidemark.bank;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a consumer wrote, in order, and where its process ended. No record, so that a check does not
 * copy it moment by moment; its text is the place of the crash. It is not changed any more once its
 * run has ended.
 */
final class ConsumerTrace {
  /** After this many moments no further one is kept: nobody steps through more. */
  static final int MAX_MOMENTS = 60;

  /** What happened. */
  enum Kind {
    START_COUNTED,
    APPLIED,
    DEAD_LETTER,
    COMMITTED,
    /** The process ended before or after a write. */
    CRASHED,
    /** The record ended the process. */
    KILLED
  }

  /**
   * One of the moments.
   *
   * @param where empty for a write; before, after or in which one the process ended
   * @param call the write
   */
  record Moment(Kind kind, String where, Call call) {
    @Override
    public String toString() {
      return where + call;
    }
  }

  /**
   * A call as the answer made it; its text is made only for those that are shown.
   *
   * @param argument what the answer gave
   * @param offset the record's; the new committed offset of a commit
   */
  record Call(Kind kind, Object argument, long offset) {
    @Override
    public String toString() {
      String name =
          switch (kind) {
            case START_COUNTED -> "countStart";
            case DEAD_LETTER -> "deadLetter";
            case COMMITTED -> "commit";
            case APPLIED, CRASHED, KILLED -> "apply";
          };
      return name + "(" + argument + ")";
    }
  }

  /** What outlives the process. */
  static final class Durable {
    final Set<Long> applied = new TreeSet<>();
    final List<Long> dead = new ArrayList<>();
    long committed;

    Durable(long first) {
      committed = first;
    }

    void take(Moment moment) {
      long offset = moment.call.offset;
      switch (moment.kind) {
        case APPLIED -> applied.add(offset);
        case DEAD_LETTER -> dead.add(offset);
        case COMMITTED -> committed = offset;
        case START_COUNTED, CRASHED, KILLED -> {}
      }
    }
  }

  private final List<Moment> moments = new ArrayList<>();
  private String where = "without a crash";
  private boolean isCut;

  void add(Moment moment) {
    if (moment.kind == Kind.CRASHED) {
      where = moment.toString();
    }
    isCut |= moments.size() == MAX_MOMENTS;
    if (!isCut) {
      moments.add(moment);
    }
  }

  List<Moment> moments() {
    return moments;
  }

  /** Whether it ended in the crash that the check chose, and all of its moments were kept. */
  boolean canBePlayed() {
    return !isCut && moments.stream().anyMatch(moment -> moment.kind == Kind.CRASHED);
  }

  @Override
  public String toString() {
    return where;
  }
}
