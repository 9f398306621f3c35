package tidemark.pipeline;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.Log;

/** Keeps the table log equal to the table: the last entry of each key is its value. One thread. */
final class TableKeeper {
  private final Log log;
  private boolean reconciled;

  TableKeeper(Log log) {
    this.log = log;
  }

  /** Whether the log's content is known to be the table's. */
  boolean isReconciled() {
    return reconciled;
  }

  /** Durable when it returns. */
  void append(Map<Bytes, Optional<Bytes>> changes) {
    changes.forEach((key, value) -> log.append(new Event(key, value.orElse(null), 0, List.of())));
    log.sync();
  }

  /**
   * Makes the log equal to the table, also where its last entries are of records that were lost.
   */
  void reconcile(Map<Bytes, Bytes> wanted) {
    Map<Bytes, Optional<Bytes>> differences = new LinkedHashMap<>();
    Map<Bytes, Bytes> there = content();
    wanted.forEach(
        (key, value) -> {
          if (!value.equals(there.get(key))) {
            differences.put(key, Optional.of(value));
          }
        });
    there.keySet().stream()
        .filter(key -> !wanted.containsKey(key))
        .forEach(key -> differences.put(key, Optional.empty()));
    append(differences);
    reconciled = true;
  }

  /** Values by key, as a follower of the log sees them. */
  Map<Bytes, Bytes> content() {
    Map<Bytes, Bytes> content = new LinkedHashMap<>();
    try (Cursor cursor = log.read(log.startOffset())) {
      while (cursor.next()) {
        Entry entry = cursor.entry();
        if (entry.value() == null) {
          content.remove(entry.key());
        } else {
          content.put(entry.key(), entry.value());
        }
      }
    }
    return content;
  }
}
