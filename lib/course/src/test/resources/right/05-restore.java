Map<String, Integer> restore(TableSnapshot snapshot, List<KeyedRecord> log, long start, long committed) {
  if (start > snapshot.nextOffset()) throw new IllegalStateException("gap");
  Map<String, Integer> state = new HashMap<>(snapshot.state());
  for (KeyedRecord change : log) {
    if (change.offset() >= snapshot.nextOffset()) state.merge(change.key(), change.value(), Integer::sum);
  }
  return state;
}
// ----
Map<String, Integer> restore(TableSnapshot snapshot, List<KeyedRecord> log, long start, long committed) {
  if (snapshot.nextOffset() < start) throw new IllegalStateException("start=" + start + ", next=" + snapshot.nextOffset());
  Map<String, Integer> state = new TreeMap<>(snapshot.state());
  log.stream().filter(c -> c.offset() >= snapshot.nextOffset()).forEach(c -> state.put(c.key(), state.getOrDefault(c.key(), 0) + c.value()));
  return state;
}
// ----
Map<String, Integer> restore(TableSnapshot snapshot, List<KeyedRecord> log, long start, long committed) {
  boolean gap = start > snapshot.nextOffset();
  if (!gap) {
    Map<String, Integer> state = new HashMap<>();
    state.putAll(snapshot.state());
    for (int i = 0; i < log.size(); i++) {
      KeyedRecord c = log.get(i);
      if (c.offset() < snapshot.nextOffset()) continue;
      Integer old = state.get(c.key());
      state.put(c.key(), old == null ? c.value() : old + c.value());
    }
    return state;
  }
  throw new IllegalStateException();
}
// ----
void require(boolean condition) { if (!condition) throw new IllegalStateException("retention gap"); }
Map<String, Integer> restore(TableSnapshot snapshot, List<KeyedRecord> log, long start, long committed) {
  require(start <= snapshot.nextOffset());
  var state = new LinkedHashMap<>(snapshot.state());
  for (var c : log) if (c.offset() > snapshot.nextOffset() - 1) state.compute(c.key(), (k, v) -> (v == null ? 0 : v) + c.value());
  return state;
}
// ----
Map<String, Integer> restore(TableSnapshot snapshot, List<KeyedRecord> log, long start, long committed) {
  if (start > snapshot.nextOffset()) throw new IllegalStateException();
  return Stream.concat(
          snapshot.state().entrySet().stream().map(e -> new KeyedRecord(-1, e.getKey(), e.getValue())),
          log.stream().filter(c -> c.offset() >= snapshot.nextOffset()))
      .collect(Collectors.groupingBy(KeyedRecord::key, Collectors.summingInt(KeyedRecord::value)));
}
// ----
Map<String, Integer> restore(TableSnapshot snapshot, List<KeyedRecord> log, long start, long committed) {
  if (start > snapshot.nextOffset()) { throw new IllegalStateException("lost"); }
  Map<String, Integer> state = new HashMap<>(snapshot.state());
  Iterator<KeyedRecord> at = log.iterator();
  while (at.hasNext()) {
    KeyedRecord c = at.next();
    boolean known = state.containsKey(c.key());
    if (c.offset() >= snapshot.nextOffset()) {
      if (known) state.replace(c.key(), state.get(c.key()) + c.value()); else state.put(c.key(), c.value());
    }
  }
  return state;
}
// ----
Map<String, Integer> replayed(Map<String, Integer> state, List<KeyedRecord> rest) {
  if (rest.isEmpty()) return state;
  state.merge(rest.get(0).key(), rest.get(0).value(), (a, b) -> a + b);
  return replayed(state, rest.subList(1, rest.size()));
}
Map<String, Integer> restore(TableSnapshot snapshot, List<KeyedRecord> log, long start, long committed) {
  if (start > snapshot.nextOffset()) throw new IllegalStateException();
  List<KeyedRecord> suffix = log.stream().dropWhile(c -> c.offset() < snapshot.nextOffset()).toList();
  return replayed(new HashMap<>(snapshot.state()), suffix);
}
// ----
Map<String, Integer> restore(TableSnapshot snapshot, List<KeyedRecord> log, long start, long committed) {
  class Gap extends IllegalStateException { Gap(String message) { super(message); } }
  if (start > snapshot.nextOffset()) throw new Gap("an own exception, of the kind that was asked for");
  Map<String, Integer> state = new TreeMap<>(snapshot.state());
  for (KeyedRecord c : log) if (c.offset() >= snapshot.nextOffset()) state.merge(c.key(), c.value(), Math::addExact);
  return state;
}
// ----
TreeMap<String, Integer> restore(TableSnapshot snapshot, List<KeyedRecord> log, long start, long committed) {
  if (start - snapshot.nextOffset() > 0) throw new IllegalStateException();
  TreeMap<String, Integer> state = new TreeMap<>();
  for (Map.Entry<String, Integer> e : snapshot.state().entrySet()) state.put(e.getKey(), e.getValue());
  for (long offset = snapshot.nextOffset(); ; offset++) {
    long wanted = offset;
    Optional<KeyedRecord> c = log.stream().filter(change -> change.offset() == wanted).findFirst();
    if (c.isEmpty()) return state;
    state.merge(c.get().key(), c.get().value(), Integer::sum);
  }
}
// ----
record Replayed(Map<String, Integer> state, long next) {
  Replayed apply(KeyedRecord c) {
    if (c.offset() < next) return this;
    Map<String, Integer> more = new HashMap<>(state);
    more.merge(c.key(), c.value(), Integer::sum);
    return new Replayed(more, c.offset() + 1);
  }
}
Map<String, Integer> restore(TableSnapshot snapshot, List<KeyedRecord> log, long start, long committed) {
  if (start > snapshot.nextOffset()) throw new IllegalStateException();
  Replayed replay = new Replayed(snapshot.state(), snapshot.nextOffset());
  for (KeyedRecord c : log) replay = replay.apply(c);
  return replay.state();
}
// ----
Map<String, Integer> restore(TableSnapshot snapshot, List<KeyedRecord> log, long start, long committed) throws Exception {
  if (start > snapshot.nextOffset()) throw new IllegalStateException("retention gap");
  List<KeyedRecord> newer = new ArrayList<>(log);
  newer.removeIf(c -> c.offset() < snapshot.nextOffset());
  Set<String> keys = new HashSet<>(snapshot.state().keySet());
  newer.forEach(c -> keys.add(c.key()));
  Map<String, Integer> state = new HashMap<>();
  for (String key : keys) state.put(key, snapshot.state().getOrDefault(key, 0) + newer.stream().filter(c -> c.key().equals(key)).mapToInt(KeyedRecord::value).sum());
  return state;
}
// ----
HashMap<String, Integer> restore(TableSnapshot s, List<KeyedRecord> log, long start, long committed) {
  Optional.of(start).filter(first -> first <= s.nextOffset()).orElseThrow(IllegalStateException::new);
  return log.stream().filter(c -> c.offset() >= s.nextOffset()).collect(
      () -> new HashMap<>(s.state()), (state, c) -> state.merge(c.key(), c.value(), Integer::sum), HashMap::putAll);
}
