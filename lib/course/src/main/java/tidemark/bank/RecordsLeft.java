package tidemark.bank;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import tidemark.check.MethodExercise;
import tidemark.check.Trap;
import tidemark.exercise.KeyedRecord;

/**
 * {@code long recordsLeft(List<Long> survivors, long end, long committed)}: how many of the
 * surviving offsets lie in [committed, end). Records that were appended after {@code end} was read
 * are among the survivors too.
 */
final class RecordsLeft implements MethodExercise<RecordsLeft.Answer, RecordsLeft.Flag> {
  interface Answer {
    long recordsLeft(List<Long> survivors, long end, long committed) throws Exception;
  }

  enum Flag {
    @Trap("gives the distance in offsets, not the number of records")
    DISTANCE,
    @Trap("leaves out the record at the committed offset, which is the next one to read")
    LAST_FOR_NEXT,
    @Trap("also counts the records that were read already")
    COUNTS_ALL,
    @Trap("counts a record at the end offset, which is not yet part of the log asked for")
    CLOSED_END,
    @Trap("also counts every record after the end offset")
    IGNORES_THE_END,
    @Trap(
        "looks the committed offset up among the survivors, and starts at the front when it is in a hole")
    LOST_IN_A_HOLE,
    @Trap("gives 0 where the committed offset lies in a hole, as if nothing were left")
    NOTHING_IN_A_HOLE,
    @Trap(
        value =
            "subtracts the committed offset from the number of survivors, an offset from a number of records",
        alone = true)
    SIZE_MINUS_COMMITTED,
    @Trap(
        value = "subtracts indexOf(committed) from the number of survivors: in a hole that is −1",
        alone = true)
    SIZE_MINUS_INDEX,
    @Trap(
        value =
            "compares the place of a record in the list with the two offsets, not its own offset",
        alone = true)
    PLACES_FOR_OFFSETS,
    @Trap(
        value =
            "stops only at a record that stands exactly at the end offset, and counts on if there is none",
        alone = true)
    STOPS_AT_THE_VERY_END,
    @Trap(
        value = "counts the records that were read already, and not those that are left",
        alone = true)
    READ_ALREADY,
    @Trap(
        value =
            "adds one for the record at the committed offset, although there may be none in that place",
        alone = true)
    ADDS_ONE
  }

  @Override
  public Declaration<Answer, Flag> declaration() {
    return new Declaration<>("01-records-left", 3, Answer.class, Flag.class);
  }

  @Override
  public Answer model(Set<Flag> flags) {
    Optional<Flag> slip = MethodExercise.alone(flags);
    if (slip.isPresent()) {
      return RecordsLeftSlips.model(slip.get());
    }
    return (survivors, end, committed) -> {
      long from = committed + (flags.contains(Flag.LAST_FOR_NEXT) ? 1 : 0);
      if (flags.contains(Flag.DISTANCE)) {
        return Math.max(0, end - from + (flags.contains(Flag.CLOSED_END) ? 1 : 0));
      }
      if (flags.contains(Flag.NOTHING_IN_A_HOLE) && !survivors.contains(committed)) {
        return 0;
      }
      boolean all =
          flags.contains(Flag.COUNTS_ALL)
              || (flags.contains(Flag.LOST_IN_A_HOLE) && !survivors.contains(committed));
      long last = end - (flags.contains(Flag.CLOSED_END) ? 0 : 1);
      return survivors.stream()
          .filter(offset -> all || offset >= from)
          .filter(offset -> flags.contains(Flag.IGNORES_THE_END) || offset <= last)
          .count();
    };
  }

  @Override
  public List<List<Object>> examples() {
    return List.of(
        List.of(List.of(0L, 5L, 9L), 10L, 1L),
        List.of(List.of(0L, 5L, 9L), 10L, 5L),
        List.of(List.of(), 10L, 0L),
        List.of(List.of((1L << 31) - 1, (1L << 31) + 1), (1L << 31) + 2, (1L << 31) - 1));
  }

  @Override
  public List<Object> probe(RandomGenerator random, int size) {
    List<Long> survivors = new ArrayList<>();
    long base = Reach.offset(random);
    long length = 2 + random.nextLong(4L * size);
    for (long offset = base; offset < base + length; offset++) {
      if (random.nextInt(5) < 3) {
        survivors.add(offset);
      }
    }
    long end = length - random.nextLong(Math.min(length, 3));
    return List.of(survivors, base + end, base + random.nextLong(end + 1));
  }

  @Override
  @SuppressWarnings("unchecked") // The signature says this type.
  public String picture(List<Object> arguments) {
    List<Long> survivors = (List<Long>) arguments.get(0);
    return Pictures.tape(survivors.stream().map(offset -> new KeyedRecord(offset, "r", 1)).toList())
        .committed((long) arguments.get(2))
        .mark("end asked for", (long) arguments.get(1))
        .html();
  }

  @Override
  public List<Twins<Flag>> twins() {
    String distance = "a distance in offsets does not look at the records";
    List<Twins<Flag>> twins =
        MethodExercise.onlyTheFirstActs(distance, Flag.DISTANCE, Flag.COUNTS_ALL);
    twins.addAll(MethodExercise.onlyTheFirstActs(distance, Flag.DISTANCE, Flag.IGNORES_THE_END));
    twins.addAll(MethodExercise.onlyTheFirstActs(distance, Flag.DISTANCE, Flag.LOST_IN_A_HOLE));
    twins.addAll(MethodExercise.onlyTheFirstActs(distance, Flag.DISTANCE, Flag.NOTHING_IN_A_HOLE));
    twins.add(
        new Twins<>(
            Set.of(Flag.LOST_IN_A_HOLE, Flag.NOTHING_IN_A_HOLE),
            Set.of(Flag.NOTHING_IN_A_HOLE),
            "in a hole one number is given"));
    String all = "where all records count, it does not matter where to start";
    twins.add(
        new Twins<>(Set.of(Flag.COUNTS_ALL, Flag.LAST_FOR_NEXT), Set.of(Flag.COUNTS_ALL), all));
    twins.addAll(MethodExercise.onlyTheFirstActs(all, Flag.COUNTS_ALL, Flag.LOST_IN_A_HOLE));
    twins.add(
        new Twins<>(
            Set.of(Flag.IGNORES_THE_END, Flag.CLOSED_END),
            Set.of(Flag.IGNORES_THE_END),
            "where the end does not matter, neither does which side of it counts"));
    return twins;
  }
}
