Ruling afterFailure(Exception failure, int attempt, int maxAttempts, long firstWaitMs) {
  if (attempt < maxAttempts) return Ruling.retryAfter(firstWaitMs << (attempt - 1));
  return failure instanceof IOException ? Ruling.stop() : Ruling.deadLetter();
}
// ----
Ruling afterFailure(Exception failure, int attempt, int maxAttempts, long firstWaitMs) {
  if (attempt >= maxAttempts) {
    if (failure instanceof IOException) {
      return Ruling.stop();
    }
    return Ruling.deadLetter();
  }
  long wait = firstWaitMs;
  for (int i = 1; i < attempt; i++) {
    wait *= 2;
  }
  return Ruling.retryAfter(wait);
}
// ----
Ruling afterFailure(Exception failure, int attempt, int maxAttempts, long firstWaitMs) {
  return attempt < maxAttempts
      ? Ruling.retryAfter(firstWaitMs * (1L << attempt - 1))
      : failure instanceof IOException ? Ruling.stop() : Ruling.deadLetter();
}
// ----
Ruling afterFailure(Exception failure, int attempt, int maxAttempts, long firstWaitMs) {
  boolean outage = IOException.class.isInstance(failure);
  boolean last = attempt >= maxAttempts;
  if (!last) return Ruling.retryAfter((long) (firstWaitMs * Math.pow(2, attempt - 1)));
  if (outage) return Ruling.stop();
  return Ruling.deadLetter();
}
// ----
long waitAfter(int attempt, long first) {
  return attempt == 1 ? first : 2 * waitAfter(attempt - 1, first);
}
Ruling afterFailure(Exception failure, int attempt, int maxAttempts, long firstWaitMs) {
  if (attempt < maxAttempts) return Ruling.retryAfter(waitAfter(attempt, firstWaitMs));
  return failure instanceof IOException ? Ruling.stop() : Ruling.deadLetter();
}
// ----
Ruling afterFailure(Exception failure, int attempt, int maxAttempts, long firstWaitMs) {
  try {
    throw failure;
  } catch (IOException outage) {
    return attempt < maxAttempts ? Ruling.retryAfter(firstWaitMs << attempt - 1) : Ruling.stop();
  } catch (Exception poison) {
    return attempt < maxAttempts ? Ruling.retryAfter(firstWaitMs << attempt - 1) : Ruling.deadLetter();
  }
}
// ----
Ruling afterFailure(Exception failure, int attempt, int maxAttempts, long firstWaitMs) {
  if (maxAttempts - attempt > 0) {
    return Ruling.retryAfter(LongStream.iterate(firstWaitMs, w -> w + w).skip(attempt - 1).findFirst().getAsLong());
  }
  return IOException.class.isAssignableFrom(failure.getClass()) ? Ruling.stop() : Ruling.deadLetter();
}
// ----
Ruling afterFailure(Exception failure, int attempt, int maxAttempts, long firstWaitMs) {
  Ruling.Kind kind = attempt < maxAttempts ? Ruling.Kind.RETRY : failure instanceof IOException ? Ruling.Kind.STOP : Ruling.Kind.DEAD_LETTER;
  return new Ruling(kind, kind == Ruling.Kind.RETRY ? firstWaitMs << attempt - 1 : 0);
}
// ----
Ruling afterFailure(Exception failure, int attempt, int maxAttempts, long firstWaitMs) throws Exception {
  Ruling end = failure instanceof IOException ? Ruling.stop() : Ruling.deadLetter();
  return attempt >= maxAttempts ? end : Ruling.retryAfter(Math.multiplyExact(firstWaitMs, 1L << (attempt - 1)));
}
// ----
Ruling afterFailure(Exception failure, int attempt, int maxAttempts, long firstWaitMs) {
  Class<?> kind = failure.getClass();
  while (kind != null && kind != IOException.class) kind = kind.getSuperclass();
  if (attempt < maxAttempts) return Ruling.retryAfter(Duration.ofMillis(firstWaitMs).multipliedBy(1L << attempt - 1).toMillis());
  return kind == null ? Ruling.deadLetter() : Ruling.stop();
}
// ----
boolean outage(Exception failure) { return failure instanceof IOException; }
boolean attemptsLeft(int attempt, int max) { return attempt < max; }
Ruling afterFailure(Exception failure, int attempt, int maxAttempts, long firstWaitMs) {
  if (attemptsLeft(attempt, maxAttempts)) return Ruling.retryAfter(firstWaitMs << (attempt - 1));
  if (outage(failure)) return Ruling.stop();
  return Ruling.deadLetter();
}
// ----
Ruling afterFailure(Exception failure, int attempt, int maxAttempts, long firstWaitMs) {
  return Optional.of(attempt).filter(a -> a < maxAttempts)
      .map(a -> Ruling.retryAfter(firstWaitMs << (a - 1)))
      .orElseGet(() -> failure instanceof IOException ? Ruling.stop() : Ruling.deadLetter());
}
