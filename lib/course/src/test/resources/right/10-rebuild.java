TableSnapshot rebuild(TableSnapshot snapshot, List<KeyedRecord> log) {
  Map<String, Integer> state = new HashMap<>(snapshot.state());
  long next = snapshot.nextOffset();
  for (KeyedRecord r : log) {
    if (r.offset() < snapshot.nextOffset()) continue;
    if (r.value() == null) state.remove(r.key());
    else state.put(r.key(), r.value());
    next = r.offset() + 1;
  }
  return new TableSnapshot(state, next);
}
// ----
TableSnapshot rebuild(TableSnapshot snapshot, List<KeyedRecord> log) {
  var suffix = log.stream().filter(r -> r.offset() >= snapshot.nextOffset()).toList();
  Map<String, Integer> state = new HashMap<>(snapshot.state());
  suffix.forEach(r -> state.put(r.key(), r.value()));
  state.values().removeIf(Objects::isNull);
  long next = suffix.isEmpty() ? snapshot.nextOffset() : suffix.get(suffix.size() - 1).offset() + 1;
  return new TableSnapshot(state, next);
}
// ----
TableSnapshot rebuild(TableSnapshot snapshot, List<KeyedRecord> log) {
  TreeMap<String, Integer> table = new TreeMap<>(snapshot.state());
  log.stream().filter(r -> r.offset() >= snapshot.nextOffset())
      .forEach(r -> table.compute(r.key(), (key, old) -> r.value()));
  long last = log.stream().mapToLong(KeyedRecord::offset).max().orElse(-1);
  return new TableSnapshot(table, Math.max(snapshot.nextOffset(), last + 1));
}
// ----
TableSnapshot rebuild(TableSnapshot snapshot, List<KeyedRecord> log) {
  Map<String, Integer> state = new LinkedHashMap<>();
  state.putAll(snapshot.state());
  long next = snapshot.nextOffset();
  for (int i = 0; i < log.size(); i++) {
    KeyedRecord r = log.get(i);
    if (r.offset() >= next) {
      if (r.value() != null) {
        state.put(r.key(), r.value());
      } else {
        state.remove(r.key());
      }
      next = r.offset() + 1;
    }
  }
  return new TableSnapshot(state, next);
}
// ----
TableSnapshot rebuild(TableSnapshot from, List<KeyedRecord> records) {
  HashMap<String, Integer> state = new HashMap<>(from.state());
  long next = from.nextOffset();
  Iterator<KeyedRecord> all = records.iterator();
  while (all.hasNext()) {
    KeyedRecord r = all.next();
    if (r.offset() < from.nextOffset()) {
      continue;
    }
    Integer value = r.value();
    if (value == null) {
      state.remove(r.key());
    } else {
      state.put(r.key(), value);
    }
    next = Math.max(next, r.offset() + 1);
  }
  return new TableSnapshot(state, next);
}
// ----
TableSnapshot rebuild(TableSnapshot snapshot, List<KeyedRecord> log) {
  Map<String, KeyedRecord> last = new HashMap<>();
  for (KeyedRecord r : log) {
    if (r.offset() >= snapshot.nextOffset()) last.put(r.key(), r);
  }
  Map<String, Integer> state = new HashMap<>(snapshot.state());
  last.forEach((key, r) -> {
    if (r.value() == null) state.remove(key); else state.put(key, r.value());
  });
  long next = last.values().stream().mapToLong(r -> r.offset() + 1).max().orElse(snapshot.nextOffset());
  return new TableSnapshot(state, next);
}
// ----
TableSnapshot rebuild(TableSnapshot snapshot, List<KeyedRecord> log) {
  int first = 0;
  while (first < log.size() && log.get(first).offset() < snapshot.nextOffset()) first++;
  List<KeyedRecord> suffix = log.subList(first, log.size());
  Map<String, Integer> state = new HashMap<>(snapshot.state());
  for (KeyedRecord r : suffix) {
    if (r.value() == null) state.remove(r.key()); else state.put(r.key(), r.value());
  }
  return new TableSnapshot(
      state, suffix.isEmpty() ? snapshot.nextOffset() : suffix.get(suffix.size() - 1).offset() + 1);
}
// ----
TableSnapshot rebuild(TableSnapshot snapshot, List<KeyedRecord> log) {
  TableSnapshot table = new TableSnapshot(new HashMap<>(snapshot.state()), snapshot.nextOffset());
  for (KeyedRecord r : log) {
    if (r.offset() >= table.nextOffset()) {
      if (r.value() == null) table.state().remove(r.key()); else table.state().put(r.key(), r.value());
      table = new TableSnapshot(table.state(), r.offset() + 1);
    }
  }
  return table;
}
// ----
TableSnapshot rebuild(TableSnapshot snapshot, List<KeyedRecord> log) {
  Map<String, Integer> state = new HashMap<>(snapshot.state());
  long[] next = {snapshot.nextOffset()};
  log.stream().dropWhile(r -> r.offset() < snapshot.nextOffset()).forEachOrdered(r -> {
    state.merge(r.key(), r.value() == null ? 0 : r.value(), (a, b) -> b);
    if (r.value() == null) state.remove(r.key());
    next[0] = r.offset() + 1;
  });
  return new TableSnapshot(state, next[0]);
}
// ----
TableSnapshot rebuild(TableSnapshot snapshot, List<KeyedRecord> log) {
  Map<String, Integer> state = new java.util.concurrent.ConcurrentHashMap<>(snapshot.state());
  long next = snapshot.nextOffset();
  for (var r : log) {
    boolean applies = !(r.offset() < snapshot.nextOffset());
    if (applies && r.value() == null) state.keySet().remove(r.key());
    if (applies && r.value() != null) state.put(r.key(), r.value());
    if (applies) next = 1 + r.offset();
  }
  return new TableSnapshot(state, next);
}
// ----
TableSnapshot rebuild(TableSnapshot snapshot, List<KeyedRecord> log) {
  if (log.isEmpty() || log.get(log.size() - 1).offset() < snapshot.nextOffset()) return snapshot;
  Map<String, Integer> state = new HashMap<>(snapshot.state());
  for (KeyedRecord r : log) {
    if (r.offset() >= snapshot.nextOffset()) {
      state.remove(r.key());
      if (r.value() != null) state.put(r.key(), r.value());
    }
  }
  return new TableSnapshot(state, log.get(log.size() - 1).offset() + 1);
}
// ----
TableSnapshot rebuild(TableSnapshot snapshot, List<KeyedRecord> log) {
  Set<String> deleted = new HashSet<>();
  Map<String, Integer> state = new HashMap<>(snapshot.state());
  long next = snapshot.nextOffset();
  for (KeyedRecord r : log) {
    if (r.offset() >= snapshot.nextOffset()) {
      if (r.value() == null) deleted.add(r.key());
      else { deleted.remove(r.key()); state.put(r.key(), r.value()); }
      next = r.offset() + 1;
    }
  }
  state.keySet().removeAll(deleted);
  return new TableSnapshot(state, next);
}
