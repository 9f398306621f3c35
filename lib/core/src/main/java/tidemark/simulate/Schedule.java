package tidemark.simulate;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tidemark.simulate.Action.Plain;

/**
 * What happens to a pipeline, as a short text that a person can edit: one action a line, or several
 * with {@code ;} between them; {@code #} begins a comment.
 *
 * <pre>
 * append 3    append a=1 @12 input EWR    duplicate 4     gap 5    clock +3600s
 * run     restart     snapshot       compact          retain       replay 3
 * crash   crash before sync 3        crash after write 2 in output
 * power cut before rename 1          power cut before step 9 keeping some 17
 * torn write 7                       fail sync 2      disk full for 2
 * zombie before write 4              crash before step 3 during snapshot
 * backup                             restore backup of log | restore backup of node
 * lose node keep log                 lose node keep log+snapshots
 * </pre>
 *
 * <p>Immutable.
 *
 * @param actions in the order in which they are done
 */
public record Schedule(List<Action> actions) {
  public Schedule {
    actions = List.copyOf(actions);
  }

  /**
   * Reads a schedule.
   *
   * @throws IllegalArgumentException if it cannot be read; the message names line and column
   */
  public static Schedule parse(String text) {
    return new Schedule(ScheduleParser.parse(text));
  }

  /** A random schedule; always the same one for the same seed. */
  public static Schedule random(long seed) {
    return new RandomSchedule(seed).make();
  }

  /** The schedule on one line, as {@link #parse} reads it. */
  public String text() {
    return actions.stream().map(Action::text).collect(Collectors.joining("; "));
  }

  /**
   * Writes the schedule to a file, one action a line, as {@link #parse} reads it.
   *
   * @param comment text for the first line; must be a single line
   */
  public void write(Path file, String comment) throws IOException {
    List<String> lines = new ArrayList<>();
    lines.add("# " + comment);
    actions.forEach(action -> lines.add(action.text()));
    Files.write(file, lines);
  }

  /** The same with another action at this index. */
  public Schedule with(int index, Action other) {
    List<Action> changed = new ArrayList<>(actions);
    changed.set(index, other);
    return new Schedule(changed);
  }

  /** The same with one more action before this index. */
  public Schedule inserted(int index, Action more) {
    List<Action> changed = new ArrayList<>(actions);
    changed.add(index, more);
    return new Schedule(changed);
  }

  /** The same without the actions in {@code [fromInclusive, endExclusive)}. */
  public Schedule without(int fromInclusive, int endExclusive) {
    List<Action> changed = new ArrayList<>(actions);
    changed.subList(fromInclusive, endExclusive).clear();
    return new Schedule(changed);
  }

  /**
   * The schedule as one process without faults would do it. A fault becomes the action during which
   * it came; a restart or a backup becomes a run; snapshots, compactions, retention, restores and
   * the loss of the node are left out.
   */
  public Schedule undisturbed() {
    List<Action> calm = new ArrayList<>();
    for (Action action : actions) {
      Action meant = action instanceof Action.Fault fault ? fault.during() : action;
      if (meant == Plain.RESTART || meant == Plain.BACKUP) {
        calm.add(Plain.RUN);
      } else if (meant == Plain.RUN
          || !(meant instanceof Plain || meant instanceof Action.LoseNode)) {
        calm.add(meant);
      }
    }
    return new Schedule(calm);
  }

  @Override
  public String toString() {
    return text();
  }
}
