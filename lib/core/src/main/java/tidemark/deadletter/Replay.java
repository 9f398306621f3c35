package tidemark.deadletter;

import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import tidemark.deadletter.DeadLetters.Settlement;
import tidemark.log.Position;

/**
 * Replays dead letters into an output. It must run on the thread of the delivery, between two
 * records: otherwise a key could change between the decision and its effect.
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
 *       letter is settled. If that fails the letter stays open. An outage is thrown, because every
 *       other letter would meet it too; any other failure is an {@link Outcome}.
 * </ol>
 */
public final class Replay {
  private final DeadLetters deadLetters;
  private final Target target;
  private final Predicate<Exception> outage;

  /** An output into which letters can be replayed. Called on the thread that replays. */
  public interface Target {
    /** Whether the record of a dead letter belongs in this output. */
    default boolean takes(Position place) {
      return true;
    }

    /**
     * Whether nothing of a letter is left to apply: it only replaces values of keys, and all those
     * keys were changed by later records. For an output of increments or counts, always false.
     */
    default boolean isSuperseded(DeadLetter letter) {
      return false;
    }

    /** Whether the output has the effect of a replay of this dead letter. */
    boolean replayed(Position place);

    /**
     * Applies a dead letter and stores its place as replayed, in one atomic step, durable on
     * return. If it replaces values of several keys, keys that later records changed are left out.
     * For the keys that it changes, its origin offset counts as the last change from now on.
     *
     * @throws Exception any failure; then nothing of the letter was applied
     */
    void replay(DeadLetter letter) throws Exception;
  }

  /** What a replay did with a dead letter. */
  public sealed interface Outcome {
    /** The letter is settled, by this replay or before it. */
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
   * @throws IllegalStateException if the output threw a checked exception that is an outage: it is
   *     the cause; an unchecked one is thrown as it is
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
   * offsets. Returns an outcome for each open letter that belongs in this output, those of other
   * policies too. If an outage is thrown, the letters replayed before it stay settled.
   *
   * @throws java.io.UncheckedIOException if the output or a settlement cannot be written
   * @throws IllegalStateException as in {@link #byHand}
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
