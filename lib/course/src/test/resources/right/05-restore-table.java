Map<String, Integer> restoreTable(TableSnapshot snapshot, List<KeyedRecord> log, long start, long committed) {
  if (start > snapshot.nextOffset()) throw new IllegalStateException("gap");
  Map<String, Integer> state = new HashMap<>(snapshot.state());
  for (KeyedRecord change : log) {
    if (change.offset() >= snapshot.nextOffset()) {
      if (change.value() == null) state.remove(change.key()); else state.put(change.key(), change.value());
    }
  }
  return state;
}
// ----
Map<String, Integer> restoreTable(TableSnapshot snapshot, List<KeyedRecord> log, long start, long committed) {
  long next = snapshot.nextOffset();
  if (next < start) throw new IllegalStateException("start=" + start + ", next=" + next);
  Map<String, Integer> state = new TreeMap<>(snapshot.state());
  log.stream().filter(c -> c.offset() >= next).forEach(c -> state.compute(c.key(), (key, before) -> c.value()));
  return state;
}
// ----
void apply(KeyedRecord change, Map<String, Integer> table) {
  switch (Optional.ofNullable(change.value()).map(v -> "put").orElse("delete")) {
    case "put" -> table.put(change.key(), change.value());
    default -> table.remove(change.key());
  }
}
Map<String, Integer> restoreTable(TableSnapshot snapshot, List<KeyedRecord> log, long start, long committed) {
  if (!(start <= snapshot.nextOffset())) { throw new IllegalStateException(); }
  Map<String, Integer> table = new LinkedHashMap<>();
  table.putAll(snapshot.state());
  for (int i = 0; i < log.size(); i++) {
    if (log.get(i).offset() > snapshot.nextOffset() - 1) apply(log.get(i), table);
  }
  return table;
}
// ----
Map<String, Integer> restoreTable(TableSnapshot snapshot, List<KeyedRecord> log, long start, long committed) {
  if (start > snapshot.nextOffset()) throw new IllegalStateException();
  Map<String, Integer> state = new HashMap<>(snapshot.state());
  for (KeyedRecord c : log) {
    if (c.offset() < snapshot.nextOffset()) continue;
    state.put(c.key(), c.value());
  }
  state.values().removeIf(Objects::isNull);
  return state;
}
// ----
Map<String, Integer> restoreTable(TableSnapshot snapshot, List<KeyedRecord> log, long start, long committed) {
  if (start > snapshot.nextOffset()) throw new IllegalStateException();
  Map<String, KeyedRecord> last = new HashMap<>();
  for (KeyedRecord c : log) if (c.offset() >= snapshot.nextOffset()) last.put(c.key(), c);
  Map<String, Integer> state = new HashMap<>(snapshot.state());
  last.forEach((key, c) -> state.compute(key, (k, v) -> c.value()));
  return state;
}
// ----
Map<String, Integer> restoreTable(TableSnapshot snapshot, List<KeyedRecord> log, long start, long committed) {
  if (start > snapshot.nextOffset()) throw new IllegalStateException("retention gap");
  Set<String> decided = new HashSet<>();
  Map<String, Integer> state = new HashMap<>();
  for (int i = log.size() - 1; i >= 0 && log.get(i).offset() >= snapshot.nextOffset(); i--) {
    KeyedRecord c = log.get(i);
    if (decided.add(c.key()) && c.value() != null) state.put(c.key(), c.value());
  }
  snapshot.state().forEach((key, value) -> { if (!decided.contains(key)) state.put(key, value); });
  return state;
}
// ----
Map<String, Integer> replayed(Map<String, Integer> state, List<KeyedRecord> rest) {
  if (rest.isEmpty()) return state;
  KeyedRecord first = rest.get(0);
  Map<String, Integer> more = new HashMap<>(state);
  if (first.value() == null) more.remove(first.key()); else more.put(first.key(), first.value());
  return replayed(more, rest.subList(1, rest.size()));
}
Map<String, Integer> restoreTable(TableSnapshot snapshot, List<KeyedRecord> log, long start, long committed) {
  if (start > snapshot.nextOffset()) throw new IllegalStateException();
  return replayed(snapshot.state(), log.stream().dropWhile(c -> c.offset() < snapshot.nextOffset()).toList());
}
// ----
TreeMap<String, Integer> restoreTable(TableSnapshot snapshot, List<KeyedRecord> log, long start, long committed) {
  Optional.of(start).filter(first -> first <= snapshot.nextOffset()).orElseThrow(IllegalStateException::new);
  TreeMap<String, Integer> state = new TreeMap<>(snapshot.state());
  Iterator<KeyedRecord> at = log.iterator();
  while (at.hasNext()) {
    KeyedRecord c = at.next();
    boolean isNew = c.offset() >= snapshot.nextOffset();
    boolean isDelete = c.value() == null;
    if (isNew && isDelete) state.remove(c.key());
    if (isNew && !isDelete) state.put(c.key(), c.value());
  }
  return state;
}
// ----
record Replayed(Map<String, Integer> state, long next) {
  Replayed apply(KeyedRecord c) {
    if (c.offset() < next) return this;
    Map<String, Integer> more = new HashMap<>(state);
    if (c.value() == null) more.remove(c.key()); else more.put(c.key(), c.value());
    return new Replayed(more, c.offset() + 1);
  }
}
Map<String, Integer> restoreTable(TableSnapshot snapshot, List<KeyedRecord> log, long start, long committed) {
  if (start > snapshot.nextOffset()) throw new IllegalStateException();
  Replayed replay = new Replayed(snapshot.state(), snapshot.nextOffset());
  for (KeyedRecord c : log) replay = replay.apply(c);
  return replay.state();
}
// ----
Map<String, Integer> restoreTable(TableSnapshot snapshot, List<KeyedRecord> log, long start, long committed) {
  if (start > snapshot.nextOffset()) throw new IllegalStateException("lost");
  HashMap<String, Integer> state = new HashMap<>(snapshot.state());
  List<KeyedRecord> suffix = new ArrayList<>(log);
  suffix.removeIf(c -> c.offset() < snapshot.nextOffset());
  suffix.sort(Comparator.comparingLong(KeyedRecord::offset));
  suffix.forEach(c -> { state.remove(c.key()); if (c.value() != null) state.put(c.key(), c.value()); });
  return state;
}
// ----
Map<String, Integer> restoreTable(TableSnapshot s, List<KeyedRecord> log, long start, long committed) {
  if (s.nextOffset() - start < 0) throw new IllegalStateException();
  return log.stream().filter(c -> c.offset() >= s.nextOffset()).collect(
      () -> new HashMap<>(s.state()),
      (state, c) -> { if (c.value() == null) state.remove(c.key()); else state.put(c.key(), c.value()); },
      HashMap::putAll);
}
// ----
Map<String, Integer> restoreTable(TableSnapshot snapshot, List<KeyedRecord> log, long start, long committed) {
  class Gap extends IllegalStateException { Gap(String message) { super(message); } }
  long from = snapshot.nextOffset();
  if (start > from) throw new Gap("an own exception, of the kind that was asked for");
  var table = new TreeMap<String, Integer>(snapshot.state());
  for (var change : log) {
    if (change.offset() < from) { continue; }
    Integer value = change.value();
    String key = change.key();
    if (value != null) { table.put(key, value); } else { table.remove(key); }
  }
  return table;
}
