package tidemark.engines.kafka;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;
import tidemark.diagnose.Sample;

/**
 * How the lag of a partition develops, as ranges. The measurements are split into at most {@value
 * #PARTS} parts of about equal duration, and each part has a rate of its own: the least and the
 * greatest rate are the range. One rate over all measurements would hide that a group catches up
 * now but fell behind before.
 *
 * @param growth by how many records a second the unread records grow; negative if they shrink;
 *     empty if they were counted fewer than two times
 * @param gap the time until retention reaches the next unread record; empty if retention does not
 *     remove by age, or the last measurement found no unread record, or not how old the next is
 */
record Outlook(TopicPartition partition, Optional<Range> growth, Optional<Gap> gap) {
  private static final int PARTS = 3;
  private static final double SECOND = 1000;

  /** A range of numbers; both ends are inclusive. */
  record Range(double least, double most) {}

  /**
   * The time until the next unread record may be removed, in ms. Kafka may remove it later, because
   * it removes whole segments, or earlier, if {@code retention.bytes} is set.
   *
   * @param ifStopped the time if nothing more is read from now on; 0 if the record may go at any
   *     moment
   * @param asItGoes the time if the group continues at the rates of the parts; infinite where the
   *     age of the next unread record does not grow; empty if its age was measured fewer than two
   *     times
   */
  record Gap(long ifStopped, Optional<Range> asItGoes) {}

  /**
   * Computes the ranges.
   *
   * @param seen at least one measurement, in order of time
   * @param kept for how long records are kept, in ms; empty if they are not removed by age
   */
  static Outlook of(TopicPartition partition, List<Sample> seen, OptionalLong kept) {
    Optional<Range> growth =
        rates(seen, sample -> sample.lag().recordsLeft())
            .map(each -> new Range(each.least * SECOND, each.most * SECOND));
    Sample last = seen.get(seen.size() - 1);
    // Where too many are left to be counted, the age of the next one is known all the same.
    boolean left = last.lag().recordsLeft().orElse(1) > 0 && last.lag().timeLag().isPresent();
    if (kept.isEmpty() || !left) {
      return new Outlook(partition, growth, Optional.empty());
    }
    long ifStopped = Math.max(0, kept.getAsLong() - last.lag().timeLag().getAsLong());
    Optional<Range> asItGoes =
        rates(seen, sample -> sample.lag().timeLag())
            .map(age -> new Range(until(ifStopped, age.most), until(ifStopped, age.least)));
    return new Outlook(partition, growth, Optional.of(new Gap(ifStopped, asItGoes)));
  }

  private static double until(long remaining, double rate) {
    return rate <= 0 ? Double.POSITIVE_INFINITY : remaining / rate;
  }

  /** The least and the greatest change per ms among the parts; empty if there is none. */
  private static Optional<Range> rates(List<Sample> seen, Function<Sample, OptionalLong> number) {
    List<Sample> known = seen.stream().filter(sample -> number.apply(sample).isPresent()).toList();
    if (known.size() < 2) {
      return Optional.empty();
    }
    long begin = known.get(0).now();
    long length = Math.max(1, known.get(known.size() - 1).now() - begin);
    List<Double> rates = new ArrayList<>();
    Sample from = known.get(0);
    for (int i = 1; i < known.size(); i++) {
      Sample sample = known.get(i);
      boolean isLast = i == known.size() - 1;
      boolean ends = (sample.now() - begin) * PARTS >= length * (rates.size() + 1);
      if ((ends || isLast) && sample.now() > from.now()) {
        double change = number.apply(sample).getAsLong() - (double) number.apply(from).getAsLong();
        rates.add(change / (sample.now() - from.now()));
        from = sample;
      }
    }
    return rates.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Range(
                rates.stream().mapToDouble(rate -> rate).min().orElse(0),
                rates.stream().mapToDouble(rate -> rate).max().orElse(0)));
  }

  /** The ranges as one line for people, with times in hours. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(partition.toString()).append(": left ");
    text.append(growth.map(Outlook::words).orElse("was counted once: look again"));
    gap.ifPresent(
        to -> {
          text.append("; retention gap in ")
              .append(hours((double) to.ifStopped))
              .append(" if it stops now");
          to.asItGoes.ifPresent(range -> text.append(", ").append(asItGoes(range)));
        });
    return text.toString();
  }

  private static String words(Range rate) {
    if (rate.least == 0 && rate.most == 0) {
      return "stays the same";
    }
    if (rate.least >= 0) {
      return String.format(
          Locale.ROOT, "grows by %.1f to %.1f records a second", rate.least, rate.most);
    }
    if (rate.most <= 0) {
      return String.format(
          Locale.ROOT, "shrinks by %.1f to %.1f records a second", -rate.most, -rate.least);
    }
    return String.format(
        Locale.ROOT,
        "shrinks by up to %.1f and grows by up to %.1f records a second",
        -rate.least,
        rate.most);
  }

  private static String asItGoes(Range time) {
    if (Double.isInfinite(time.least)) {
      return "never as it goes";
    }
    return Double.isInfinite(time.most)
        ? "in " + hours(time.least) + " or never as it goes"
        : "in " + hours(time.least) + " to " + hours(time.most) + " as it goes";
  }

  private static String hours(double millis) {
    return String.format(Locale.ROOT, "%.1f h", millis / 3_600_000);
  }
}
