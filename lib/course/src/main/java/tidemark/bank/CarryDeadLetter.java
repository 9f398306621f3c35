package tidemark.bank;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import tidemark.check.MethodExercise;
import tidemark.check.Trap;
import tidemark.deadletter.ReplayPolicy;
import tidemark.exercise.PoisonException;
import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.Header;

/**
 * {@code Event deadLetter(String partition, Entry entry, Exception failure, int attempts)}: the
 * entry's event with more headers after its own, and nothing else changed. Unless it has an {@code
 * origin} already: {@code origin} (partition@offset) and {@code appended} (the append time).
 * Always: {@code failure} (the class), {@code message}, {@code attempts}, and {@code replay}, which
 * is by hand after a {@link PoisonException}, else after the fix.
 */
final class CarryDeadLetter
    implements MethodExercise<CarryDeadLetter.Answer, CarryDeadLetter.Flag> {
  interface Answer {
    Event deadLetter(String partition, Entry entry, Exception failure, int attempts)
        throws Exception;
  }

  enum Flag {
    @Trap("drops the value, which a repaired reader will need")
    VALUE_LOST,
    @Trap("writes null for a value that is no text, so that nothing is left to repair")
    NULL_FOR_UNREADABLE,
    @Trap("reads the value as text and writes it again, which changes bytes that are not text")
    AS_TEXT,
    @Trap("writes an empty value for null, so that a delete is no longer a delete")
    EMPTY_FOR_NULL,
    @Trap("turns an empty value into null, which a replay takes for a delete")
    NULL_FOR_EMPTY,
    @Trap("drops the key")
    KEY_LOST,
    @Trap("drops the record's own headers")
    HEADERS_LOST,
    @Trap("keeps the record's headers in a map, where the last of those with one name is left")
    HEADERS_IN_A_MAP,
    @Trap("drops the event time")
    EVENT_TIME_LOST,
    @Trap("does not say where the record comes from")
    ORIGIN_LOST,
    @Trap("names the offset after the record's own as its origin")
    ORIGIN_IS_NEXT,
    @Trap("replaces the first origin of a dead letter that fails again by the place it has now")
    ORIGIN_REPLACED,
    @Trap("gives a dead letter that fails again a second origin")
    ORIGIN_AGAIN,
    @Trap("mixes the failure's class and message in one header, so that nobody can group by class")
    CLASS_AND_MESSAGE,
    @Trap("does not say who may replay it, so that somebody will guess")
    REPLAY_LOST,
    @Trap("lets a program replay what a person must look at first")
    ALWAYS_AFTER_FIX,
    @Trap(value = "puts the new headers in front of the record's own", alone = true)
    OWN_HEADERS_LAST,
    @Trap(value = "gives the dead letter the append time as its event time", alone = true)
    APPEND_FOR_EVENT_TIME,
    @Trap(value = "writes the event time into the header for the append time", alone = true)
    EVENT_FOR_APPEND_TIME,
    @Trap(value = "writes an empty key for null", alone = true)
    EMPTY_KEY,
    @Trap(value = "writes another sign than @ between partition and offset", alone = true)
    COLON,
    @Trap(value = "names the partition as the origin, without the offset", alone = true)
    PARTITION_ONLY,
    @Trap(
        value = "writes the append time before the origin, where the order is given",
        alone = true)
    APPENDED_FIRST,
    @Trap(value = "does not say when the record was appended", alone = true)
    APPENDED_LOST,
    @Trap(value = "adds the append time again to a dead letter that fails again", alone = true)
    APPENDED_AGAIN,
    @Trap(
        value = "takes any header of the record for an origin, so that a traced record gets none",
        alone = true)
    ANY_HEADER_IS_ORIGIN,
    @Trap(value = "gives the failure's class without its package", alone = true)
    SIMPLE_NAME,
    @Trap(value = "writes the failure's message where its class is asked for", alone = true)
    MESSAGE_FOR_CLASS,
    @Trap(
        value = "repeats the failure's class in the message (toString for getMessage)",
        alone = true)
    CLASS_IN_MESSAGE,
    @Trap(value = "does not say which class the failure has", alone = true)
    FAILURE_LOST,
    @Trap(value = "leaves out the failure's message", alone = true)
    MESSAGE_LOST,
    @Trap(value = "does not say how many attempts were made", alone = true)
    ATTEMPTS_LOST,
    @Trap(value = "counts one attempt more than were made", alone = true)
    ONE_ATTEMPT_MORE,
    @Trap(value = "has BY_HAND and AFTER_FIX the wrong way round", alone = true)
    REPLAY_TURNED_ROUND,
    @Trap(
        value = "leaves every dead letter to a person, even where only the reader was at fault",
        alone = true)
    ALWAYS_BY_HAND,
    @Trap(value = "adds headers to the event's own list, which cannot be changed", alone = true)
    ADDS_TO_THE_EVENT
  }

  @Override
  public Declaration<Answer, Flag> declaration() {
    return new Declaration<>("02-what-it-carries", 2, Answer.class, Flag.class);
  }

  @Override
  public Answer model(Set<Flag> flags) {
    Optional<Flag> slip = MethodExercise.alone(flags);
    if (slip.isPresent()) {
      return CarrySlips.model(slip.get());
    }
    return (partition, entry, failure, attempts) -> {
      Event event = entry.event();
      Event letter =
          new Event(
              flags.contains(Flag.KEY_LOST) ? null : event.key(),
              value(event.value(), flags),
              flags.contains(Flag.EVENT_TIME_LOST) ? 0 : event.eventTime(),
              headers(event.headers(), flags));
      boolean again = event.headers().stream().anyMatch(header -> header.name().equals("origin"));
      boolean replaced = flags.contains(Flag.ORIGIN_REPLACED) && !flags.contains(Flag.HEADERS_LOST);
      boolean anew = flags.contains(Flag.ORIGIN_AGAIN) || replaced;
      if (!flags.contains(Flag.ORIGIN_LOST) && (!again || anew)) {
        long offset = entry.offset() + (flags.contains(Flag.ORIGIN_IS_NEXT) ? 1 : 0);
        letter =
            letter
                .withHeader("origin", Bytes.text(partition + "@" + offset))
                .withHeader("appended", Bytes.text("" + entry.appendTime()));
      }
      boolean mixed = flags.contains(Flag.CLASS_AND_MESSAGE);
      letter =
          letter
              .withHeader(
                  "failure", Bytes.text(mixed ? "" + failure : failure.getClass().getName()))
              .withHeader("message", Bytes.text("" + failure.getMessage()))
              .withHeader("attempts", Bytes.text("" + attempts));
      ReplayPolicy replay =
          failure instanceof PoisonException && !flags.contains(Flag.ALWAYS_AFTER_FIX)
              ? ReplayPolicy.BY_HAND
              : ReplayPolicy.AFTER_FIX;
      return flags.contains(Flag.REPLAY_LOST)
          ? letter
          : letter.withHeader("replay", Bytes.text(replay.name()));
    };
  }

  private static List<Header> headers(List<Header> headers, Set<Flag> flags) {
    if (flags.contains(Flag.HEADERS_LOST)) {
      return List.of();
    }
    List<Header> kept = new ArrayList<>(headers);
    if (flags.contains(Flag.ORIGIN_REPLACED) && !flags.contains(Flag.ORIGIN_LOST)) {
      kept.removeIf(header -> Set.of("origin", "appended").contains(header.name()));
    }
    if (flags.contains(Flag.HEADERS_IN_A_MAP)) {
      Map<String, Header> byName = new LinkedHashMap<>();
      kept.forEach(header -> byName.put(header.name(), header));
      return List.copyOf(byName.values());
    }
    return kept;
  }

  private static @Nullable Bytes value(@Nullable Bytes value, Set<Flag> flags) {
    if (value == null) {
      return flags.contains(Flag.EMPTY_FOR_NULL) ? Bytes.of() : null;
    }
    boolean empty = flags.contains(Flag.NULL_FOR_EMPTY) && value.toByteArray().length == 0;
    if (empty || flags.contains(Flag.VALUE_LOST)) {
      return null;
    }
    Bytes asText = Bytes.text(new String(value.toByteArray(), StandardCharsets.UTF_8));
    if (flags.contains(Flag.NULL_FOR_UNREADABLE) && !asText.equals(value)) {
      return null;
    }
    return flags.contains(Flag.AS_TEXT) ? asText : value;
  }

  @Override
  public List<List<Object>> examples() {
    Bytes broken = Bytes.of((byte) 0x7B, (byte) 0x00, (byte) 0xFF);
    Event poison = new Event(Bytes.text("N123"), broken, 900, List.of());
    Event traced = poison.withHeader("trace", Bytes.text("t-7"));
    Event again =
        traced.withHeader("origin", Bytes.text("orders-2@41")).withHeader("appended", null);
    Event delete = new Event(Bytes.text("N123"), null, 900, List.of());
    return List.of(
        List.of("orders-2", new Entry(41, 1000, poison), new PoisonException("no air time"), 3),
        List.of("orders-2", new Entry(41, 1000, traced), new PoisonException("no air time"), 3),
        List.of("dead-0", new Entry(7, 2000, again), new PoisonException("no air time"), 1),
        List.of("orders-2", new Entry(42, 1001, delete), new PoisonException("no such key"), 3));
  }

  @Override
  public List<Object> probe(RandomGenerator random, int size) {
    byte[] bytes = new byte[random.nextInt(size + 1)];
    random.nextBytes(bytes);
    List<Header> headers = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      headers.add(new Header("trace", Bytes.text("t-" + random.nextInt(9))));
    }
    if (random.nextInt(4) == 0) {
      headers.add(new Header("origin", Bytes.text("orders-1@" + random.nextInt(9))));
      headers.add(new Header("appended", Bytes.text("" + random.nextInt(999))));
    }
    Bytes value = random.nextInt(4) == 0 ? null : Bytes.of(bytes);
    Bytes key = random.nextInt(5) == 0 ? null : Bytes.text("k" + random.nextInt(9));
    Event event = new Event(key, value, Reach.time(random) + random.nextLong(2000), headers);
    Exception failure =
        random.nextBoolean()
            ? new PoisonException("no air time")
            : new IllegalStateException("negative");
    return List.of(
        "orders-" + random.nextInt(4),
        new Entry(
            Reach.offset(random) + random.nextLong(99),
            Reach.offset(random) + random.nextLong(2000),
            event),
        failure,
        1 + random.nextInt(300));
  }

  @Override
  public List<Twins<Flag>> twins() {
    List<Twins<Flag>> twins =
        MethodExercise.onlyTheFirstActs(
            "a lost value is not changed", Flag.VALUE_LOST, Flag.AS_TEXT);
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "a lost value is not changed", Flag.VALUE_LOST, Flag.NULL_FOR_EMPTY));
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "a lost value is not changed", Flag.VALUE_LOST, Flag.NULL_FOR_UNREADABLE));
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "what is text comes through as text unchanged",
            Flag.NULL_FOR_UNREADABLE,
            Flag.AS_TEXT));
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "lost headers are in no map", Flag.HEADERS_LOST, Flag.HEADERS_IN_A_MAP));
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "who names no origin names no wrong one", Flag.ORIGIN_LOST, Flag.ORIGIN_IS_NEXT));
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "who names no origin replaces none", Flag.ORIGIN_LOST, Flag.ORIGIN_REPLACED));
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "where the first origin is gone, the other is no second one",
            Flag.ORIGIN_REPLACED,
            Flag.ORIGIN_AGAIN));
    twins.add(
        new Twins<>(
            Set.of(Flag.HEADERS_LOST, Flag.ORIGIN_REPLACED),
            Set.of(Flag.HEADERS_LOST),
            "among lost headers there is no first origin to be replaced"));
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "who names no origin names no second one", Flag.ORIGIN_LOST, Flag.ORIGIN_AGAIN));
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "a policy that is not there is not the wrong one",
            Flag.REPLAY_LOST,
            Flag.ALWAYS_AFTER_FIX));
    return twins;
  }
}
