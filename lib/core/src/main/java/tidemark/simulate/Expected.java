package tidemark.simulate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import tidemark.simulate.PlainState.Appended;

/**
 * What must come out of a run: what the plain model makes of the records that survived, with given
 * decisions about them.
 *
 * @param lineAt by line of the outcome: the offset of the record that made it
 */
record Expected(Outcome outcome, Map<String, Long> lineAt) {

  /** The replay of the dead letter at {@code origin}, before the record at {@code place}. */
  record PlacedReplay(long origin, long place) {}

  /** Runs the model over these records, dead letters and replays (in their order). */
  static Expected of(
      Setup setup,
      NavigableMap<Long, Appended> history,
      Set<Long> dead,
      List<PlacedReplay> replays) {
    PlainState state = new PlainState(setup);
    Map<String, String> published = new TreeMap<>();
    Map<String, Long> lineAt = new TreeMap<>();
    List<Long> missing = new ArrayList<>();
    List<PlacedReplay> waiting = new ArrayList<>(replays);
    for (Appended record : history.values()) {
      take(publishedBy(state, history, waiting, record.offset()), record, published, lineAt);
      Effect effect = SimulatedNode.effect(record.key(), record.value());
      boolean isDead = dead.contains(record.offset()) || !state.takes(record, effect);
      if (isDead) {
        missing.add(record.offset());
      }
      take(state.record(record, isDead ? null : effect), record, published, lineAt);
      state.lastChange.forEach((key, offset) -> lineAt.put("table " + key, offset));
    }
    Appended last = history.isEmpty() ? null : history.lastEntry().getValue();
    if (last != null) {
      take(publishedBy(state, history, waiting, Long.MAX_VALUE), last, published, lineAt);
      state.lastChange.forEach((key, offset) -> lineAt.put("table " + key, offset));
    }
    missing.removeIf(offset -> replays.stream().anyMatch(replay -> replay.origin == offset));
    return new Expected(
        new Outcome(state.table, state.table, published, missing, state.watermark, state.late, 0),
        lineAt);
  }

  private static Map<String, String> publishedBy(
      PlainState state,
      NavigableMap<Long, Appended> history,
      List<PlacedReplay> waiting,
      long before) {
    Map<String, String> results = new TreeMap<>();
    while (!waiting.isEmpty() && waiting.get(0).place <= before) {
      Appended origin = history.get(waiting.remove(0).origin);
      if (origin != null) {
        Effect effect = SimulatedNode.effect(origin.key(), origin.value());
        results.putAll(state.replay(origin, effect));
      }
    }
    return results;
  }

  private static void take(
      Map<String, String> results,
      Appended by,
      Map<String, String> published,
      Map<String, Long> lineAt) {
    published.putAll(results);
    results.keySet().forEach(key -> lineAt.put("output " + key, by.offset()));
  }

  /** The same with this committed offset. */
  Expected committed(long committed) {
    Outcome now = outcome;
    return new Expected(
        new Outcome(
            now.table(),
            now.followed(),
            now.published(),
            now.missing(),
            now.watermark(),
            now.lateCount(),
            committed),
        lineAt);
  }
}
