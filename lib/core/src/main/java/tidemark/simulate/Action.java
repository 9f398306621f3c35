package tidemark.simulate;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One line of a {@link Schedule}. {@link #text} is what a person writes. */
public sealed interface Action {

  /** As it is written in a schedule. */
  String text();

  /**
   * A record is appended and acknowledged; its append time is the clock's.
   *
   * @param value {@code null} is written ∅ and deletes the key; {@code +3} adds 3; {@code poison}
   *     fails always, {@code poison:4} until its replay, then it is 4; {@code kills} ends the
   *     process always; {@code flaky} fails the first time in each process; all else replaces
   * @param eventTime in ms
   * @param input the input it belongs to; empty for the first declared one
   */
  record Append(String key, @Nullable String value, long eventTime, String input)
      implements Action {
    @Override
    public String text() {
      return "append "
          + key
          + "="
          + (value == null ? "∅" : value)
          + (eventTime == 0 ? "" : " @" + eventTime)
          + (input.isEmpty() ? "" : " input " + input);
    }
  }

  /** The producer sends the record at an offset once more: it gets a further offset. */
  record Duplicate(long offset) implements Action {
    @Override
    public String text() {
      return "duplicate " + offset;
    }
  }

  /** The next {@code offsets} offsets of the event log hold no record. */
  record Gap(int offsets) implements Action {
    @Override
    public String text() {
      return "gap " + offsets;
    }
  }

  /** Somebody sets the log's clock, or time passes; in ms, negative to set it back. */
  record Clock(long byMillis) implements Action {
    @Override
    public String text() {
      String sign = byMillis < 0 ? "-" : "+";
      long amount = Math.abs(byMillis);
      return "clock "
          + sign
          + (amount % 1000 == 0 && amount > 0 ? amount / 1000 + "s" : amount + "ms");
    }
  }

  /** What was wrong with the dead letter at an offset is mended, and it is replayed. */
  record Replay(long offset) implements Action {
    @Override
    public String text() {
      return "replay " + offset;
    }
  }

  /** The node is lost; the event log and the named folders are left. */
  record LoseNode(java.util.List<String> kept) implements Action {
    public LoseNode {
      kept = java.util.List.copyOf(kept);
    }

    @Override
    public String text() {
      return "lose node keep log" + String.join("", kept.stream().map(name -> "+" + name).toList());
    }
  }

  /** What takes no parameter. */
  enum Plain implements Action {
    /** The process is started if it is down, and works until nothing is left to do. */
    RUN,
    /** The process is stopped cleanly, started, and works until nothing is left to do. */
    RESTART,
    /** The process takes a snapshot. */
    SNAPSHOT,
    /** The process compacts its table log. */
    COMPACT,
    /** Retention removes of the event log what the process says it does not need. */
    RETAIN,
    /** The event log and the node's folders are copied. */
    BACKUP,
    /** The event log becomes what the backup has of it: later records are lost. */
    RESTORE_LOG,
    /** The node's folders become what the backup has of them; the event log stays. */
    RESTORE_NODE;

    @Override
    public String text() {
      return switch (this) {
        case RESTORE_LOG -> "restore backup of log";
        case RESTORE_NODE -> "restore backup of node";
        default -> name().toLowerCase(Locale.ROOT);
      };
    }
  }

  /**
   * Something fails while the process does {@code during}. If the step is never reached, a crash or
   * power cut comes at the end of it, and the other faults do not come.
   *
   * @param kind what fails
   * @param point at which step
   * @param survivors of a power cut: −1 if all that was not synced is lost, else the seed by which
   *     some of it is kept
   * @param during a {@link Plain} action but a backup or restore, or a {@link Replay}
   */
  record Fault(Kind kind, Point point, long survivors, Action during) implements Action {
    /** A fault while the process works. */
    static Fault of(Kind kind, Point point) {
      return new Fault(kind, point, ALL_LOST, Plain.RUN);
    }

    @Override
    public String text() {
      return kind.text(point)
          + (survivors == ALL_LOST ? "" : " keeping some " + survivors)
          + (during == Plain.RUN ? "" : " during " + during.text());
    }
  }

  /** Of what was not synced nothing survives a power cut. */
  long ALL_LOST = -1;

  /** What fails. */
  enum Kind {
    /** The process is killed; what it wrote stays. */
    CRASH("crash"),
    /** The machine goes off: what was not synced is lost. */
    POWER_CUT("power cut"),
    /** The process is killed in the middle of a write: half of its bytes are there. */
    TORN_WRITE("torn write"),
    /** The step fails, nothing of it is done, and the process is told. */
    FAIL("fail"),
    /** So many writes and creations fail for want of room. */
    DISK_FULL("disk full for"),
    /**
     * The process is paused before the step; a successor takes over and works until nothing is left
     * to do; then the old one wakes and goes on as if nothing had happened, until it ends.
     */
    ZOMBIE("zombie");

    final String word;

    Kind(String word) {
      this.word = word;
    }

    String text(Point point) {
      return switch (this) {
        case CRASH, POWER_CUT, ZOMBIE -> point.number() == 0 ? word : word + " " + point.text();
        case TORN_WRITE, DISK_FULL -> word + " " + point.number() + point.folderText();
        case FAIL -> word + " " + point.step().text() + " " + point.number() + point.folderText();
      };
    }
  }

  /**
   * A step, counted from the begin of the faulty action on.
   *
   * @param after whether the step is done first
   * @param number from 1 on; 0 means at the end, when nothing is left to do
   * @param folder of the node; empty for all
   */
  record Point(boolean after, Step step, int number, String folder) {
    /** When nothing is left to do. */
    static final Point END = new Point(false, Step.STEP, 0, "");

    String text() {
      return (after ? "after " : "before ") + step.text() + " " + number + folderText();
    }

    String folderText() {
      return folder.isEmpty() ? "" : " in " + folder;
    }
  }

  /** What is counted. */
  enum Step {
    /** Anything that changes the disk. */
    STEP,
    WRITE,
    /** A file's or a folder's content is made durable. */
    SYNC,
    CREATE,
    RENAME,
    DELETE,
    /** A file is made shorter. */
    CUT;

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }

    boolean counts(FaultyStorage.Kind kind) {
      return switch (kind) {
        case READ -> false;
        case WRITE -> this == STEP || this == WRITE;
        case FORCE, SYNC -> this == STEP || this == SYNC;
        case CREATE -> this == STEP || this == CREATE;
        case RENAME -> this == STEP || this == RENAME;
        case DELETE -> this == STEP || this == DELETE;
        case TRUNCATE -> this == STEP || this == CUT;
      };
    }
  }
}
