package tidemark.engines.pager;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import tidemark.engines.kafka.GroupLag;
import tidemark.engines.kafka.LagReport;
import tidemark.time.EventTime;

/**
 * You are on call, and the pager has gone off. Look at the shop, say what you suspect, act, and
 * look again.
 *
 * <p>Each look and each action takes some minutes of the pager's clock, in which the shop goes on;
 * "free" means that it takes none. After the first look you must say a suspicion before more is
 * shown. You may change it at any time; a wrong one costs only the time. The pager is over when the
 * numbers have been good for {@value #GOOD_MINUTES} minutes in a row and every cause is gone. One
 * thread.
 *
 * <p>Each look but the first throws {@link IllegalStateException} while no suspicion was said; so
 * does any method that lets time pass if the broker does not answer.
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

  private final long night;
  private final Shop shop;
  private final List<Fault> faults;
  private final long pagedAt;
  private final List<String> diary = new ArrayList<>();
  private Set<Cause> suspectedFirst = EnumSet.noneOf(Cause.class);
  private Set<Cause> suspected = EnumSet.noneOf(Cause.class);
  private int looks;
  private int goodFor;
  private long overAt = -1;

  /**
   * A pager that has gone off.
   *
   * @param night the number by which {@link Incidents#next} made it
   */
  Pager(long night, Shop shop, List<Fault> faults) {
    this.night = night;
    this.shop = shop;
    this.faults = List.copyOf(faults);
    this.pagedAt = shop.minute();
  }

  /** The alarms that are on now, in the form of the page that woke you up. Free. */
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

  /** Looks at the group's lag: the table of {@link LagReport}. One minute. */
  public String lag() {
    look("lag", LOOK);
    try (GroupLag lag = GroupLag.of(shop.cluster(), Shop.GROUP, shop.clock())) {
      return LagReport.table(lag.measure(), List.of());
    }
  }

  /** Looks at the numbers of all minutes so far, to be drawn. One minute. */
  public PagerHistory history() {
    look("history", LOOK);
    return PagerHistory.of(shop.numbers());
  }

  /**
   * Looks at how old, by event time, the newest record read from each input is, and at the
   * watermarks. One minute.
   */
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

  /** Looks at the twelve newest lines of the consumers' log. Two minutes. */
  public List<String> logLines() {
    look("log lines", READ);
    List<String> all = shop.logLines();
    return List.copyOf(all.subList(Math.max(0, all.size() - LOG_LINES), all.size()));
  }

  /** Looks at what was rolled out, and when. One minute. */
  public List<String> changes() {
    look("changes", LOOK);
    return List.copyOf(shop.changes());
  }

  /**
   * Looks at a record in the topic. Two minutes, also if it is not there.
   *
   * @throws IllegalArgumentException if there is no such partition: then no time passes; or if the
   *     offset is below the start or not below the end
   */
  public String record(int partition, long offset) {
    ShopInput input = shop.inputOf(partition);
    look("record " + partition + "@" + offset, READ);
    ConsumerRecord<byte[], byte[]> record = shop.read(input, offset);
    return "%s@%d written %s, event time %s: %s"
        .formatted(
            Shop.partition(partition),
            record.offset(),
            behind(record.timestamp()),
            behind(ShopConsumer.eventTime(record)),
            ShopConsumer.text(record));
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
   * Says what you suspect, one incident or several, and the evidence for it. Free. The last
   * suspicion counts.
   *
   * @throws IllegalArgumentException if there is no evidence
   */
  public void suspect(String evidence, Cause cause, Cause... more) {
    if (evidence.isBlank()) {
      throw new IllegalArgumentException(
          "a suspicion must have evidence, evidence=\"\": say which number speaks for it");
    }
    suspected = EnumSet.of(cause, more);
    if (suspectedFirst.isEmpty()) {
      suspectedFirst = suspected;
    }
    note("suspected " + suspected + ": " + evidence);
  }

  /** Stops all consumers and starts the same number again, at least one. Five minutes. */
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

  /** Makes a record a dead letter: the consumers skip it from now on. Five minutes. */
  public void deadLetter(int partition, long offset) {
    shop.deadLetter(partition, offset);
    pass(ACT, "made " + partition + "@" + offset + " a dead letter");
  }

  /**
   * Moves the group to the start of each partition where its commit lies below the start. Five
   * minutes.
   */
  public void goOnAtStart() {
    for (ShopInput input : shop.inputs()) {
      if (shop.committed(input) < shop.start(input)) {
        shop.seek(input, shop.start(input));
      }
    }
    pass(ACT, "let the group go on at the start");
  }

  /**
   * Restarts the producer of an input, which also corrects the producer's clock. Five minutes.
   *
   * @param input {@code web}, {@code app} or {@code kiosk}
   * @throws IllegalArgumentException if it is none of these
   */
  public void restartProducer(String input) {
    ShopInput restarted = shop.input(input);
    restarted.silent = false;
    restarted.behindMinutes = 0;
    pass(ACT, "restarted the producer of " + input);
  }

  /**
   * Declares an input idle: the watermark does not wait for it until its next event. One minute.
   *
   * @param input {@code web}, {@code app} or {@code kiosk}
   * @throws IllegalArgumentException if it is none of these
   */
  public void declareIdle(String input) {
    shop.watermarks().declareIdle(shop.input(input).partition());
    pass(LOOK, "declared " + input + " idle");
  }

  /**
   * Lets minutes pass.
   *
   * @param minutes 1 to 120, both inclusive
   * @throws IllegalArgumentException if it is not
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

  /**
   * Whether the pager is over: the numbers have recovered, and every cause is gone. Once true, it
   * stays true. Free.
   */
  public boolean isOver() {
    return overAt >= 0;
  }

  /** The result so far, with what was wrong in it. Free. */
  public PagerResult result() {
    Set<Cause> truth = truth();
    long end = isOver() ? overAt : shop.minute();
    return new PagerResult(isOver(), end - pagedAt, truth.equals(suspected), truth, diary);
  }

  private Set<Cause> truth() {
    Set<Cause> truth = EnumSet.noneOf(Cause.class);
    faults.forEach(fault -> truth.add(fault.cause()));
    return truth;
  }

  /**
   * The code of this night, which only a pager tells that is over: it says how you named what was
   * wrong. The same for everybody who did it so. Free.
   *
   * @throws IllegalStateException if the pager is not over
   */
  public String code() {
    requireOver("the code is told");
    return ClosingCode.of(night, truth(), suspectedFirst, suspected);
  }

  private void requireOver(String what) {
    if (!isOver()) {
      throw new IllegalStateException(
          "a pager must be over before %s, minutes=%d: the numbers must recover, and the cause must be gone"
              .formatted(what, result().minutes()));
    }
  }

  /**
   * A text that says what was wrong, what you looked at and did, and where to read about a similar
   * incident. Free.
   *
   * @throws IllegalStateException if the pager is not over
   */
  public String debrief() {
    requireOver("the truth is told");
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
    text.append("The code of this night: ").append(code()).append('\n');
    text.append("One like it, in public\n");
    faults.forEach(fault -> text.append("  ").append(fault.cause().report()).append('\n'));
    return text.toString();
  }

  /** Stops the broker, the producers and the consumers. */
  @Override
  public void close() {
    shop.close();
  }
}
