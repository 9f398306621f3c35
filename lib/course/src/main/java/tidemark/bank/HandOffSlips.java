package tidemark.bank;

import java.io.UncheckedIOException;
import java.util.EnumSet;
import java.util.Set;
import tidemark.bank.HandOff.Flag;
import tidemark.exercise.ConsumerContext;
import tidemark.exercise.PoisonException;

/** The mistakes of {@link HandOff} that stand alone. */
final class HandOffSlips {
  private static final Set<Flag> RETURN_IN_OUTAGE =
      EnumSet.of(Flag.RETURNS_IN_OUTAGE, Flag.SWALLOWS_ALL);
  private static final Set<Flag> RETURN_WITHOUT_LETTER =
      EnumSet.of(Flag.RETURNS_WITHOUT_LETTER, Flag.SWALLOWS_ALL);

  /** What became of the record in hand. */
  private enum Handled {
    DONE,
    DEAD,
    GIVEN_UP
  }

  private HandOffSlips() {}

  static HandOff.Answer model(Flag slip) {
    return consumer -> consume(consumer, slip);
  }

  private static void consume(ConsumerContext consumer, Flag slip) {
    long from =
        switch (slip) {
          case FROM_ZERO -> 0;
          case SKIPS_THE_FIRST -> consumer.committed() + 1;
          default -> consumer.committed();
        };
    long end =
        switch (slip) {
          case PAST_THE_END -> consumer.end() + 1;
          case STOPS_BEFORE_THE_LAST -> consumer.end() - 1;
          default -> consumer.end();
        };
    for (long offset = from; offset < end; offset++) {
      if (!goesOn(consumer, offset, slip)) {
        return;
      }
    }
  }

  /** Handles a record; false if the consumer returns after it. */
  private static boolean goesOn(ConsumerContext consumer, long offset, Flag slip) {
    boolean again = consumer.hasDeadLetter(offset);
    if (again && slip == Flag.DEAD_NOT_COMMITTED) {
      return true;
    }
    Handled handled = Handled.DONE;
    if (!again) {
      try {
        handled = handle(consumer, offset, slip);
      } catch (UncheckedIOException outage) {
        if (RETURN_IN_OUTAGE.contains(slip)) {
          return false;
        }
        if (slip != Flag.GOES_ON_IN_OUTAGE) {
          throw outage;
        }
      }
    }
    boolean unsaid = handled == Handled.GIVEN_UP && slip == Flag.GIVES_UP_UNSAID;
    if (handled != Handled.DONE && !unsaid) {
      try {
        consumer.deadLetter(offset);
      } catch (UncheckedIOException full) {
        if (RETURN_WITHOUT_LETTER.contains(slip)) {
          return false;
        }
        throw full;
      }
      if (slip == Flag.LETTER_NOT_COMMITTED) {
        return true;
      }
      if (slip == Flag.RETURNS_AFTER_LETTER) {
        return false;
      }
    }
    consumer.commit(slip == Flag.COMMITS_ITS_OWN ? offset : offset + 1);
    return slip != Flag.ONE_RECORD;
  }

  private static Handled handle(ConsumerContext consumer, long offset, Flag slip) {
    int last =
        switch (slip) {
          case THIRD_START -> 3;
          case FIFTH_START -> 5;
          default -> 4;
        };
    if (consumer.countStart(offset) >= last) {
      return Handled.GIVEN_UP;
    }
    try {
      consumer.apply(consumer.read(offset));
      return Handled.DONE;
    } catch (PoisonException poison) {
      if (slip == Flag.POISON_ESCAPES) {
        throw poison;
      }
      return Handled.DEAD;
    }
  }
}
