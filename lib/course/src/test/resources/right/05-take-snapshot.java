TableSnapshot takeSnapshot(Map<String, Integer> live, long lastApplied, long end, long committed) {
  return new TableSnapshot(new HashMap<>(live), lastApplied + 1);
}
// ----
TableSnapshot takeSnapshot(Map<String, Integer> live, long lastApplied, long end, long committed) {
  return new TableSnapshot(Map.copyOf(live), lastApplied + 1);
}
// ----
TableSnapshot takeSnapshot(Map<String, Integer> live, long lastApplied, long end, long committed) {
  Map<String, Integer> copy = new TreeMap<>();
  for (Map.Entry<String, Integer> entry : live.entrySet()) copy.put(entry.getKey(), entry.getValue());
  long next = lastApplied;
  next++;
  return new TableSnapshot(copy, next);
}
// ----
TableSnapshot takeSnapshot(Map<String, Integer> live, long lastApplied, long end, long committed) {
  Map<String, Integer> copy = new LinkedHashMap<>();
  live.forEach(copy::put);
  return new TableSnapshot(copy, Math.addExact(lastApplied, 1));
}
// ----
TableSnapshot takeSnapshot(Map<String, Integer> live, long lastApplied, long end, long committed) {
  return new TableSnapshot(live.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)), 1 + lastApplied);
}
// ----
TableSnapshot takeSnapshot(Map<String, Integer> live, long lastApplied, long end, long committed) {
  Map<String, Integer> copy = new HashMap<>();
  copy.putAll(live);
  return new TableSnapshot(Collections.unmodifiableMap(copy), lastApplied + 1);
}
// ----
TableSnapshot takeSnapshot(Map<String, Integer> live, long lastApplied, long end, long committed) {
  Map<String, Integer> copy = new HashMap<>();
  for (String key : live.keySet()) copy.put(key, live.get(key));
  return new TableSnapshot(copy, lastApplied + 1L);
}
// ----
TableSnapshot takeSnapshot(Map<String, Integer> state, long last, long endOffset, long group) throws Exception {
  long nextOffset = last < 0 ? 0 : last + 1;
  return new TableSnapshot(new TreeMap<>(state), nextOffset);
}
// ----
TableSnapshot takeSnapshot(Map<String, Integer> live, long lastApplied, long end, long committed) {
  Iterator<Map.Entry<String, Integer>> entries = live.entrySet().iterator();
  TableSnapshot snapshot = new TableSnapshot(new HashMap<>(), lastApplied + 1);
  while (entries.hasNext()) {
    var entry = entries.next();
    snapshot.state().put(entry.getKey(), entry.getValue());
  }
  return snapshot;
}
// ----
TableSnapshot takeSnapshot(Map<String, Integer> live, long lastApplied, long end, long committed) {
  return new TableSnapshot(new ConcurrentHashMap<>(live), LongStream.of(lastApplied, 1).sum());
}
// ----
TableSnapshot takeSnapshot(Map<String, Integer> live, long lastApplied, long end, long committed) {
  @SuppressWarnings("unchecked")
  Map.Entry<String, Integer>[] all = live.entrySet().stream().map(e -> Map.entry(e.getKey(), e.getValue())).toArray(Map.Entry[]::new);
  return new TableSnapshot(Map.ofEntries(all), lastApplied + 1);
}
// ----
long after(long offset) { return offset + 1; }
TableSnapshot takeSnapshot(Map<String, Integer> live, long lastApplied, long end, long committed) {
  SortedMap<String, Integer> copy = new TreeMap<>(Comparator.reverseOrder());
  live.keySet().forEach(key -> copy.merge(key, live.get(key), Integer::sum));
  return new TableSnapshot(copy, after(lastApplied));
}
