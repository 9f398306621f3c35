LagReport offsetLag(long start, long end, OptionalLong committed) {
  if (committed.isEmpty()) {
    return new LagReport(OptionalLong.empty(), 0);
  }
  long next = committed.getAsLong();
  return new LagReport(OptionalLong.of(Math.max(0, end - Math.max(next, start))), Math.max(0, start - next));
}
// ----
LagReport offsetLag(long start, long end, OptionalLong committed) {
  if (!committed.isPresent()) return new LagReport(committed, 0);
  long c = committed.orElseThrow();
  if (c < start) return new LagReport(OptionalLong.of(end - start), start - c);
  if (c > end) return new LagReport(OptionalLong.of(0), 0);
  return new LagReport(OptionalLong.of(end - c), 0);
}
// ----
LagReport offsetLag(long start, long end, OptionalLong committed) {
  return committed.stream().mapToObj(c -> new LagReport(OptionalLong.of(Math.max(end - Math.max(start, c), 0)), Math.max(start - c, 0)))
      .findFirst().orElse(new LagReport(OptionalLong.empty(), 0));
}
// ----
LagReport offsetLag(long start, long end, OptionalLong committed) {
  long lost = 0;
  OptionalLong lag = OptionalLong.empty();
  if (committed.isPresent()) {
    long from = committed.getAsLong();
    if (from < start) { lost = start - from; from = start; }
    long left = end;
    left -= from;
    lag = left < 0 ? OptionalLong.of(0) : OptionalLong.of(left);
  }
  return new LagReport(lag, lost);
}
// ----
long between(long fromInclusive, long endExclusive) { return endExclusive > fromInclusive ? endExclusive - fromInclusive : 0; }
LagReport offsetLag(long start, long end, OptionalLong committed) {
  if (committed.equals(OptionalLong.empty())) return new LagReport(OptionalLong.empty(), 0L);
  long c = committed.getAsLong();
  long lost = between(c, start);
  return new LagReport(OptionalLong.of(between(c + lost, end)), lost);
}
// ----
LagReport offsetLag(long start, long end, OptionalLong committed) {
  try {
    long c = committed.orElseThrow();
    return new LagReport(OptionalLong.of(Math.max(0L, end - Math.max(c, start))), c < start ? start - c : 0L);
  } catch (NoSuchElementException none) {
    return new LagReport(OptionalLong.empty(), 0L);
  }
}
// ----
LagReport offsetLag(long start, long end, OptionalLong committed) {
  long c = committed.orElse(-1);
  if (c == -1) return new LagReport(OptionalLong.empty(), 0);
  return new LagReport(OptionalLong.of(LongStream.range(Math.max(c, start), end).count()), LongStream.range(c, start).count());
}
// ----
LagReport offsetLag(long start, long end, OptionalLong committed) {
  return committed.isEmpty() ? new LagReport(OptionalLong.empty(), 0)
      : committed.getAsLong() < start ? new LagReport(OptionalLong.of(end - start), start - committed.getAsLong())
      : new LagReport(OptionalLong.of(committed.getAsLong() >= end ? 0 : end - committed.getAsLong()), 0);
}
// ----
record Reader(long next, long start, long end) {
  long lost() { return next < start ? start - next : 0; }
  long lag() { return Math.max(0, end - (next + lost())); }
}
LagReport offsetLag(long start, long end, OptionalLong committed) {
  if (committed.isEmpty()) return new LagReport(OptionalLong.empty(), 0);
  Reader reader = new Reader(committed.getAsLong(), start, end);
  return new LagReport(OptionalLong.of(reader.lag()), reader.lost());
}
// ----
LagReport offsetLag(long start, long end, OptionalLong committed) {
  OptionalLong[] lag = {OptionalLong.empty()};
  long[] lost = {0};
  committed.ifPresent(c -> {
    lost[0] = Math.max(0, start - c);
    lag[0] = OptionalLong.of(Math.max(0, end - c - lost[0]));
  });
  return new LagReport(lag[0], lost[0]);
}
// ----
LagReport offsetLag(long start, long end, OptionalLong committed) {
  if (committed.isEmpty()) return new LagReport(OptionalLong.empty(), 0);
  var c = committed.getAsLong();
  var edges = new TreeSet<>(List.of(start, c)).last();
  return new LagReport(OptionalLong.of(edges > end ? 0 : end - edges), edges - c);
}
// ----
LagReport lagFrom(long next, long start, long end, long lost) {
  if (next < start) return lagFrom(start, start, end, start - next);
  return new LagReport(OptionalLong.of(next > end ? 0 : end - next), lost);
}
LagReport offsetLag(long start, long end, OptionalLong committed) {
  return committed.isPresent() ? lagFrom(committed.getAsLong(), start, end, 0) : new LagReport(OptionalLong.empty(), 0);
}
