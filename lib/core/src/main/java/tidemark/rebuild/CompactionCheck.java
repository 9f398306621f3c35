package tidemark.rebuild;

import tidemark.log.Log;
import tidemark.log.Marks;

/**
 * Tells a consumer of a compacted log whether compaction may have overtaken it, that is, removed an
 * entry before the consumer read it. The consumer's state may then hold a key that was deleted, and
 * a snapshot of that state would be taken for a right one.
 *
 * <ol>
 *   <li>Make a check at the position where the state is known to be right: after a rebuild, the
 *       position that was rebuilt.
 *   <li>Read on. Before each snapshot and each output ask {@link #overtaken} with the next offset
 *       to read.
 *   <li>After a <i>yes</i>, rebuild, and make a new check.
 * </ol>
 *
 * <p>The answer is <i>yes</i> if the log's mark lies at or after the position that was given with
 * the question before. By the same rule a {@link RebuildPlan} judges a snapshot of that position.
 * The mark is raised before an entry is removed, so the answer is <i>yes</i> whenever an entry was
 * missed. It may also be <i>yes</i> when none was missed, because an entry was removed after it was
 * read. On a log whose marks could not be read, the answer is always <i>yes</i>. Not thread-safe.
 */
public final class CompactionCheck {
  private final Log log;
  private final StateKind kind;
  private long rightBelow;
  private boolean overtaken;

  private CompactionCheck(Log log, StateKind kind, long position) {
    this.log = log;
    this.kind = kind;
    this.rightBelow = position;
  }

  /**
   * A check that starts at a position.
   *
   * @param kind what the state needs from the log. If the consumer skips entries (dead letters),
   *     give {@link StateKind#EVERY_RECORD} even for a state that needs the latest entry per key
   * @param position the next offset to read
   */
  public static CompactionCheck from(Log log, StateKind kind, long position) {
    return new CompactionCheck(log, kind, position);
  }

  /**
   * Whether compaction may have overtaken the consumer. Once it has, the answer stays <i>yes</i>.
   *
   * @param nextOffset the next offset to read: everything below it was read <b>before</b> this call
   */
  public boolean overtaken(long nextOffset) {
    Marks marks = log.marks();
    long mark = kind == StateKind.LATEST_PER_KEY ? marks.highestPurged() : marks.highestRemoved();
    overtaken |= mark >= rightBelow;
    rightBelow = Math.max(rightBelow, nextOffset);
    return overtaken;
  }
}
