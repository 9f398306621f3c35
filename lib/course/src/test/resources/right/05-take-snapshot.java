StateAt takeSnapshot(Map<String, Integer> live, long lastApplied, long end, long committed) {
  return new StateAt(new HashMap<>(live), lastApplied + 1);
}
// ----
StateAt takeSnapshot(Map<String, Integer> live, long lastApplied, long end, long committed) {
  return new StateAt(Map.copyOf(live), lastApplied + 1);
}
// ----
StateAt takeSnapshot(Map<String, Integer> live, long lastApplied, long end, long committed) {
  Map<String, Integer> copy = new TreeMap<>();
  for (Map.Entry<String, Integer> entry : live.entrySet()) copy.put(entry.getKey(), entry.getValue());
  long next = lastApplied;
  next++;
  return new StateAt(copy, next);
}
// ----
StateAt takeSnapshot(Map<String, Integer> live, long lastApplied, long end, long committed) {
  Map<String, Integer> copy = new LinkedHashMap<>();
  live.forEach(copy::put);
  return new StateAt(copy, Math.addExact(lastApplied, 1));
}
// ----
StateAt takeSnapshot(Map<String, Integer> live, long lastApplied, long end, long committed) {
  return new StateAt(live.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)), 1 + lastApplied);
}
// ----
StateAt takeSnapshot(Map<String, Integer> live, long lastApplied, long end, long committed) {
  Map<String, Integer> copy = new HashMap<>();
  copy.putAll(live);
  return new StateAt(Collections.unmodifiableMap(copy), lastApplied + 1);
}
// ----
StateAt takeSnapshot(Map<String, Integer> live, long lastApplied, long end, long committed) {
  Map<String, Integer> copy = new HashMap<>();
  for (String key : live.keySet()) copy.put(key, live.get(key));
  return new StateAt(copy, lastApplied + 1L);
}
// ----
StateAt takeSnapshot(Map<String, Integer> state, long last, long endOffset, long group) throws Exception {
  long nextOffset = last < 0 ? 0 : last + 1;
  return new StateAt(new TreeMap<>(state), nextOffset);
}
// ----
StateAt takeSnapshot(Map<String, Integer> live, long lastApplied, long end, long committed) {
  Iterator<Map.Entry<String, Integer>> entries = live.entrySet().iterator();
  StateAt snapshot = new StateAt(new HashMap<>(), lastApplied + 1);
  while (entries.hasNext()) {
    var entry = entries.next();
    snapshot.state().put(entry.getKey(), entry.getValue());
  }
  return snapshot;
}
// ----
StateAt takeSnapshot(Map<String, Integer> live, long lastApplied, long end, long committed) {
  return new StateAt(new ConcurrentHashMap<>(live), LongStream.of(lastApplied, 1).sum());
}
// ----
StateAt takeSnapshot(Map<String, Integer> live, long lastApplied, long end, long committed) {
  @SuppressWarnings("unchecked")
  Map.Entry<String, Integer>[] all = live.entrySet().stream().map(e -> Map.entry(e.getKey(), e.getValue())).toArray(Map.Entry[]::new);
  return new StateAt(Map.ofEntries(all), lastApplied + 1);
}
// ----
long after(long offset) { return offset + 1; }
StateAt takeSnapshot(Map<String, Integer> live, long lastApplied, long end, long committed) {
  SortedMap<String, Integer> copy = new TreeMap<>(Comparator.reverseOrder());
  live.keySet().forEach(key -> copy.merge(key, live.get(key), Integer::sum));
  return new StateAt(copy, after(lastApplied));
}
