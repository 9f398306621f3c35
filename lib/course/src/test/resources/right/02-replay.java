TableState replay(TableState before, KeyedRecord dead) {
  TableState after = new TableState(new HashMap<>(before.values()), new HashMap<>(before.lastChange()), new HashSet<>(before.replayed()), new HashSet<>(before.superseded()));
  if (before.replayed().contains(dead.offset()) || before.superseded().contains(dead.offset())) return after;
  Long last = before.lastChange().get(dead.key());
  if (last != null && last > dead.offset()) {
    after.superseded().add(dead.offset());
    return after;
  }
  if (dead.value() == null) after.values().remove(dead.key()); else after.values().put(dead.key(), dead.value());
  after.lastChange().put(dead.key(), dead.offset());
  after.replayed().add(dead.offset());
  return after;
}
// ----
TableState replay(TableState before, KeyedRecord dead) {
  Map<String, Integer> values = new TreeMap<>(before.values());
  Map<String, Long> last = new TreeMap<>(before.lastChange());
  Set<Long> replayed = new TreeSet<>(before.replayed());
  Set<Long> superseded = new TreeSet<>(before.superseded());
  if (replayed.contains(dead.offset()) || superseded.contains(dead.offset())) return before;
  if (last.getOrDefault(dead.key(), -1L) > dead.offset()) superseded.add(dead.offset());
  else {
    if (dead.value() == null) values.remove(dead.key()); else values.put(dead.key(), dead.value());
    last.put(dead.key(), dead.offset());
    replayed.add(dead.offset());
  }
  return new TableState(values, last, replayed, superseded);
}
// ----
TableState replay(TableState before, KeyedRecord dead) {
  Map<String, Integer> values = new TreeMap<>(before.values());
  Map<String, Long> last = new TreeMap<>(before.lastChange());
  Set<Long> replayed = new TreeSet<>(before.replayed());
  Set<Long> superseded = new TreeSet<>(before.superseded());
  if (replayed.contains(dead.offset()) || superseded.contains(dead.offset())) return before;
  if (last.getOrDefault(dead.key(), Long.MIN_VALUE) >= dead.offset()) superseded.add(dead.offset());
  else {
    values.compute(dead.key(), (k, v) -> dead.value());
    last.put(dead.key(), dead.offset());
    replayed.add(dead.offset());
  }
  return new TableState(values, last, replayed, superseded);
}
// ----
TableState replay(TableState before, KeyedRecord dead) {
  Map<String, Integer> values = new TreeMap<>(before.values());
  Map<String, Long> last = new TreeMap<>(before.lastChange());
  Set<Long> replayed = new TreeSet<>(before.replayed());
  Set<Long> superseded = new TreeSet<>(before.superseded());
  if (replayed.contains(dead.offset()) || superseded.contains(dead.offset())) return before;
  if (last.containsKey(dead.key()) && last.get(dead.key()) > dead.offset()) superseded.add(dead.offset());
  else {
    values.remove(dead.key());
    if (dead.value() != null) values.put(dead.key(), dead.value());
    last.put(dead.key(), dead.offset());
    replayed.add(dead.offset());
  }
  return new TableState(values, last, replayed, superseded);
}
// ----
TableState replay(TableState before, KeyedRecord dead) {
  Map<String, Integer> values = new TreeMap<>(before.values());
  Map<String, Long> last = new TreeMap<>(before.lastChange());
  Set<Long> replayed = new TreeSet<>(before.replayed());
  Set<Long> superseded = new TreeSet<>(before.superseded());
  if (replayed.contains(dead.offset()) || superseded.contains(dead.offset())) return before;
  if (Optional.ofNullable(last.get(dead.key())).filter(o -> o > dead.offset()).isPresent()) superseded.add(dead.offset());
  else {
    values.compute(dead.key(), (k, v) -> dead.value());
    last.put(dead.key(), dead.offset());
    replayed.add(dead.offset());
  }
  return new TableState(values, last, replayed, superseded);
}
// ----
TableState replay(TableState before, KeyedRecord dead) {
  Map<String, Integer> values = new TreeMap<>(before.values());
  Map<String, Long> last = new TreeMap<>(before.lastChange());
  Set<Long> replayed = new TreeSet<>(before.replayed());
  Set<Long> superseded = new TreeSet<>(before.superseded());
  if (replayed.contains(dead.offset()) || superseded.contains(dead.offset())) return before;
  if (last.entrySet().stream().anyMatch(e -> e.getKey().equals(dead.key()) && e.getValue() > dead.offset())) superseded.add(dead.offset());
  else {
    if (dead.value() == null) values.remove(dead.key()); else values.put(dead.key(), dead.value());
    last.put(dead.key(), dead.offset());
    replayed.add(dead.offset());
  }
  return new TableState(values, last, replayed, superseded);
}
// ----
TableState replay(TableState before, KeyedRecord dead) {
  Map<String, Integer> values = new TreeMap<>(before.values());
  Map<String, Long> last = new TreeMap<>(before.lastChange());
  Set<Long> replayed = new TreeSet<>(before.replayed());
  Set<Long> superseded = new TreeSet<>(before.superseded());
  if (Stream.of(replayed, superseded).anyMatch(set -> set.contains(dead.offset()))) return before;
  if (Math.max(dead.offset(), last.getOrDefault(dead.key(), 0L)) != dead.offset()) superseded.add(dead.offset());
  else {
    values.remove(dead.key());
    if (dead.value() != null) values.put(dead.key(), dead.value());
    last.put(dead.key(), dead.offset());
    replayed.add(dead.offset());
  }
  return new TableState(values, last, replayed, superseded);
}
// ----
enum Fateful { SETTLED, TOO_LATE, EFFECT }
Fateful judge(TableState t, KeyedRecord dead) {
  if (t.replayed().contains(dead.offset()) || t.superseded().contains(dead.offset())) return Fateful.SETTLED;
  return t.lastChange().getOrDefault(dead.key(), -1L) > dead.offset() ? Fateful.TOO_LATE : Fateful.EFFECT;
}
TableState replay(TableState before, KeyedRecord dead) {
  Map<String, Integer> values = new TreeMap<>(before.values());
  Map<String, Long> last = new TreeMap<>(before.lastChange());
  Set<Long> replayed = new TreeSet<>(before.replayed());
  Set<Long> superseded = new TreeSet<>(before.superseded());
  switch (judge(before, dead)) {
    case SETTLED -> { }
    case TOO_LATE -> superseded.add(dead.offset());
    case EFFECT -> {
      values.merge(dead.key(), 0, (a, b) -> a);
      if (dead.value() == null) values.remove(dead.key()); else values.replace(dead.key(), dead.value());
      last.put(dead.key(), dead.offset());
      replayed.add(dead.offset());
    }
  }
  return new TableState(values, last, replayed, superseded);
}
// ----
TableState replay(TableState before, KeyedRecord dead) throws Exception {
  long o = dead.offset();
  if (before.replayed().contains(o)) return before;
  if (before.superseded().contains(o)) return before;
  TableState after = new TableState(new HashMap<>(before.values()), new HashMap<>(before.lastChange()), new HashSet<>(before.replayed()), new HashSet<>(before.superseded()));
  boolean newer = after.lastChange().getOrDefault(dead.key(), -1L) > o;
  (newer ? after.superseded() : after.replayed()).add(o);
  if (!newer) {
    after.lastChange().put(dead.key(), o);
    after.values().put(dead.key(), dead.value());
    after.values().values().removeIf(Objects::isNull);
  }
  return after;
}
// ----
<T> Set<T> with(Set<T> set, T more) {
  Set<T> all = new HashSet<>(set);
  all.add(more);
  return all;
}
<V> Map<String, V> set(Map<String, V> map, String key, V value) {
  Map<String, V> all = new HashMap<>(map);
  all.remove(key);
  if (value != null) all.put(key, value);
  return all;
}
TableState replay(TableState before, KeyedRecord dead) {
  if (before.replayed().contains(dead.offset()) || before.superseded().contains(dead.offset())) return before;
  return before.lastChange().getOrDefault(dead.key(), -1L) > dead.offset()
      ? new TableState(before.values(), before.lastChange(), before.replayed(), with(before.superseded(), dead.offset()))
      : new TableState(set(before.values(), dead.key(), dead.value()), set(before.lastChange(), dead.key(), dead.offset()), with(before.replayed(), dead.offset()), before.superseded());
}
// ----
TableState replay(TableState before, KeyedRecord dead) {
  Map<String, Integer> values = new TreeMap<>(before.values());
  Map<String, Long> last = new TreeMap<>(before.lastChange());
  Set<Long> replayed = new TreeSet<>(before.replayed());
  Set<Long> superseded = new TreeSet<>(before.superseded());
  boolean settled = replayed.contains(dead.offset()) | superseded.contains(dead.offset());
  boolean newer = last.getOrDefault(dead.key(), dead.offset()) > dead.offset();
  if (!settled && newer) superseded.add(dead.offset());
  if (!settled && !newer) {
    last.merge(dead.key(), dead.offset(), Math::max);
    if (dead.value() != null) values.put(dead.key(), dead.value());
    if (dead.value() == null) values.remove(dead.key());
    replayed.add(dead.offset());
  }
  return new TableState(values, last, replayed, superseded);
}
// ----
TableState replay(TableState before, KeyedRecord dead) {
  Set<Long> settled = new HashSet<>(before.replayed());
  settled.addAll(before.superseded());
  if (!settled.add(dead.offset())) return before;
  Map<String, Integer> values = new TreeMap<>(before.values());
  Map<String, Long> last = new TreeMap<>(before.lastChange());
  Set<Long> replayed = new TreeSet<>(before.replayed());
  Set<Long> superseded = new TreeSet<>(before.superseded());
  Long change = last.get(dead.key());
  if (change == null || change < dead.offset()) {
    if (dead.value() == null) values.remove(dead.key()); else values.put(dead.key(), dead.value());
    last.put(dead.key(), dead.offset());
    replayed.add(dead.offset());
  } else {
    superseded.add(dead.offset());
  }
  return new TableState(values, last, replayed, superseded);
}
