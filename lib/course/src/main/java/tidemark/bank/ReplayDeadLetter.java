package tidemark.bank;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import tidemark.check.MethodExercise;
import tidemark.check.Trap;
import tidemark.exercise.KeyedRecord;
import tidemark.exercise.TableState;

/**
 * {@code TableState replay(TableState before, KeyedRecord dead)}: the state after a dead letter.
 * One that is settled changes nothing; one whose key changed after its offset is noted as
 * superseded; any other takes effect, is noted as replayed and is the key's last change, all in one
 * step.
 */
final class ReplayDeadLetter
    implements MethodExercise<ReplayDeadLetter.Answer, ReplayDeadLetter.Flag> {
  interface Answer {
    TableState replay(TableState before, KeyedRecord dead) throws Exception;
  }

  enum Flag {
    @Trap("takes whatever value a key has for a newer one, and never writes over it")
    EXISTING_IS_NEWER,
    @Trap("overwrites a newer value with an older one")
    OVERWRITES,
    @Trap("brings a deleted key back, because it does not see a delete as a change")
    RESURRECTS,
    @Trap("drops a dead letter whose key was never changed")
    DROPS_UNKNOWN,
    @Trap("settles a second time what is settled already")
    SETTLES_AGAIN,
    @Trap("takes only a replayed dead letter for settled, not a superseded one")
    SUPERSEDED_NOT_SETTLED,
    @Trap("drops a superseded dead letter without a trace")
    SUPERSEDED_UNSAID,
    @Trap("applies a dead letter without marking it as replayed")
    REPLAYED_UNSAID,
    @Trap(
        "does not move the key's last change, so that an older dead letter may overwrite this one")
    LAST_CHANGE_STAYS,
    @Trap("keeps the key with the value null where the dead letter deletes it")
    NULL_FOR_DELETE,
    @Trap(value = "turns the comparison of the two offsets round", alone = true)
    TURNED_ROUND,
    @Trap(
        value = "notes that a dead letter is superseded, and then applies it all the same",
        alone = true)
    SUPERSEDED_BUT_APPLIED,
    @Trap(
        value = "takes only a superseded dead letter for settled, not one that was replayed",
        alone = true)
    REPLAYED_NOT_SETTLED,
    @Trap(value = "marks a superseded dead letter as replayed too", alone = true)
    SUPERSEDED_AS_REPLAYED,
    @Trap(value = "marks a replayed dead letter as superseded too", alone = true)
    REPLAYED_AS_SUPERSEDED,
    @Trap(
        value =
            "notes the offset of the newer change as superseded, and not that of the dead letter",
        alone = true)
    NOTES_THE_NEWER,
    @Trap(
        value =
            "drops the last change of a key that it deletes, so that nobody knows of the delete",
        alone = true)
    FORGETS_THE_DELETE,
    @Trap(value = "leaves the value where the dead letter deletes it", alone = true)
    DELETE_WITHOUT_EFFECT,
    @Trap(value = "writes 0 where the dead letter deletes the key", alone = true)
    ZERO_FOR_DELETE,
    @Trap(
        value = "moves the last change of the key back to the dead letter that is superseded",
        alone = true)
    SUPERSEDED_MOVES,
    @Trap(
        value = "fails on a key that was never changed, because it has no last change",
        alone = true)
    FAILS_ON_UNKNOWN,
    @Trap(value = "takes a later change of any key for one of this key", alone = true)
    ANY_KEY,
    @Trap(value = "keeps the earlier one of two offsets as the last change", alone = true)
    KEEPS_THE_EARLIER,
    @Trap(value = "gives the offset after the dead letter as the last change", alone = true)
    NEXT_FOR_LAST
  }

  @Override
  public Declaration<Answer, Flag> declaration() {
    return new Declaration<>("02-replay", 4, Answer.class, Flag.class);
  }

  /** A state of the table that can be changed without changing the given one. */
  static TableState copy(TableState state) {
    return new TableState(
        new HashMap<>(state.values()),
        new HashMap<>(state.lastChange()),
        new HashSet<>(state.replayed()),
        new HashSet<>(state.superseded()));
  }

  @Override
  public Answer model(Set<Flag> flags) {
    Optional<Flag> slip = MethodExercise.alone(flags);
    if (slip.isPresent()) {
      return ReplaySlips.model(slip.get());
    }
    return (before, dead) -> {
      TableState after = copy(before);
      boolean settled =
          before.replayed().contains(dead.offset())
              || (before.superseded().contains(dead.offset())
                  && !flags.contains(Flag.SUPERSEDED_NOT_SETTLED));
      if (settled && !flags.contains(Flag.SETTLES_AGAIN)) {
        return after;
      }
      if (changedSince(before, dead, flags)) {
        if (!flags.contains(Flag.SUPERSEDED_UNSAID)) {
          after.superseded().add(dead.offset());
        }
      } else {
        apply(dead, after, flags);
      }
      return after;
    };
  }

  private static boolean changedSince(TableState before, KeyedRecord dead, Set<Flag> flags) {
    Long last = before.lastChange().get(dead.key());
    if (last == null) {
      return flags.contains(Flag.DROPS_UNKNOWN);
    }
    boolean deleted = !before.values().containsKey(dead.key());
    if (!deleted && flags.contains(Flag.EXISTING_IS_NEWER)) {
      return true;
    }
    return last > dead.offset() && !flags.contains(deleted ? Flag.RESURRECTS : Flag.OVERWRITES);
  }

  private static void apply(KeyedRecord dead, TableState after, Set<Flag> flags) {
    if (dead.value() == null && !flags.contains(Flag.NULL_FOR_DELETE)) {
      after.values().remove(dead.key());
    } else {
      after.values().put(dead.key(), dead.value());
    }
    if (!flags.contains(Flag.LAST_CHANGE_STAYS)) {
      after.lastChange().put(dead.key(), dead.offset());
    }
    if (!flags.contains(Flag.REPLAYED_UNSAID)) {
      after.replayed().add(dead.offset());
    }
  }

  @Override
  public List<List<Object>> examples() {
    return List.of(
        List.of(table("1:k=2", Set.of(), Set.of()), new KeyedRecord(0, "k", 1)),
        List.of(table("1:k=2 2:k=∅", Set.of(), Set.of()), new KeyedRecord(0, "k", 1)),
        List.of(table("0:k=1", Set.of(), Set.of()), new KeyedRecord(1, "k", 2)),
        List.of(table("0:k=1", Set.of(), Set.of()), new KeyedRecord(1, "k", null)),
        List.of(table("1:a=2", Set.of(), Set.of()), new KeyedRecord(0, "k", 1)),
        List.of(table("0:k=1 2:k=3", Set.of(0L), Set.of()), new KeyedRecord(0, "k", 1)));
  }

  private static TableState table(String history, Set<Long> replayed, Set<Long> superseded) {
    List<KeyedRecord> records = KeyedRecord.history(history);
    Map<String, Long> last = new HashMap<>();
    records.forEach(record -> last.put(record.key(), record.offset()));
    return new TableState(
        ExpiredTombstone.replay(new HashMap<>(), records), last, replayed, superseded);
  }

  @Override
  public List<Object> probe(RandomGenerator random, int size) {
    long base = Reach.offset(random);
    long at = base + random.nextLong(size + 1);
    List<String> history = new ArrayList<>();
    for (long offset = base; offset <= base + size; offset++) {
      if (offset != at && random.nextInt(3) > 0) {
        char key = (char) ('a' + random.nextInt(3));
        history.add(
            offset
                + ":"
                + key
                + "="
                + (random.nextInt(6) == 0 ? "∅" : String.valueOf(Reach.value(random))));
      }
    }
    int settled = random.nextInt(6);
    TableState table =
        table(
            String.join(" ", history),
            settled == 0 ? Set.of(at) : Set.of(),
            settled == 1 ? Set.of(at) : Set.of());
    String key = String.valueOf((char) ('a' + random.nextInt(3)));
    return List.of(
        table, new KeyedRecord(at, key, random.nextInt(4) == 0 ? null : Reach.value(random)));
  }

  @Override
  public List<Twins<Flag>> twins() {
    List<Twins<Flag>> twins =
        MethodExercise.onlyTheFirstActs(
            "who writes over no value writes over no newer one",
            Flag.EXISTING_IS_NEWER,
            Flag.OVERWRITES);
    twins.addAll(
        MethodExercise.onlyTheFirstActs(
            "where nothing is settled, a superseded one is not either",
            Flag.SETTLES_AGAIN,
            Flag.SUPERSEDED_NOT_SETTLED));
    return twins;
  }
}
