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
 * A copy of a table that follows a compacted table log, while the log's writer and compaction go
 * on. If compaction may have purged a tombstone that the follower had not read, it rebuilds the
 * copy: otherwise a deleted key would stay in it; see {@link CompactionCheck}. After each {@link
 * #follow} it equals the table in the log. Not thread-safe; its thread need not be the writer's.
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
   * A follower that has read all that the log has now.
   *
   * @throws IllegalStateException if no table can be proved right from the log, because retention
   *     removed its front or compaction overtook every attempt
   */
  public static TableFollower of(Log log) {
    return new TableFollower(log);
  }

  /**
   * Reads what was appended since the last call, and rebuilds if it must.
   *
   * @throws IllegalStateException if it must rebuild and cannot, as in {@link #of}
   */
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
        "a table must be rebuilt after a purge overtook its follower; begin another follower: "
            + outcome);
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

  /** All keys that have a value, with their values, as text; copied. */
  public SortedMap<String, String> toMap() {
    return table.toMap();
  }
}
