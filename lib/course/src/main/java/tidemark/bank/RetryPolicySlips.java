package tidemark.bank;

import java.io.IOException;
import tidemark.bank.RetryPolicyRule.Flag;
import tidemark.exercise.PoisonException;
import tidemark.exercise.RetryDecision;

/** The mistakes of {@link RetryPolicyRule} that stand alone. */
final class RetryPolicySlips {
  private RetryPolicySlips() {}

  static RetryPolicyRule.Answer model(Flag slip) {
    return (failure, attempt, maxAttempts, firstWaitMs) -> {
      boolean outage = failure instanceof IOException;
      boolean retries =
          switch (slip) {
            case EXACTLY -> attempt != maxAttempts;
            case OUTAGE_FOR_EVER -> outage || attempt < maxAttempts;
            case POISON_AT_ONCE -> outage && attempt < maxAttempts;
            case POISON_CLASS_AT_ONCE ->
                !(failure instanceof PoisonException) && attempt < maxAttempts;
            case LIMIT_OF_THE_EXAMPLE -> attempt < 3;
            default -> attempt < maxAttempts;
          };
      if (retries) {
        return RetryDecision.retryAfter(wait(slip, attempt, firstWaitMs));
      }
      boolean stops = slip == Flag.ONLY_POISON ? !(failure instanceof PoisonException) : outage;
      return stops ? RetryDecision.stop() : RetryDecision.deadLetter();
    };
  }

  private static long wait(Flag slip, int attempt, long firstWaitMs) {
    return switch (slip) {
      case WAIT_OF_THE_EXAMPLE -> 100L << (attempt - 1);
      case POWER -> (long) Math.pow((double) firstWaitMs, attempt);
      case SQUARES -> firstWaitMs * attempt * attempt;
      case TWICE_THE_ATTEMPT -> firstWaitMs * 2 * attempt;
      case LINEAR_FROM_0 -> firstWaitMs * (attempt - 1);
      case DOUBLES_ONCE -> attempt == 1 ? firstWaitMs : firstWaitMs * 2;
      case FACTOR_IN_INT -> firstWaitMs * (1 << (attempt - 1));
      default -> firstWaitMs << (attempt - 1);
    };
  }
}
