RetryDecision afterFailure(Exception failure, int attempt, int maxAttempts, long firstWaitMs) {
  if (attempt < maxAttempts) return RetryDecision.retryAfter(firstWaitMs << (attempt - 1));
  return failure instanceof IOException ? RetryDecision.stop() : RetryDecision.deadLetter();
}
// ----
RetryDecision afterFailure(Exception failure, int attempt, int maxAttempts, long firstWaitMs) {
  if (attempt >= maxAttempts) {
    if (failure instanceof IOException) {
      return RetryDecision.stop();
    }
    return RetryDecision.deadLetter();
  }
  long wait = firstWaitMs;
  for (int i = 1; i < attempt; i++) {
    wait *= 2;
  }
  return RetryDecision.retryAfter(wait);
}
// ----
RetryDecision afterFailure(Exception failure, int attempt, int maxAttempts, long firstWaitMs) {
  return attempt < maxAttempts
      ? RetryDecision.retryAfter(firstWaitMs * (1L << attempt - 1))
      : failure instanceof IOException ? RetryDecision.stop() : RetryDecision.deadLetter();
}
// ----
RetryDecision afterFailure(Exception failure, int attempt, int maxAttempts, long firstWaitMs) {
  boolean outage = IOException.class.isInstance(failure);
  boolean last = attempt >= maxAttempts;
  if (!last) return RetryDecision.retryAfter((long) (firstWaitMs * Math.pow(2, attempt - 1)));
  if (outage) return RetryDecision.stop();
  return RetryDecision.deadLetter();
}
// ----
long waitAfter(int attempt, long first) {
  return attempt == 1 ? first : 2 * waitAfter(attempt - 1, first);
}
RetryDecision afterFailure(Exception failure, int attempt, int maxAttempts, long firstWaitMs) {
  if (attempt < maxAttempts) return RetryDecision.retryAfter(waitAfter(attempt, firstWaitMs));
  return failure instanceof IOException ? RetryDecision.stop() : RetryDecision.deadLetter();
}
// ----
RetryDecision afterFailure(Exception failure, int attempt, int maxAttempts, long firstWaitMs) {
  try {
    throw failure;
  } catch (IOException outage) {
    return attempt < maxAttempts ? RetryDecision.retryAfter(firstWaitMs << attempt - 1) : RetryDecision.stop();
  } catch (Exception poison) {
    return attempt < maxAttempts ? RetryDecision.retryAfter(firstWaitMs << attempt - 1) : RetryDecision.deadLetter();
  }
}
// ----
RetryDecision afterFailure(Exception failure, int attempt, int maxAttempts, long firstWaitMs) {
  if (maxAttempts - attempt > 0) {
    return RetryDecision.retryAfter(LongStream.iterate(firstWaitMs, w -> w + w).skip(attempt - 1).findFirst().getAsLong());
  }
  return IOException.class.isAssignableFrom(failure.getClass()) ? RetryDecision.stop() : RetryDecision.deadLetter();
}
// ----
RetryDecision afterFailure(Exception failure, int attempt, int maxAttempts, long firstWaitMs) {
  RetryDecision.Kind kind = attempt < maxAttempts ? RetryDecision.Kind.RETRY : failure instanceof IOException ? RetryDecision.Kind.STOP : RetryDecision.Kind.DEAD_LETTER;
  return new RetryDecision(kind, kind == RetryDecision.Kind.RETRY ? firstWaitMs << attempt - 1 : 0);
}
// ----
RetryDecision afterFailure(Exception failure, int attempt, int maxAttempts, long firstWaitMs) throws Exception {
  RetryDecision end = failure instanceof IOException ? RetryDecision.stop() : RetryDecision.deadLetter();
  return attempt >= maxAttempts ? end : RetryDecision.retryAfter(Math.multiplyExact(firstWaitMs, 1L << (attempt - 1)));
}
// ----
RetryDecision afterFailure(Exception failure, int attempt, int maxAttempts, long firstWaitMs) {
  Class<?> kind = failure.getClass();
  while (kind != null && kind != IOException.class) kind = kind.getSuperclass();
  if (attempt < maxAttempts) return RetryDecision.retryAfter(Duration.ofMillis(firstWaitMs).multipliedBy(1L << attempt - 1).toMillis());
  return kind == null ? RetryDecision.deadLetter() : RetryDecision.stop();
}
// ----
boolean outage(Exception failure) { return failure instanceof IOException; }
boolean attemptsLeft(int attempt, int max) { return attempt < max; }
RetryDecision afterFailure(Exception failure, int attempt, int maxAttempts, long firstWaitMs) {
  if (attemptsLeft(attempt, maxAttempts)) return RetryDecision.retryAfter(firstWaitMs << (attempt - 1));
  if (outage(failure)) return RetryDecision.stop();
  return RetryDecision.deadLetter();
}
// ----
RetryDecision afterFailure(Exception failure, int attempt, int maxAttempts, long firstWaitMs) {
  return Optional.of(attempt).filter(a -> a < maxAttempts)
      .map(a -> RetryDecision.retryAfter(firstWaitMs << (a - 1)))
      .orElseGet(() -> failure instanceof IOException ? RetryDecision.stop() : RetryDecision.deadLetter());
}
