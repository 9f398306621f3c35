package tidemark.deadletter;

import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tidemark.deadletter.DeadLetters.Settlement;
import tidemark.log.Bytes;
import tidemark.log.Position;

/**
 * Replays dead letters into the output. On the thread of the delivery, between its records: what is
 * decided must still hold when it is applied.
 *
 * <ol>
 *   <li>A settled one is left alone, and one whose replay policy forbids it, and one of another
 *       output: offsets of two partitions say nothing of each other.
 *   <li>If the output has its effect, the process ended before it could say so: it is marked now.
 *   <li>If its key has changed since its origin offset, deletes included, it is dropped and marked
 *       superseded.
 *   <li>Otherwise its effect and the output's own mark are made in one atomic step; then it is
 *       settled here.
 * </ol>
 */
public final class Replay {
  private final DeadLetters deadLetters;
  private final Target target;

  /** The output. */
  public interface Target {
    /** Whether a dead letter's record belongs in this output. */
    default boolean takes(Position place) {
      return true;
    }

    /** Offset of the last record that changed or deleted a key; −1 if there was none. */
    long lastChange(Bytes key);

    /** Whether a dead letter's effect is in the output. */
    boolean replayed(Position place);

    /** Applies a dead letter and remembers its place, in one atomic step, durable on return. */
    void replay(DeadLetter letter) throws Exception;
  }

  /** What became of a dead letter. */
  public sealed interface Outcome {
    /** Nothing is left to do. */
    record Settled(Settlement how) implements Outcome {}

    /** Its policy forbids this replay. */
    record NotAllowed(ReplayPolicy policy) implements Outcome {}

    /** It is still poison, and stays as it is, with its first origin. */
    record FailedAgain(Exception failure) implements Outcome {}
  }

  private Replay(DeadLetters deadLetters, Target target) {
    this.deadLetters = deadLetters;
    this.target = target;
  }

  /** Replays into {@code target}. */
  public static Replay of(DeadLetters deadLetters, Target target) {
    return new Replay(deadLetters, target);
  }

  /**
   * Replays one, as a person asks, unless that is never to be.
   *
   * @throws IllegalArgumentException if the output does not take it
   */
  public Outcome byHand(DeadLetter letter) {
    if (!target.takes(letter.origin().place())) {
      throw new IllegalArgumentException(
          "an output takes the dead letters of its own partition, origin="
              + letter.origin()
              + ": replay it into the output it is missing in; if a power cut took its record from"
              + " the partition, it is missing nowhere");
    }
    return letter.replay() == ReplayPolicy.NEVER
        ? new Outcome.NotAllowed(letter.replay())
        : replay(letter);
  }

  /**
   * Replays all that wait for a fix, by origin offset. Gives an outcome for each open letter that
   * the output takes.
   */
  public List<Outcome> afterFix() {
    List<DeadLetter> open = new ArrayList<>(deadLetters.open());
    open.removeIf(letter -> !target.takes(letter.origin().place()));
    open.sort(Comparator.comparingLong(letter -> letter.entry().offset()));
    return open.stream()
        .map(
            letter ->
                letter.replay() == ReplayPolicy.AFTER_FIX
                    ? replay(letter)
                    : new Outcome.NotAllowed(letter.replay()))
        .toList();
  }

  private Outcome replay(DeadLetter letter) {
    Position place = letter.origin().place();
    Settlement settlement = deadLetters.settlement(place).orElse(null);
    if (settlement == null) {
      Bytes key = letter.entry().key();
      boolean effective = target.replayed(place);
      if (!effective && key != null && target.lastChange(key) > place.offset()) {
        settlement = Settlement.SUPERSEDED;
      } else {
        settlement = Settlement.REPLAYED;
        try {
          if (!effective) {
            target.replay(letter);
          }
        } catch (UncheckedIOException outage) {
          throw outage;
        } catch (Exception failure) {
          return new Outcome.FailedAgain(failure);
        }
      }
    }
    deadLetters.settle(place, settlement);
    return new Outcome.Settled(settlement);
  }
}
