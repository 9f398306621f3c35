List<KeyedRecord> compact(List<KeyedRecord> log, long activeFrom) {
  Map<String, Long> last = new HashMap<>();
  for (KeyedRecord c : log) if (c.offset() < activeFrom) last.put(c.key(), c.offset());
  List<KeyedRecord> kept = new ArrayList<>();
  for (KeyedRecord c : log) if (c.offset() >= activeFrom || last.get(c.key()) == c.offset()) kept.add(c);
  return kept;
}
// ----
List<KeyedRecord> compact(List<KeyedRecord> log, long activeFrom) {
  Map<String, KeyedRecord> last = new LinkedHashMap<>();
  for (KeyedRecord c : log) {
    if (c.offset() < activeFrom) {
      last.remove(c.key());
      last.put(c.key(), c);
    }
  }
  List<KeyedRecord> kept = new ArrayList<>(last.values());
  log.stream().filter(c -> c.offset() >= activeFrom).forEach(kept::add);
  return kept;
}
// ----
List<KeyedRecord> compact(List<KeyedRecord> log, long activeFrom) {
  Map<String, KeyedRecord> last = log.stream().filter(c -> c.offset() < activeFrom)
      .collect(Collectors.toMap(KeyedRecord::key, c -> c, (older, newer) -> newer));
  return log.stream().filter(c -> c.offset() >= activeFrom || last.get(c.key()) == c).toList();
}
// ----
List<KeyedRecord> compact(List<KeyedRecord> log, long activeFrom) {
  LinkedList<KeyedRecord> kept = new LinkedList<>();
  Set<String> seen = new HashSet<>();
  for (int i = log.size() - 1; i >= 0; i--) {
    KeyedRecord c = log.get(i);
    if (c.offset() >= activeFrom || seen.add(c.key())) kept.addFirst(c);
  }
  return kept;
}
// ----
List<KeyedRecord> compact(List<KeyedRecord> log, long activeFrom) {
  TreeMap<Long, KeyedRecord> byOffset = new TreeMap<>();
  Map<String, Long> latest = new HashMap<>();
  for (KeyedRecord c : log) {
    byOffset.put(c.offset(), c);
    if (c.offset() < activeFrom) {
      Long older = latest.put(c.key(), c.offset());
      if (older != null) byOffset.remove(older);
    }
  }
  return new ArrayList<>(byOffset.values());
}
// ----
List<KeyedRecord> compact(List<KeyedRecord> log, long activeFrom) {
  return log.stream()
      .filter(c -> c.offset() >= activeFrom
          || log.stream().noneMatch(d -> d.key().equals(c.key()) && d.offset() > c.offset() && d.offset() < activeFrom))
      .collect(Collectors.toList());
}
// ----
List<KeyedRecord> compact(List<KeyedRecord> log, long activeFrom) {
  List<KeyedRecord> kept = new ArrayList<>(log);
  for (KeyedRecord newer : log) {
    if (newer.offset() >= activeFrom) continue;
    kept.removeIf(older -> older.key().equals(newer.key()) && older.offset() < newer.offset());
  }
  return kept;
}
// ----
List<KeyedRecord> compact(List<KeyedRecord> log, long activeFrom) {
  List<KeyedRecord> closed = log.stream().takeWhile(c -> c.offset() < activeFrom).toList();
  List<KeyedRecord> active = log.subList(closed.size(), log.size());
  Stream<KeyedRecord> kept = closed.stream().collect(Collectors.groupingBy(KeyedRecord::key)).values().stream()
      .map(changes -> changes.get(changes.size() - 1)).sorted(Comparator.comparing(KeyedRecord::offset));
  return Stream.concat(kept, active.stream()).toList();
}
// ----
boolean superseded(List<KeyedRecord> later, String key, long activeFrom) {
  if (later.isEmpty() || later.get(0).offset() >= activeFrom) return false;
  return later.get(0).key().equals(key) || superseded(later.subList(1, later.size()), key, activeFrom);
}
List<KeyedRecord> compact(List<KeyedRecord> log, long activeFrom) {
  List<KeyedRecord> kept = new ArrayList<>();
  for (int i = 0; i < log.size(); i++) {
    if (!superseded(log.subList(i + 1, log.size()), log.get(i).key(), activeFrom)) kept.add(log.get(i));
  }
  return kept;
}
// ----
ArrayList<KeyedRecord> compact(List<KeyedRecord> log, long activeFrom) {
  var best = new TreeMap<String, KeyedRecord>();
  var rest = new ArrayList<KeyedRecord>();
  for (var c : log) if (c.offset() >= activeFrom) rest.add(c); else best.merge(c.key(), c, BinaryOperator.maxBy(Comparator.comparingLong(KeyedRecord::offset)));
  var kept = new ArrayList<>(best.values());
  kept.addAll(rest);
  kept.sort(Comparator.comparingLong(KeyedRecord::offset));
  return kept;
}
// ----
record Slot(String key, Integer value, long offset, long timestamp) { KeyedRecord change() { return new KeyedRecord(offset, key, value, timestamp); } }
List<KeyedRecord> compact(List<KeyedRecord> log, long activeFrom) {
  Map<String, Slot> slots = new HashMap<>();
  PriorityQueue<Slot> out = new PriorityQueue<>(Comparator.comparingLong(Slot::offset));
  for (KeyedRecord c : log) {
    Slot slot = new Slot(c.key(), c.value(), c.offset(), c.timestamp());
    if (c.offset() < activeFrom) slots.put(c.key(), slot); else out.add(slot);
  }
  out.addAll(slots.values());
  return Stream.generate(out::poll).limit(out.size()).map(Slot::change).toList();
}
// ----
List<KeyedRecord> compact(List<KeyedRecord> log, long activeFrom) {
  if (log.isEmpty()) return Collections.emptyList();
  LinkedHashSet<KeyedRecord> kept = new LinkedHashSet<>(log);
  Map<String, KeyedRecord> before = new HashMap<>();
  for (Iterator<KeyedRecord> at = log.iterator(); at.hasNext(); ) {
    KeyedRecord c = at.next();
    if (c.offset() >= activeFrom) break;
    KeyedRecord older = before.put(c.key(), c);
    if (older != null) kept.remove(older);
  }
  return new ArrayList<>(kept);
}
