package tidemark.simulate;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One action of a {@link Schedule}. */
public sealed interface Action {

  /** The action as a person writes it in a schedule. */
  String text();

  /**
   * A record is appended to the event log; its append time is the clock's time.
   *
   * @param value what the record does. {@code null}, written ∅, deletes the key; {@code +3} adds 3;
   *     {@code poison} always fails; {@code poison:4} fails until it is replayed, and is then the
   *     value 4; {@code kills} always ends the process; {@code flaky} fails the first time in each
   *     process; anything else replaces the key's value
   * @param eventTime in ms
   * @param input the input that the record belongs to; empty for the first declared one
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

  /**
   * So many records are appended that need no text of their own: the record at offset <i>o</i> adds
   * 1 to the key a, b or c, in turn; its event time is 5 × <i>o</i> ms; the declared inputs take
   * turns.
   */
  record Appends(int records) implements Action {
    @Override
    public String text() {
      return "append " + records;
    }
  }

  /** The producer sends the record at an offset a second time; it is appended again. */
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

  /** Time passes, or somebody sets the log's clock; in ms, negative to set it back. */
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

  /** The fault of the dead letter at an offset is corrected, and the letter is replayed. */
  record Replay(long offset) implements Action {
    @Override
    public String text() {
      return "replay " + offset;
    }
  }

  /** The node is lost; only the event log and the folders named in {@code kept} survive. */
  record LoseNode(java.util.List<String> kept) implements Action {
    public LoseNode {
      kept = java.util.List.copyOf(kept);
    }

    @Override
    public String text() {
      return "lose node keep log" + String.join("", kept.stream().map(name -> "+" + name).toList());
    }
  }

  /** The actions without a parameter. */
  enum Plain implements Action {
    /** The process is started if it is down, and works until nothing is left to do. */
    RUN,
    /** The process is stopped cleanly, started, and works until nothing is left to do. */
    RESTART,
    /** The process takes a snapshot. */
    SNAPSHOT,
    /** The process compacts its table log. */
    COMPACT,
    /** Retention removes the part of the event log that the process says it does not need. */
    RETAIN,
    /** The event log and the node's folders are copied. */
    BACKUP,
    /** The event log is restored from the backup: later records are lost. */
    RESTORE_LOG,
    /** The node's folders are restored from the backup; the event log stays as it is. */
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
   * Something fails while the process does {@code during}. If {@code during} ends before the step
   * is reached, a crash or power cut comes at its end, and the other faults do not happen.
   *
   * @param kind what fails
   * @param point the step at which it fails
   * @param survivors what a power cut leaves of what was not synced: {@link #ALL_LOST} for nothing,
   *     otherwise the seed from which it is drawn
   * @param during a {@link Plain} action other than a backup or restore, or a {@link Replay}
   */
  record Fault(Kind kind, Point point, long survivors, Action during) implements Action {
    /** A fault during {@link Plain#RUN}; of what was not synced a power cut leaves nothing. */
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

  /** For {@link Fault#survivors}: nothing that was not synced survives a power cut. */
  long ALL_LOST = -1;

  /** What fails. */
  enum Kind {
    /** The process is killed; what it wrote stays. */
    CRASH("crash"),
    /** The machine loses power: what was not synced is lost. */
    POWER_CUT("power cut"),
    /** The process is killed in the middle of a write: half of its bytes are written. */
    TORN_WRITE("torn write"),
    /** The step does nothing, and throws an {@link java.io.IOException} to the process. */
    FAIL("fail"),
    /** This many writes and creations of files fail, because the disk is full. */
    DISK_FULL("disk full for"),
    /**
     * The process is paused before the step. A successor takes over and works until nothing is left
     * to do. Then the old process goes on as if nothing had happened, until it ends.
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
   * A step at which something fails.
   *
   * @param after whether the fault comes after the step; otherwise before it
   * @param step which kind of steps are counted
   * @param number the number of the step, counted from 1 since the action began; 0 stands for the
   *     end, when nothing is left to do
   * @param folder the folder of the node whose steps are counted; empty for all folders
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

  /** Which steps are counted. */
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
