package tidemark.engines.pager;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import tidemark.engines.kafka.GroupLag;
import tidemark.engines.kafka.LagReport;
import tidemark.time.EventTime;

/**
 * You are on call, and the pager has gone off. Look, say what you suspect, act, and look again.
 *
 * <p>Each look and each action takes minutes of the pager's clock, and nothing stands still
 * meanwhile. After the first look a suspicion must be said before more is shown; it may be changed
 * at any time, and a wrong one costs nothing but the time. It is over when the numbers have been
 * good for {@value #GOOD_MINUTES} minutes and every cause is gone. One thread.
 */
public final class Pager implements AutoCloseable {
  static final int GOOD_MINUTES = 3;
  private static final int LOOK = 1;
  private static final int READ = 2;
  private static final int ACT = 5;
  private static final int DEPLOY = 10;
  private static final int LOG_LINES = 12;
  private static final long MANY_LEFT = 150;
  private static final long LONG_DELAY = 15;

  private final Shop shop;
  private final List<Fault> faults;
  private final long pagedAt;
  private final List<String> diary = new ArrayList<>();
  private Set<Cause> suspected = EnumSet.noneOf(Cause.class);
  private int looks;
  private int goodFor;
  private long overAt = -1;

  Pager(Shop shop, List<Fault> faults) {
    this.shop = shop;
    this.faults = List.copyOf(faults);
    this.pagedAt = shop.minute();
  }

  /** What woke you up. Free. */
  public String page() {
    Shop.Numbers last = last();
    StringJoiner alarms = new StringJoiner("; ");
    last.left()
        .forEach(
            (input, left) -> {
              if (left > MANY_LEFT) {
                alarms.add("billing has " + left + " orders of " + input + " left to read");
              }
            });
    if (last.watermarkDelay() > LONG_DELAY) {
      alarms.add("the watermark of billing is " + last.watermarkDelay() + " minutes behind");
    }
    return shop.time() + " ALARM " + alarms;
  }

  private Shop.Numbers last() {
    return shop.numbers().get(shop.numbers().size() - 1);
  }

  /** The group's lag, as the library's command shows it. One minute. */
  public String lag() {
    look("lag", LOOK);
    try (GroupLag lag = GroupLag.of(shop.cluster(), Shop.GROUP, shop.clock())) {
      return LagReport.table(lag.measure(), List.of());
    }
  }

  /** The numbers of all minutes so far, to draw. One minute. */
  public PagerHistory history() {
    look("history", LOOK);
    return PagerHistory.of(shop.numbers());
  }

  /** What was read last of each input, by event time. One minute. */
  public String inputs() {
    look("inputs", LOOK);
    StringBuilder text =
        new StringBuilder(
            "now " + shop.time() + ", watermark " + behind(shop.watermarks().watermark()) + "\n");
    for (ShopInput input : shop.inputs()) {
      text.append(
          "%-6s last read written %s, its own watermark %s%s%n"
              .formatted(
                  input.name(),
                  behind(shop.watermarks().heardAt(input.partition())),
                  behind(shop.watermarks().mark(input.partition())),
                  shop.watermarks().isIdle(input.partition()) ? ", idle" : ""));
    }
    return text.toString();
  }

  private String behind(long time) {
    return time == EventTime.NEGATIVE_INFINITY
        ? "never"
        : (shop.clock().millis() - time) / Shop.MINUTE + " min ago";
  }

  /** The newest lines of the consumers' log. Two minutes. */
  public List<String> logLines() {
    look("log lines", READ);
    List<String> all = shop.logLines();
    return List.copyOf(all.subList(Math.max(0, all.size() - LOG_LINES), all.size()));
  }

  /** What was rolled out, and when. One minute. */
  public List<String> changes() {
    look("changes", LOOK);
    return List.copyOf(shop.changes());
  }

