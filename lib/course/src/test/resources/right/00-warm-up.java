long nextOffset(long lastRead) { return lastRead + 1; }
// ----
long nextOffset(long lastRead) { return ++lastRead; }
// ----
long nextOffset(long lastRead) { return Math.addExact(lastRead, 1); }
// ----
long nextOffset(long lastRead) { return Long.sum(lastRead, 1L); }
// ----
long nextOffset(long offset) { long next = offset; next += 1; return next; }
// ----
long nextOffset(long lastRead) { return -~lastRead; }
// ----
long nextOffset(long lastRead) { return java.math.BigInteger.valueOf(lastRead).add(java.math.BigInteger.ONE).longValueExact(); }
// ----
long nextOffset(long lastRead) { return LongStream.of(lastRead, 1).sum(); }
// ----
record NextRead(long next) { static NextRead after(long read) { return new NextRead(read + 1); } }
long nextOffset(long lastRead) { return NextRead.after(lastRead).next(); }
// ----
LongUnaryOperator after = read -> read + 1;
long nextOffset(long lastRead) { return after.applyAsLong(lastRead); }
// ----
public static long nextOffset(final long lastRead) throws Exception {
  if (lastRead < 0) {
    throw new IllegalArgumentException("no record has a negative offset");
  }
  return lastRead + 1;
}
// ----
long nextOffset(long lastRead) { return LongStream.iterate(lastRead, n -> n + 1).skip(1).findFirst().getAsLong(); }
