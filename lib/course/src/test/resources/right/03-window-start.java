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
  long into = timestamp >= 0 ? timestamp % size : (size - -timestamp % size) % size;
  return timestamp - into;
}
// ----
long windowStart(long timestamp, long size) {
  return timestamp >= 0 ? timestamp / size * size : -((-timestamp + size - 1) / size) * size;
}
// ----
long windowStart(long timestamp, long size) {
  BigDecimal number = new BigDecimal(timestamp).divide(new BigDecimal(size), 0, RoundingMode.FLOOR);
  return number.longValueExact() * size;
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
  int back = timestamp % size < 0 ? 1 : 0;
  return (timestamp / size - back) * size;
}
// ----
record Frame(long start, long end) {
  static Frame of(long timestamp, long size) { long start = Math.floorDiv(timestamp, size) * size; return new Frame(start, start + size); }
}
long windowStart(long timestamp, long size) { return Frame.of(timestamp, size).start(); }
