package tidemark.engines.kafka;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tidemark.engines.kafka.GroupLag.Moment;

/** Several measurements of one group, to be drawn over time. One thread. */
public final class LagHistory {
  private final List<Long> times = new ArrayList<>();
  private final Map<String, List<@Nullable Long>> lags = new TreeMap<>();

  /** Adds a measurement. */
  public void add(Moment moment) {
    Set<String> unseen = new HashSet<>(lags.keySet());
    for (PartitionLag lag : moment.partitions()) {
      String name = lag.partition().toString();
      OptionalLong positions =
          lag.numbers().map(numbers -> numbers.lag().offsetLag()).orElse(OptionalLong.empty());
      of(name).add(positions.isPresent() ? positions.getAsLong() : null);
      unseen.remove(name);
    }
    unseen.forEach(name -> of(name).add(null));
    times.add(moment.now());
  }

  /** The numbers of a partition; a new one gets null for each measurement before. */
  private List<@Nullable Long> of(String partition) {
    return lags.computeIfAbsent(
        partition,
        none -> {
          List<@Nullable Long> before = new ArrayList<>();
          times.forEach(time -> before.add(null));
          return before;
        });
  }

  /** When each measurement was, in seconds after the first one. */
  public List<Double> seconds() {
    return times.stream().map(time -> (time - times.get(0)) / 1000.0).toList();
  }

  /** For each partition its offset lag at each measurement; null where it was not known. */
  public Map<String, List<@Nullable Long>> offsetLags() {
    return new TreeMap<>(lags);
  }
}
