long windowStart(long timestamp, long size) { return timestamp - Math.floorMod(timestamp, size); }
// ----
long windowStart(long timestamp, long size) { return Math.floorDiv(timestamp, size) * size; }
// ----
long windowStart(long timestamp, long size) { return timestamp - (timestamp % size + size) % size; }
// ----
long windowStart(long timestamp, long size) {
  long rest = timestamp % size;
  return rest < 0 ? timestamp - rest - size : timestamp - rest;
}
// ----
long windowStart(long timestamp, long size) {
  long number = timestamp / size;
  if (timestamp < 0 && timestamp % size != 0) number--;
  return number * size;
}
// ----
long windowStart(long timestamp, long size) {
  long start = 0;
  while (start > timestamp) start -= size;
  while (start + size <= timestamp) start += size;
  return start;
}
// ----
long windowStart(long timestamp, long size) {
  if (timestamp >= 0 && timestamp < size) return 0;
  return timestamp < 0 ? windowStart(timestamp + size, size) - size : windowStart(timestamp - size, size) + size;
}
// ----
long windowStart(long timestamp, long size) {
  return LongStream.rangeClosed(timestamp - size + 1, timestamp).filter(t -> t % size == 0).findFirst().getAsLong();
}
// ----
long windowStart(long timestamp, long size) { return (long) Math.floor((double) timestamp / size) * size; }
// ----
long windowStart(long timestamp, long size) {
  var parts = BigInteger.valueOf(timestamp).mod(BigInteger.valueOf(size));
  return BigInteger.valueOf(timestamp).subtract(parts).longValue();
}
// ----
long windowStart(long timestamp, long size) {
  for (long start = timestamp; ; start--) if (start % size == 0) return start;
}
// ----
record Frame(long start, long end) {
  static Frame of(long timestamp, long size) { long start = Math.floorDiv(timestamp, size) * size; return new Frame(start, start + size); }
}
long windowStart(long timestamp, long size) { return Frame.of(timestamp, size).start(); }
