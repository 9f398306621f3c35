package tidemark.pipeline;

import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Log;
import tidemark.log.RetentionGapException;
import tidemark.rebuild.CompactionCheck;
import tidemark.rebuild.KeyedTable;
import tidemark.rebuild.Rebuild;
import tidemark.rebuild.StateKind;

/**
 * Follows a compacted table log while its writer and compaction go on. If a purge may have
 * overtaken it, so that it would keep a key that was deleted, it notices and rebuilds; see {@link
 * CompactionCheck}. After each {@link #follow} it is what the log says. One thread, which need not
 * be the writer's.
 */
public final class TableFollower {
  private final Log log;
  private final KeyedTable table = new KeyedTable();
  private CompactionCheck check;
  private long next;
  private int rebuilds;

  private TableFollower(Log log) {
    this.log = log;
    this.check = rebuild();
  }

  /**
   * A follower that has taken in all that the log has now.
   *
   * @throws IllegalStateException if the log cannot give a table that is proved right: retention
   *     removed its front
   */
  public static TableFollower of(Log log) {
    return new TableFollower(log);
  }

  /** Takes in what was appended since. */
  public void follow() {
    boolean gap = false;
    try (Cursor cursor = log.read(next)) {
      while (cursor.next()) {
        table.apply(cursor);
      }
      next = cursor.position();
    } catch (RetentionGapException removed) {
      gap = true;
    }
    if (gap || check.overtaken(next)) {
      check = rebuild();
      rebuilds++;
    }
  }

  private CompactionCheck rebuild() {
    Rebuild.Outcome outcome = Rebuild.of(log, table).fromEmpty();
    if (outcome instanceof Rebuild.Rebuilt rebuilt) {
      next = rebuilt.position().offset();
      return CompactionCheck.from(log, StateKind.LATEST_PER_KEY, next);
    }
    throw new IllegalStateException(
        "a table must be rebuilt after a purge overtook its follower: " + outcome);
  }

  /** How often it had to rebuild. */
  public int rebuilds() {
    return rebuilds;
  }

  /** The next offset to read. */
  public long next() {
    return next;
  }

  /** A key's value; null if it has none. */
  public @Nullable Bytes value(Bytes key) {
    return table.value(key);
  }

  /** All keys that have a value, as text, sorted; copied. */
  public SortedMap<String, String> toMap() {
    return table.toMap();
  }
}
