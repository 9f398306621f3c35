package tidemark.deadletter;

import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import tidemark.deadletter.DeadLetters.Settlement;
import tidemark.log.Position;

/**
 * Replays dead letters into an output. It must run on the thread of the delivery, between two
 * records, so that what it decides still holds when it is applied.
 *
 * <ol>
 *   <li>A letter is left alone if it is settled, if its replay policy forbids it, or if it belongs
 *       to another output: offsets of two partitions cannot be compared.
 *   <li>If the output has its effect already, an earlier process ended before it could settle the
 *       letter: it is settled now.
 *   <li>A change that replaces the value of a key is superseded if a record with a higher origin
 *       offset has changed that key, deletes included. Increments and window counts are never
 *       superseded. A letter with nothing left to apply is dropped and settled as superseded.
 *   <li>Otherwise its effect and the output's own mark are made in one atomic step, and then the
 *       letter is settled. If that fails the letter stays open; an outage is raised, because every
 *       other letter would meet it too.
 * </ol>
 */
public final class Replay {
  private final DeadLetters deadLetters;
  private final Target target;
  private final Predicate<Exception> outage;

  /** The output into which letters are replayed. */
  public interface Target {
    /** Whether the record of a dead letter belongs in this output. */
    default boolean takes(Position place) {
      return true;
    }

    /**
     * Whether nothing is left to apply of a letter, because all that it does is to replace values
     * of keys that were changed since. For an output of increments or counts that is never so.
     */
    default boolean isSuperseded(DeadLetter letter) {
      return false;
    }

    /** Whether the effect of a replayed dead letter is in the output. */
    boolean replayed(Position place);

    /**
     * Applies a dead letter and remembers its place, in one atomic step, durable on return. Where
     * it replaces values of several keys, those that were changed since are left out. The letter's
     * origin offset is from now on the last change of the keys that it changed.
     */
    void replay(DeadLetter letter) throws Exception;
  }

  /** What a replay did with a dead letter. */
  public sealed interface Outcome {
    /** The letter is settled. */
    record Settled(Settlement how) implements Outcome {}

    /** The letter's policy forbids this replay. */
    record NotAllowed(ReplayPolicy policy) implements Outcome {}

    /** It failed again: the letter stays open, unchanged. */
    record FailedAgain(Exception failure) implements Outcome {}
  }

  private Replay(DeadLetters deadLetters, Target target, Predicate<Exception> outage) {
    this.deadLetters = deadLetters;
    this.target = target;
    this.outage = outage;
  }

  /** Replays into {@code target}; {@link Outages#byType} tells what is an outage. */
  public static Replay of(DeadLetters deadLetters, Target target) {
    return new Replay(deadLetters, target, Outages::byType);
  }

  /** The same replay with another rule for what is an outage. */
  public Replay withOutage(Predicate<Exception> newOutage) {
    return new Replay(deadLetters, target, newOutage);
  }

  /**
   * Replays one letter because a person asks for it, unless its policy is {@link
   * ReplayPolicy#NEVER}.
   *
   * @throws IllegalArgumentException if the letter does not belong in this output
   * @throws java.io.UncheckedIOException if the output or the settlement cannot be written
   * @throws IllegalStateException if the output met another outage
   */
  public Outcome byHand(DeadLetter letter) {
    if (!target.takes(letter.origin().place())) {
      throw new IllegalArgumentException(
          "a dead letter must be replayed into the output of its own partition, origin="
              + letter.origin()
              + ": replay it into the output that lacks it; if a power cut took its record from the"
              + " partition, no output lacks it");
    }
    return letter.replay() == ReplayPolicy.NEVER
        ? new Outcome.NotAllowed(letter.replay())
        : replay(letter);
  }

  /**
   * Replays all open letters whose policy is {@link ReplayPolicy#AFTER_FIX}, in the order of their
   * offsets. Returns an outcome for each open letter that belongs in this output.
   *
   * @throws java.io.UncheckedIOException if the output or a settlement cannot be written
   * @throws IllegalStateException if the output met another outage
   */
  public List<Outcome> afterFix() {
    return open().stream()
        .map(
            letter ->
                letter.replay() == ReplayPolicy.AFTER_FIX
                    ? replay(letter)
                    : new Outcome.NotAllowed(letter.replay()))
        .toList();
  }

  /** The open letters that belong in this output, in the order of their offsets. */
  public List<DeadLetter> open() {
    return deadLetters.open().stream()
        .filter(letter -> target.takes(letter.origin().place()))
        .sorted(Comparator.comparingLong(letter -> letter.entry().offset()))
        .toList();
  }

  private static RuntimeException stopped(DeadLetter letter, Exception failure) {
    if (failure instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    return failure instanceof RuntimeException unchecked
        ? unchecked
        : new IllegalStateException(
            "a replay must stop where the letter is not to blame, origin="
                + letter.origin()
                + ": mend what failed and replay again: "
                + Failures.describe(failure),
            failure);
  }

  private Outcome replay(DeadLetter letter) {
    Position place = letter.origin().place();
    Settlement settlement = deadLetters.settlement(place).orElse(null);
    if (settlement == null) {
      boolean effective = target.replayed(place);
      if (!effective && target.isSuperseded(letter)) {
        settlement = Settlement.SUPERSEDED;
      } else {
        settlement = Settlement.REPLAYED;
        try {
          if (!effective) {
            target.replay(letter);
          }
        } catch (Exception failure) {
          if (outage.test(failure)) {
            throw stopped(letter, failure);
          }
          return new Outcome.FailedAgain(failure);
        }
      }
    }
    deadLetters.settle(place, settlement);
    return new Outcome.Settled(settlement);
  }
}