  /**
   * A record as it stands in the topic, by partition and offset. Two minutes.
   *
   * @throws IllegalArgumentException if there is none
   */
  public String record(int partition, long offset) {
    look("record " + partition + "@" + offset, READ);
    TopicPartition place = Shop.partition(partition);
    try (KafkaConsumer<byte[], byte[]> consumer =
        new KafkaConsumer<>(
            Map.of(
                "bootstrap.servers",
                shop.cluster().bootstrapServers(),
                "auto.offset.reset",
                "earliest"),
            new ByteArrayDeserializer(),
            new ByteArrayDeserializer())) {
      consumer.assign(List.of(place));
      consumer.seek(place, offset);
      for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(5))) {
        return "%s@%d written %s, event time %s: %s"
            .formatted(
                place,
                record.offset(),
                behind(record.timestamp()),
                behind(ShopConsumer.eventTime(record)),
                ShopConsumer.text(record));
      }
    }
    throw new IllegalArgumentException(
        "a record must be there to be read, partition=" + partition + ", offset=" + offset);
  }

  private void look(String what, int minutes) {
    if (looks > 0 && suspected.isEmpty()) {
      throw new IllegalStateException(
          "a suspicion must be said before more is shown, looks="
              + looks
              + ": call suspect(\"your evidence\", Cause.…); you may change it later");
    }
    looks++;
    pass(minutes, "looked at " + what);
  }

  /**
   * Says what you suspect, one incident or several, and what speaks for it. Free; the last one
   * counts.
   *
   * @throws IllegalArgumentException if there is no evidence
   */
  public void suspect(String evidence, Cause cause, Cause... more) {
    if (evidence.isBlank()) {
      throw new IllegalArgumentException(
          "a suspicion must have evidence, evidence=\"\": say which number speaks for it");
    }
    suspected = EnumSet.of(cause, more);
    note("suspected " + suspected + ": " + evidence);
  }

  /** Ends all consumers and starts as many, at least one. Five minutes. */
  public void restartConsumers() {
    shop.restartConsumers();
    pass(ACT, "restarted the consumers");
  }

  /** Starts one more consumer. Five minutes. */
  public void addConsumer() {
    shop.addConsumer();
    pass(ACT, "added a consumer");
  }

  /** Rolls the consumers back to the release before the last one. Ten minutes. */
  public void rollBack() {
    shop.capacity = Shop.CAPACITY;
    pass(DEPLOY, "rolled back");
  }

  /** Makes a record a dead letter: it is kept elsewhere, and skipped. Five minutes. */
  public void deadLetter(int partition, long offset) {
    shop.deadLetter(partition, offset);
    pass(ACT, "made " + partition + "@" + offset + " a dead letter");
  }

  /** Lets the group go on at the start of each partition that it has not reached. Five minutes. */
  public void goOnAtStart() {
    for (ShopInput input : shop.inputs()) {
      if (shop.committed(input) < shop.start(input)) {
        shop.seek(input, shop.start(input));
      }
    }
    pass(ACT, "let the group go on at the start");
  }

  /** Restarts the producer of an input, which also sets its clock. Five minutes. */
  public void restartProducer(String input) {
    ShopInput restarted = shop.input(input);
    restarted.silent = false;
    restarted.behindMinutes = 0;
    pass(ACT, "restarted the producer of " + input);
  }

  /** Declares an input idle: the watermark does not wait for it until it speaks. One minute. */
  public void declareIdle(String input) {
    shop.watermarks().declareIdle(shop.input(input).partition());
    pass(LOOK, "declared " + input + " idle");
  }

  /**
   * Waits.
   *
   * @param minutes 1 to 120
   */
  public void waitMinutes(int minutes) {
    if (minutes < 1 || minutes > 120) {
      throw new IllegalArgumentException(
          "a wait must be 1 to 120 minutes, minutes=" + minutes + ": wait again for more");
    }
    pass(minutes, "waited " + minutes + " minutes");
  }

  private void pass(int minutes, String what) {
    note(what);
    try {
      for (int i = 0; i < minutes; i++) {
        shop.pass(1);
        goodFor = isGood() ? goodFor + 1 : 0;
        if (overAt < 0 && goodFor >= GOOD_MINUTES && causesAreGone()) {
          overAt = shop.minute();
          note("over");
        }
      }
    } catch (Exception failed) {
      throw new IllegalStateException("the pager's broker must answer: " + failed, failed);
    }
  }

  private void note(String what) {
    diary.add(shop.time() + " " + what);
  }

  private boolean isGood() {
    return last().watermarkDelay() <= LONG_DELAY
        && last().left().values().stream().allMatch(left -> left <= MANY_LEFT);
  }

  private boolean causesAreGone() {
    return faults.stream().allMatch(fault -> fault.isGone().getAsBoolean());
  }

  /** Whether the numbers have recovered and every cause is gone. Free. */
  public boolean isOver() {
    return overAt >= 0;
  }

  /** How it stands. Free. */
  public PagerResult result() {
    EnumSet<Cause> truth = EnumSet.noneOf(Cause.class);
    faults.forEach(fault -> truth.add(fault.cause()));
    long end = isOver() ? overAt : shop.minute();
    return new PagerResult(isOver(), end - pagedAt, truth.equals(suspected), truth, diary);
  }

  /**
   * What was wrong, beside what you looked at and did, and a public report of one like it.
   *
   * @throws IllegalStateException before it is over
   */
  public String debrief() {
    if (!isOver()) {
      throw new IllegalStateException(
          "a pager must be over before the truth is told, minutes="
              + result().minutes()
              + ": the numbers must recover, and the cause must be gone");
    }
    StringBuilder text = new StringBuilder("What was wrong\n");
    faults.forEach(
        fault ->
            text.append("  ")
                .append(fault.cause())
                .append(": ")
                .append(fault.truth())
                .append('\n'));
    text.append("What you did, in ").append(result().minutes()).append(" minutes\n");
    diary.forEach(line -> text.append("  ").append(line).append('\n'));
    text.append(result().named() ? "You named it.\n" : "Your last suspicion was another one.\n");
    text.append("One like it, in public\n");
    faults.forEach(fault -> text.append("  ").append(fault.cause().report()).append('\n'));
    return text.toString();
  }

  /** Ends the broker and all that ran on it. */
  @Override
  public void close() {
    shop.close();
  }
}
