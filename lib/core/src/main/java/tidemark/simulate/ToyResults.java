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

/** What a {@link ToyPipeline} publishes: its table log, and its output by key. */
final class ToyResults {
  private final DiskLog tableLog;
  private final DiskLog outputLog;
  private final Set<Mistake> mistakes;
  private final Set<String> publishedKeys = new HashSet<>();
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
    }
    reconciled = true;
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

  /** The table as a reader of its log sees it. */
  Map<String, String> tableContent() {
    Map<String, String> content = new TreeMap<>();
    for (Entry entry : tableLog.entries(tableLog.startOffset())) {
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
