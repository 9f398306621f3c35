package tidemark.bank;

import tidemark.bank.ReplayDeadLetter.Flag;
import tidemark.exercise.KeyedRecord;
import tidemark.exercise.TableState;

/** The mistakes of {@link ReplayDeadLetter} that stand alone. */
final class ReplaySlips {
  private ReplaySlips() {}

  static ReplayDeadLetter.Answer model(Flag slip) {
    return (before, dead) -> {
      TableState after = ReplayDeadLetter.copy(before);
      long offset = dead.offset();
      boolean replayed = before.replayed().contains(offset) && slip != Flag.REPLAYED_NOT_SETTLED;
      if (replayed || before.superseded().contains(offset)) {
        return after;
      }
      if (changedSince(before, dead, slip)) {
        supersede(dead, after, slip);
        if (slip != Flag.SUPERSEDED_BUT_APPLIED) {
          return after;
        }
      }
      write(dead, after, slip);
      move(dead, after, slip);
      after.replayed().add(offset);
      if (slip == Flag.REPLAYED_AS_SUPERSEDED) {
        after.superseded().add(offset);
      }
      return after;
    };
  }

  private static boolean changedSince(TableState before, KeyedRecord dead, Flag slip) {
    if (slip == Flag.ANY_KEY) {
      return before.lastChange().values().stream().anyMatch(each -> each > dead.offset());
    }
    Long last = before.lastChange().get(dead.key());
    if (last == null) {
      if (slip == Flag.FAILS_ON_UNKNOWN) {
        throw new NullPointerException("a key that was never changed has no last change");
      }
      return false;
    }
    return slip == Flag.TURNED_ROUND ? last < dead.offset() : last > dead.offset();
  }

  private static void supersede(KeyedRecord dead, TableState after, Flag slip) {
    Long last = after.lastChange().get(dead.key());
    after
        .superseded()
        .add(slip == Flag.NOTES_THE_NEWER && last != null ? last : Long.valueOf(dead.offset()));
    if (slip == Flag.SUPERSEDED_AS_REPLAYED) {
      after.replayed().add(dead.offset());
    }
    if (slip == Flag.SUPERSEDED_MOVES) {
      after.lastChange().put(dead.key(), dead.offset());
    }
  }

  private static void write(KeyedRecord dead, TableState after, Flag slip) {
    if (dead.value() != null) {
      after.values().put(dead.key(), dead.value());
    } else if (slip == Flag.ZERO_FOR_DELETE) {
      after.values().put(dead.key(), 0);
    } else if (slip != Flag.DELETE_WITHOUT_EFFECT) {
      after.values().remove(dead.key());
    }
  }

  private static void move(KeyedRecord dead, TableState after, Flag slip) {
    if (slip == Flag.FORGETS_THE_DELETE && dead.value() == null) {
      after.lastChange().remove(dead.key());
    } else if (slip == Flag.KEEPS_THE_EARLIER) {
      after.lastChange().merge(dead.key(), dead.offset(), Math::min);
    } else {
      after.lastChange().put(dead.key(), dead.offset() + (slip == Flag.NEXT_FOR_LAST ? 1 : 0));
    }
  }
}
