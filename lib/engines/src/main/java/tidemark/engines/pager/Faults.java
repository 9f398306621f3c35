package tidemark.engines.pager;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Makes a shop go wrong: lets it run well for a while, adds a harmless event that looks suspicious
 * if asked, puts the faults in, and lets their effects grow.
 */
final class Faults {
  private static final int HEALTHY_MINUTES = 25;
  private static final int SURGE = 3;
  private static final long BEHIND_MINUTES = 90;

  private final Shop shop;
  private final RandomGenerator random;

  Faults(Shop shop, RandomGenerator random) {
    this.shop = shop;
    this.random = random;
  }

  /** Chooses the incidents of a pager: a single one, or one of two pairs. */
  static List<Cause> chosen(RandomGenerator random) {
    List<Cause> all = List.of(Cause.values());
    int kind = random.nextInt(all.size() + 1);
    return kind < all.size()
        ? List.of(all.get(kind))
        : random.nextBoolean()
            ? List.of(Cause.POISON_STALL, Cause.SILENT_INPUT)
            : List.of(Cause.GROWING_BACKLOG, Cause.EVENT_TIME_LATENESS);
  }

  /**
   * Lets the shop run and go wrong, up to the minute in which the pager goes off; returns what is
   * wrong then.
   *
   * @param redHerring whether to add a harmless event that looks suspicious
   */
  List<Fault> begin(List<Cause> causes, boolean redHerring) throws Exception {
    shop.pass(HEALTHY_MINUTES);
    if (redHerring) {
      redHerring();
    }
    shop.pass(random.nextInt(1, 10));
    List<Fault> faults = causes.stream().map(this::fault).toList();
    shop.pass(causes.contains(Cause.RETENTION_GAP) ? 150 : random.nextInt(40, 60));
    if (causes.contains(Cause.RETENTION_GAP)) {
      shop.addConsumer(); // somebody found the consumer stopped, and started it again
      shop.pass(3);
    }
    return faults;
  }

  /** A harmless event that looks suspicious: a release, four busy minutes, or slow heartbeats. */
  private void redHerring() throws Exception {
    switch (random.nextInt(3)) {
      case 0 -> shop.change("billing " + version() + " rolled out");
      case 1 -> {
        shop.inputs().forEach(input -> input.rate = 2 * Shop.RATE);
        shop.pass(4); // more than usual, but not more than a consumer can take
        shop.inputs().forEach(input -> input.rate = Shop.RATE);
      }
      default -> {
        shop.log("WARN billing-1: a garbage collection took 1.9 s");
        shop.log("WARN billing-1: heartbeat response was slow, 2.1 s");
      }
    }
  }

  private String version() {
    return "4." + random.nextInt(10, 40);
  }

  private ShopInput anyInput() {
    return shop.inputs().get(random.nextInt(shop.inputs().size()));
  }

  private Fault fault(Cause cause) {
    return switch (cause) {
      case GROWING_BACKLOG -> random.nextBoolean() ? slowRelease() : surge();
      case STOPPED_CONSUMER -> stopped();
      case RETENTION_GAP -> retentionGap();
      case POISON_STALL -> poison();
      case EVENT_TIME_LATENESS -> late();
      case SILENT_INPUT -> silent();
    };
  }

  private Fault slowRelease() {
    shop.change("billing " + version() + " rolled out");
    shop.capacity = Shop.CAPACITY / SURGE;
    return new Fault(
        Cause.GROWING_BACKLOG,
        "since a release each consumer takes %d records a minute, and %d are written; rolling it back mends it"
            .formatted(shop.capacity, load()),
        () -> shop.capacity == Shop.CAPACITY);
  }

  private int load() {
    return shop.inputs().stream().mapToInt(input -> input.rate).sum();
  }

  private Fault surge() {
    shop.inputs().forEach(input -> input.rate = SURGE * Shop.RATE);
    return new Fault(
        Cause.GROWING_BACKLOG,
        "%d records a minute are written, and one consumer takes %d; more consumers mend it, up to one for each partition"
            .formatted(load(), Shop.CAPACITY),
        () -> shop.consumers().size() * shop.capacity >= load());
  }

  private Fault stopped() {
    boolean hangs = random.nextBoolean();
    if (hangs) {
      shop.consumers().forEach(consumer -> consumer.hung = true);
    } else {
      shop.stopConsumers();
    }
    return new Fault(
        Cause.STOPPED_CONSUMER,
        hangs
            ? "the consumer is in the group and does nothing; a restart mends it"
            : "no consumer runs; starting one mends it",
        () ->
            !shop.consumers().isEmpty()
                && shop.consumers().stream().noneMatch(consumer -> consumer.hung));
  }

  private Fault retentionGap() {
    shop.retentionMinutes = 90;
    shop.stopConsumers();
    return new Fault(
        Cause.RETENTION_GAP,
        "the consumer was stopped for longer than the 90 minutes that records are kept; its commits point at what is gone; going on at the start mends it, and what is lost stays lost",
        () -> shop.inputs().stream().allMatch(input -> shop.committed(input) >= shop.start(input)));
  }

  private Fault poison() {
    ShopInput input = anyInput();
    long offset = input.writePoison(Shop.TOPIC, shop.clock().millis());
    return new Fault(
        Cause.POISON_STALL,
        "the record at offset %d of %s cannot be decoded, and all behind it wait; making it a dead letter mends it"
            .formatted(offset, Shop.partition(input.partition())),
        () -> shop.isDeadLettered(input.partition(), offset));
  }

  private Fault late() {
    ShopInput input = anyInput();
    input.behindMinutes = BEHIND_MINUTES;
    return new Fault(
        Cause.EVENT_TIME_LATENESS,
        "the clock of %s runs %d minutes behind: its events are read at once, and are old by their own time; restarting that producer sets its clock"
            .formatted(input.name(), BEHIND_MINUTES),
        () -> input.behindMinutes == 0);
  }

  private Fault silent() {
    ShopInput input = anyInput();
    input.silent = true;
    return new Fault(
        Cause.SILENT_INPUT,
        "%s sends nothing, and the watermark waits for it; restarting that producer mends it, and declaring it idle only lets the others go on"
            .formatted(input.name()),
        () -> !input.silent);
  }
}
