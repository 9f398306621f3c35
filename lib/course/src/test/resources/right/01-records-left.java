long recordsLeft(List<Long> survivors, long end, long committed) {
  return survivors.stream().filter(offset -> offset >= committed && offset < end).count();
}
// ----
long recordsLeft(List<Long> survivors, long end, long committed) {
  long left = 0;
  for (long offset : survivors) {
    if (committed <= offset && offset < end) left++;
  }
  return left;
}
// ----
int recordsLeft(List<Long> survivors, long end, long committed) {
  return new TreeSet<>(survivors).subSet(committed, end).size();
}
// ----
long recordsLeft(List<Long> survivors, long end, long committed) {
  long left = survivors.size();
  for (Long offset : survivors) if (offset < committed || offset >= end) left--;
  return left;
}
// ----
int at(List<Long> survivors, long offset) {
  int found = Collections.binarySearch(survivors, offset);
  return found < 0 ? -found - 1 : found;
}
long recordsLeft(List<Long> survivors, long end, long committed) { return at(survivors, end) - at(survivors, committed); }
// ----
long recordsLeft(List<Long> survivors, long end, long committed) {
  List<Long> left = new ArrayList<>(survivors);
  left.removeIf(offset -> offset < committed);
  left.removeIf(offset -> offset >= end);
  return left.size();
}
// ----
long recordsLeft(List<Long> survivors, long end, long committed) {
  return LongStream.range(committed, end).filter(survivors::contains).count();
}
// ----
long recordsLeft(List<Long> survivors, long end, long committed) {
  return survivors.stream().dropWhile(o -> o < committed).takeWhile(o -> o < end).mapToLong(o -> 1).sum();
}
// ----
long recordsLeft(List<Long> survivors, long end, long committed) {
  if (survivors.isEmpty()) return 0;
  long first = survivors.get(0);
  return (first >= committed && first < end ? 1 : 0) + recordsLeft(survivors.subList(1, survivors.size()), end, committed);
}
// ----
Long recordsLeft(List<Long> survivors, long end, long committed) {
  return survivors.stream().collect(Collectors.partitioningBy(o -> o >= committed && o < end, Collectors.counting())).get(true);
}
// ----
long recordsLeft(List<Long> survivors, long end, long committed) {
  return survivors.stream().mapToLong(Long::longValue).filter(o -> Math.max(o, committed) == o).filter(o -> o + 1 <= end).boxed().collect(Collectors.toSet()).size();
}
// ----
long recordsLeft(List<Long> survivors, long end, long committed) {
  Iterator<Long> offsets = survivors.iterator();
  long left = 0;
  while (offsets.hasNext()) {
    long offset = offsets.next();
    if (offset >= end) break;
    if (offset < committed) continue;
    left += 1;
  }
  return left;
}
