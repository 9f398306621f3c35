package tidemark.simulate;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tidemark.disk.DiskLog;
import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.Log;
import tidemark.log.RewritableLog.Disposition;

/** What a {@link ToyPipeline} publishes: its table log, and its output by key. */
final class ToyResults {
  private final DiskLog tableLog;
  private final DiskLog outputLog;
  private final Set<Mistake> mistakes;
  private final Set<String> publishedKeys = new HashSet<>();
  private Map<String, String> followedTable = Map.of();
  private long followedFrom;
  private Runnable whenReconciled = () -> {};
  private boolean reconciled;

  ToyResults(DiskLog tableLog, DiskLog outputLog, Set<Mistake> mistakes) {
    this.tableLog = tableLog;
    this.outputLog = outputLog;
    this.mistakes = mistakes;
    outputLog.entries(0).forEach(entry -> publishedKeys.add(String.valueOf(entry.key())));
  }

  /**
   * Appends what must change so that a reader of the table log goes from one table to the other.
   */
  void appendChanges(Map<String, String> before, Map<String, String> after) {
    Map<String, @Nullable String> changes = new LinkedHashMap<>();
    after.forEach(
        (key, value) -> {
          if (!value.equals(before.get(key))) {
            changes.put(key, value);
          }
        });
    before.keySet().stream()
        .filter(key -> !after.containsKey(key))
        .forEach(key -> changes.put(key, null));
    changes.forEach((key, value) -> tableLog.append(Event.of(key, value)));
  }

  /** Makes the table log equal to the state: once after a restart, when the state has caught up. */
  void reconcile(Map<String, String> table) {
    if (!reconciled && !mistakes.contains(Mistake.TABLE_NOT_RECONCILED)) {
      appendChanges(tableContent(), table);
      whenReconciled.run();
    }
    reconciled = true;
  }

  /** Where the table log ends, to be named in a snapshot. */
  ToyPlace tableEnd() {
    return ToyPlace.next(tableLog, tableLog.endOffset());
  }

  /** A reader of the table log begins from this snapshot, if the log still vouches for its end. */
  void followFrom(Map<String, String> snapshot, ToyPlace end) {
    if (end.holdsIn(tableLog)) {
      followedTable = Map.copyOf(snapshot);
      followedFrom = end.ends().get(0).offset();
    }
  }

  /** A reader goes on from a new snapshot, once the table log is known to be equal to the state. */
  void followOn(Map<String, String> snapshot, ToyPlace end) {
    Map<String, String> table = Map.copyOf(snapshot);
    whenReconciled = () -> followFrom(table, end);
    if (reconciled) {
      whenReconciled.run();
    }
  }

  /**
   * Removes from the table log what is superseded, and tombstones that an earlier pass has met.
   *
   * @param leastEnd where the oldest kept snapshot begins to read: its reader needs all that
   *     follows
   */
  void compact(long leastEnd, long now) {
    tableLog.roll();
    boolean beyond = mistakes.contains(Mistake.TOMBSTONE_PURGED_UNDER_SNAPSHOT);
    long end = beyond ? tableLog.endOffset() : Math.min(leastEnd, tableLog.endOffset());
    Map<String, Long> newest = new TreeMap<>();
    for (Entry entry : tableLog.entries(tableLog.startOffset())) {
      if (entry.offset() < end) {
        newest.put(String.valueOf(entry.key()), entry.offset());
      }
    }
    tableLog.rewrite(
        end,
        now,
        entry ->
            newest.getOrDefault(String.valueOf(entry.entry().key()), 0L) > entry.offset()
                ? Disposition.SUPERSEDED
                : entry.isTombstone() && entry.deleteHorizon() <= now
                    ? Disposition.PURGED
                    : Disposition.KEEP);
  }

  void publish(Map<String, String> results, ToyPlace madeBy) {
    results.forEach(
        (key, value) -> {
          boolean isAgain =
              mistakes.contains(Mistake.OUTPUT_NOT_KEYED) && publishedKeys.contains(key);
          String name = isAgain ? key + " again at " + outputLog.endOffset() : key;
          outputLog.append(madeBy.mark(Event.of(name, value)));
          publishedKeys.add(key);
        });
  }

  /** By key: the results whose places are still valid in the event log. */
  Map<String, String> published(Log events) {
    Map<String, String> published = new TreeMap<>();
    for (Entry entry : outputLog.entries(0)) {
      ToyPlace place = ToyPlace.readFrom(entry.event());
      if (place.holdsIn(events) || mistakes.contains(Mistake.STALE_OUTPUT_READ)) {
        published.put(String.valueOf(entry.key()), String.valueOf(entry.value()));
      }
    }
    return published;
  }

  /** The table as a reader of its log sees it that began from the newest snapshot. */
  Map<String, String> followed() {
    return read(followedTable, Math.max(followedFrom, tableLog.startOffset()));
  }

  private Map<String, String> tableContent() {
    return read(Map.of(), tableLog.startOffset());
  }

  private Map<String, String> read(Map<String, String> before, long from) {
    Map<String, String> content = new TreeMap<>(before);
    for (Entry entry : tableLog.entries(from)) {
      Bytes value = entry.value();
      if (value == null) {
        content.remove(String.valueOf(entry.key()));
      } else {
        content.put(String.valueOf(entry.key()), value.toString());
      }
    }
    return content;
  }
}
