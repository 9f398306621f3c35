CompleteBelow completeness(long committed, List<Long> dead, Set<Long> settled) {
  List<Long> except = dead.stream().filter(o -> o < committed).filter(o -> !settled.contains(o)).sorted().toList();
  return new CompleteBelow(committed, except);
}
// ----
CompleteBelow completeness(long committed, List<Long> dead, Set<Long> settled) {
  List<Long> except = new ArrayList<>();
  for (long offset : dead) {
    if (offset < committed && !settled.contains(offset)) except.add(offset);
  }
  Collections.sort(except);
  return new CompleteBelow(committed, except);
}
// ----
CompleteBelow completeness(long committed, List<Long> dead, Set<Long> settled) {
  TreeSet<Long> open = new TreeSet<>(dead);
  open.removeAll(settled);
  return new CompleteBelow(committed, new ArrayList<>(open.headSet(committed)));
}
// ----
CompleteBelow completeness(long committed, List<Long> dead, Set<Long> settled) {
  List<Long> except = new ArrayList<>(dead);
  except.removeIf(o -> settled.contains(o) || o >= committed);
  except.sort(null);
  return new CompleteBelow(committed, except);
}
// ----
CompleteBelow completeness(long committed, List<Long> dead, Set<Long> settled) {
  long first = dead.stream().mapToLong(o -> o).min().orElse(committed);
  List<Long> except = LongStream.range(first, committed).filter(o -> dead.contains(o) && !settled.contains(o)).boxed().collect(Collectors.toList());
  return new CompleteBelow(committed, except);
}
// ----
CompleteBelow completeness(long committed, List<Long> dead, Set<Long> settled) {
  Long[] sorted = dead.toArray(new Long[0]);
  Arrays.sort(sorted);
  List<Long> except = new LinkedList<>();
  for (int i = 0; i < sorted.length && sorted[i] < committed; i++) {
    if (!settled.contains(sorted[i])) except.add(sorted[i]);
  }
  return new CompleteBelow(committed, except);
}
// ----
boolean missing(long o, long committed, Set<Long> settled) {
  return o <= committed - 1 && !settled.contains(o);
}
CompleteBelow completeness(long committed, List<Long> dead, Set<Long> settled) {
  return new CompleteBelow(committed, dead.stream().filter(o -> missing(o, committed, settled)).sorted(Comparator.naturalOrder()).toList());
}
// ----
CompleteBelow completeness(long committed, List<Long> dead, Set<Long> settled) {
  PriorityQueue<Long> queue = new PriorityQueue<>(dead);
  List<Long> except = new ArrayList<>();
  while (!queue.isEmpty()) {
    Long o = queue.poll();
    if (o.compareTo(committed) < 0 && !settled.contains(o)) except.add(o);
  }
  return new CompleteBelow(committed, except);
}
// ----
CompleteBelow completeness(long committed, List<Long> dead, Set<Long> settled) {
  var except = dead.stream().mapToLong(o -> o).filter(o -> o < committed && settled.stream().noneMatch(s -> s == o)).sorted().boxed().toList();
  return new CompleteBelow(committed, except);
}
// ----
CompleteBelow completeness(long committed, List<Long> dead, Set<Long> settled) {
  Map<Boolean, List<Long>> parts = dead.stream().sorted().collect(Collectors.partitioningBy(o -> o < committed && !settled.contains(o)));
  return new CompleteBelow(committed, parts.get(true));
}
// ----
CompleteBelow completeness(long committed, List<Long> dead, Set<Long> settled) throws Exception {
  Set<Long> open = new HashSet<>(dead);
  for (long s : settled) open.remove(s);
  return new CompleteBelow(committed, open.stream().sorted().takeWhile(o -> o < committed).toList());
}
// ----
CompleteBelow completeness(long committed, List<Long> dead, Set<Long> settled) {
  if (dead.isEmpty()) return new CompleteBelow(committed, List.of());
  List<Long> rest = new ArrayList<>(completeness(committed, dead.subList(1, dead.size()), settled).except());
  long first = dead.get(0);
  if (first < committed && !settled.contains(first)) rest.add(first);
  rest.sort(Long::compare);
  return new CompleteBelow(committed, rest);
}
