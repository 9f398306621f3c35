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
 * What several measurements of one group show together: for each partition the findings of {@code
 * tidemark.diagnose}, and one more, <i>abandoned</i>: nobody is assigned to the partition, but
 * members read others. One thread.
 *
 * <p>Attempts cannot be seen from outside the consumer. One that tries the same record again and
 * again looks like one that does nothing; the evidence says whether a member is assigned.
 */
public final class GroupWatch {
  /** How many measurements are kept for each partition. */
  private static final int KEPT = 360;

  private final Thresholds thresholds;
  private final Map<TopicPartition, List<Sample>> samples = new HashMap<>();

  /** A watch that has seen no measurement yet. */
  public GroupWatch(Thresholds thresholds) {
    this.thresholds = thresholds;
  }

  /**
   * What was found about one partition.
   *
   * @param name the incident, in lower-case words
   * @param evidence a sentence with the numbers that show it
   */
  public record Found(TopicPartition partition, String name, String evidence) {}

  /**
   * Adds a measurement, and returns what all that are kept show, in order of topic and partition;
   * nothing for a partition that is healthy or could not be measured.
   */
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
      samples.remove(partition); // another log: what was seen of the old one says nothing about it
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

  /** The name of a finding's class in words: "stopped consumer" for {@code StoppedConsumer}. */
  private static String name(Finding finding) {
    return finding
        .getClass()
        .getSimpleName()
        .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
        .toLowerCase(Locale.ROOT);
  }

  /**
   * How the lag of each partition develops, in order of topic and number.
   *
   * @param kept for how long each topic keeps records, in ms; empty, or no entry, if it does not
   *     remove them by age
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
