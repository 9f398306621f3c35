package tidemark.bank;

import java.io.UncheckedIOException;
import tidemark.bank.DecideRecord.Flag;
import tidemark.exercise.DecisionContext;
import tidemark.exercise.PoisonException;

/** The mistakes of {@link DecideRecord} that stand alone. */
final class DecideSlips {
  private DecideSlips() {}

  static DecideRecord.Answer model(Flag slip) {
    return (node, offset) -> {
      if (!node.isDead(offset) && !node.isApplied(offset)) {
        decide(node, offset, slip);
      }
    };
  }

  private static void decide(DecisionContext node, long offset, Flag slip) {
    int last = slip == Flag.THIRD_START ? 3 : slip == Flag.FIFTH_START ? 5 : 4;
    if (node.countStart(offset) < last) {
      try {
        if (slip != Flag.NEVER_TRIES) {
          node.attempt(offset);
        }
        if (slip != Flag.NEVER_MARKS) {
          node.markApplied(offset);
        }
        if (slip != Flag.DEAD_TOO) {
          return;
        }
      } catch (PoisonException poison) {
        if (slip == Flag.POISON_ESCAPES) {
          throw poison;
        }
        if (slip == Flag.POISON_UNDECIDED) {
          return;
        }
        if (slip == Flag.TWO_LETTERS) {
          node.deadLetter(offset);
        }
      } catch (UncheckedIOException outage) {
        if (slip == Flag.OUTAGE_UNSAID) {
          return;
        }
        throw outage;
      }
    }
    node.deadLetter(offset);
  }
}
