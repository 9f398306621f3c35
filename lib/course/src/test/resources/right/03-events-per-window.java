Map<Long, Long> eventsPerWindow(ToyPolicyResult result, long size) {
  Map<Long, Long> counts = new HashMap<>();
  for (long t : result.onTime()) counts.merge(Math.floorDiv(t, size) * size, 1L, Long::sum);
  return counts;
}
// ----
Map<Long, Long> eventsPerWindow(ToyPolicyResult result, long size) {
  return result.onTime().stream().collect(Collectors.groupingBy(t -> t - Math.floorMod(t, size), Collectors.counting()));
}
// ----
TreeMap<Long, Long> eventsPerWindow(ToyPolicyResult result, long size) {
  TreeMap<Long, Long> counts = new TreeMap<>();
  for (Long t : result.onTime()) {
    long start = Math.floorDiv(t, size) * size;
    counts.put(start, counts.getOrDefault(start, 0L) + 1);
  }
  return counts;
}
// ----
Map<Long, Long> eventsPerWindow(ToyPolicyResult result, long size) {
  Map<Long, Long> counts = new LinkedHashMap<>();
  result.onTime().forEach(t -> counts.compute(t - Math.floorMod(t, size), (start, n) -> n == null ? 1 : n + 1));
  return counts;
}
// ----
Map<Long, Long> eventsPerWindow(ToyPolicyResult result, long size) {
  Map<Long, Long> counts = new HashMap<>();
  for (int i = 0; i < result.onTime().size(); i++) {
    long t = result.onTime().get(i), start = t / size * size;
    if (start > t) start -= size;
    if (!counts.containsKey(start)) counts.put(start, 0L);
    counts.put(start, counts.get(start) + 1L);
  }
  return counts;
}
// ----
Map<Long, Long> eventsPerWindow(ToyPolicyResult result, long size) {
  Map<Long, List<Long>> windows = new HashMap<>();
  for (long t : result.onTime()) windows.computeIfAbsent(t - ((t % size) + size) % size, start -> new ArrayList<>()).add(t);
  Map<Long, Long> counts = new HashMap<>();
  windows.forEach((start, events) -> counts.put(start, (long) events.size()));
  return counts;
}
// ----
Map<Long, Long> eventsPerWindow(ToyPolicyResult result, long size) {
  return result.onTime().stream().collect(Collectors.toMap(t -> Math.floorDiv(t, size) * size, t -> 1L, Long::sum, TreeMap::new));
}
// ----
Map<Long, Long> counted(List<Long> rest, long size) {
  if (rest.isEmpty()) return new HashMap<>();
  Map<Long, Long> counts = counted(rest.subList(1, rest.size()), size);
  counts.merge(rest.get(0) - Math.floorMod(rest.get(0), size), 1L, (a, b) -> a + b);
  return counts;
}
Map<Long, Long> eventsPerWindow(ToyPolicyResult result, long size) { return counted(result.onTime(), size); }
// ----
Map<Long, Long> eventsPerWindow(ToyPolicyResult result, long size) {
  Set<Long> starts = new TreeSet<>();
  for (long t : result.onTime()) starts.add(Math.floorDiv(t, size) * size);
  Map<Long, Long> counts = new TreeMap<>();
  for (long start : starts) counts.put(start, result.onTime().stream().filter(t -> t >= start && t < start + size).count());
  return counts;
}
// ----
long startOf(long t, long size) { return t - Math.floorMod(t, size); }
Map<Long, Long> eventsPerWindow(ToyPolicyResult result, long size) {
  List<Long> starts = result.onTime().stream().map(t -> startOf(t, size)).sorted().toList();
  Map<Long, Long> counts = new HashMap<>();
  for (Long start : starts) counts.put(start, (long) Collections.frequency(starts, start));
  return counts;
}
// ----
Map<Long, Long> eventsPerWindow(ToyPolicyResult result, long size) {
  return Collections.unmodifiableMap(result.onTime().parallelStream().collect(Collectors.groupingByConcurrent(t -> Math.floorDiv(t, size) * size, Collectors.counting())));
}
// ----
HashMap<Long, Long> eventsPerWindow(ToyPolicyResult toy, long width) {
  var counts = new HashMap<Long, Long>();
  var events = new ArrayDeque<>(toy.onTime());
  while (!events.isEmpty()) {
    var start = Math.floorDiv(events.peek(), width) * width;
    counts.putIfAbsent(start, 0L);
    counts.replace(start, counts.get(start) + 1);
    events.poll();
  }
  return counts;
}
