package tidemark.engines.kafka;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.kafka.common.TopicPartition;
import tidemark.diagnose.Diagnosis;
import tidemark.diagnose.Finding;
import tidemark.diagnose.Sample;
import tidemark.diagnose.Thresholds;
import tidemark.engines.kafka.GroupLag.Moment;
import tidemark.engines.kafka.PartitionLag.Flag;
import tidemark.engines.kafka.PartitionLag.Numbers;

/**
 * What several looks at one group show together: the findings of {@code tidemark.diagnose} for each
 * partition, and one more, <i>abandoned</i>. One thread.
 *
 * <p>From outside nobody sees attempts. A consumer that tries one record again and again looks as
 * one that does nothing; the evidence says whether anybody is assigned.
 */
public final class GroupWatch {
  /** So many looks are kept. */
  private static final int KEPT = 360;

  private final Thresholds thresholds;
  private final Map<TopicPartition, List<Sample>> samples = new HashMap<>();

  /** Sees nothing yet. */
  public GroupWatch(Thresholds thresholds) {
    this.thresholds = thresholds;
  }

  /**
   * What was found of one partition.
   *
   * @param name of the incident, in words
   * @param evidence the numbers that show it, as a sentence
   */
  public record Found(TopicPartition partition, String name, String evidence) {}

  /** Adds a look, and gives what all of them show, in the order of topic and partition. */
  public List<Found> see(Moment moment) {
    List<Found> found = new ArrayList<>();
    for (PartitionLag lag : moment.partitions()) {
      lag.numbers().ifPresent(numbers -> judge(moment, lag, numbers, found));
    }
    return found;
  }

  private void judge(Moment moment, PartitionLag lag, Numbers numbers, List<Found> found) {
    TopicPartition partition = lag.partition();
    if (lag.is(Flag.TOPIC_REPLACED)) {
      samples.remove(partition); // another log: what was seen of the first one says nothing of it
    }
    List<Sample> seen = samples.computeIfAbsent(partition, none -> new ArrayList<>());
    seen.add(Sample.of(moment.now(), numbers.lag(), 0));
    if (seen.size() > KEPT) {
      seen.remove(0);
    }
    if (abandoned(moment, lag, numbers)) {
      found.add(
          new Found(
              partition,
              "abandoned",
              "the group committed %d here, others of its partitions are read, and nobody is assigned to this one"
                  .formatted(numbers.lag().committed().orElse(0))));
      return;
    }
    for (Finding finding : Diagnosis.of(seen, thresholds)) {
      if (!(finding instanceof Finding.Healthy)) {
        found.add(new Found(partition, name(finding), finding.evidence() + who(lag, finding)));
      }
    }
  }

  private static boolean abandoned(Moment moment, PartitionLag lag, Numbers numbers) {
    return numbers.lag().committed().isPresent() && lag.member().isEmpty() && moment.alive();
  }

  private static String who(PartitionLag lag, Finding finding) {
    if (!(finding instanceof Finding.StoppedConsumer)) {
      return "";
    }
    return lag.member()
        .map(member -> "; " + member + " is assigned: it may be stuck at that record")
        .orElse("; nobody is assigned");
  }

  /** {@code StoppedConsumer} as "stopped consumer". */
  private static String name(Finding finding) {
    return finding
        .getClass()
        .getSimpleName()
        .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
        .toLowerCase(Locale.ROOT);
  }

  /**
   * Where each partition is going, in the order of topic and number.
   *
   * @param kept by topic for how long records are kept, in ms; empty, or not in it, for ever
   */
  List<Outlook> outlook(Map<String, OptionalLong> kept) {
    return samples.keySet().stream()
        .sorted(
            Comparator.comparing(TopicPartition::topic).thenComparing(TopicPartition::partition))
        .map(
            partition ->
                Outlook.of(
                    partition,
                    samples.getOrDefault(partition, List.of()),
                    kept.getOrDefault(partition.topic(), OptionalLong.empty())))
        .toList();
  }
}
