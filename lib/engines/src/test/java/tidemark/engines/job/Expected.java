package tidemark.engines.job;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tidemark.engines.job.Histories.Arriving;
import tidemark.job.JobSettings;
import tidemark.log.Log;
import tidemark.log.MemoryLog;
import tidemark.pipeline.Pipeline;
import tidemark.pipeline.PipelineHome;
import tidemark.pipeline.PipelineOptions;
import tidemark.simulate.FaultyStorage;
import tidemark.storage.Storage;

/**
 * What our pipeline says of an event log.
 *
 * @param published results by key
 * @param table values by key
 * @param dead offsets of dead letters
 */
record Expected(Map<String, String> published, Map<String, String> table, List<Long> dead) {

  static Expected of(Log events, JobSettings settings) {
    PipelineOptions options = settings.options();
    PipelineOptions.Limits limits =
        options.limits().withGroups(100).withMaxDeadInARow(Integer.MAX_VALUE);
    Map<String, Storage> folders = new HashMap<>();
    PipelineHome home = name -> folders.computeIfAbsent(name, none -> new FaultyStorage());
    Map<String, String> table = new TreeMap<>();
    try (Pipeline pipeline =
        Pipeline.open(events, home, options.withLimits(limits), new JobHandler())) {
      pipeline.run();
      pipeline.table().forEach((key, value) -> table.put("" + key, "" + value));
      return new Expected(
          pipeline.published(),
          table,
          pipeline.missing().stream().map(dead -> dead.entry().offset()).sorted().toList());
    }
  }

  static Expected of(List<Arriving> history, JobSettings settings) {
    int[] at = {0};
    MemoryLog log =
        MemoryLog.uncompacted(
            () -> Instant.ofEpochMilli(history.get(at[0]++).appendTime()), MemoryLog.NO_ROLL);
    history.forEach(arriving -> log.append(arriving.event()));
    Map<String, String> named = new TreeMap<>();
    Expected expected = of(log, settings);
    expected.published.forEach((key, value) -> named.put(withoutEpoch(key), value));
    return new Expected(named, expected.table, expected.dead);
  }

  /** Two logs never have the same epochs. */
  static String withoutEpoch(String key) {
    return key.replaceAll("^(late|dead)\\|-?\\d+\\.", "$1|");
  }
}
