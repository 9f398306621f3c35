List<Change> compact(List<Change> log, long activeFrom) {
  Map<String, Long> last = new HashMap<>();
  for (Change c : log) if (c.offset() < activeFrom) last.put(c.key(), c.offset());
  List<Change> kept = new ArrayList<>();
  for (Change c : log) if (c.offset() >= activeFrom || last.get(c.key()) == c.offset()) kept.add(c);
  return kept;
}
// ----
List<Change> compact(List<Change> log, long activeFrom) {
  Map<String, Change> last = new LinkedHashMap<>();
  for (Change c : log) {
    if (c.offset() < activeFrom) {
      last.remove(c.key());
      last.put(c.key(), c);
    }
  }
  List<Change> kept = new ArrayList<>(last.values());
  log.stream().filter(c -> c.offset() >= activeFrom).forEach(kept::add);
  return kept;
}
// ----
List<Change> compact(List<Change> log, long activeFrom) {
  Map<String, Change> last = log.stream().filter(c -> c.offset() < activeFrom)
      .collect(Collectors.toMap(Change::key, c -> c, (older, newer) -> newer));
  return log.stream().filter(c -> c.offset() >= activeFrom || last.get(c.key()) == c).toList();
}
// ----
List<Change> compact(List<Change> log, long activeFrom) {
  LinkedList<Change> kept = new LinkedList<>();
  Set<String> seen = new HashSet<>();
  for (int i = log.size() - 1; i >= 0; i--) {
    Change c = log.get(i);
    if (c.offset() >= activeFrom || seen.add(c.key())) kept.addFirst(c);
  }
  return kept;
}
// ----
List<Change> compact(List<Change> log, long activeFrom) {
  TreeMap<Long, Change> byOffset = new TreeMap<>();
  Map<String, Long> latest = new HashMap<>();
  for (Change c : log) {
    byOffset.put(c.offset(), c);
    if (c.offset() < activeFrom) {
      Long older = latest.put(c.key(), c.offset());
      if (older != null) byOffset.remove(older);
    }
  }
  return new ArrayList<>(byOffset.values());
}
// ----
List<Change> compact(List<Change> log, long activeFrom) {
  return log.stream()
      .filter(c -> c.offset() >= activeFrom
          || log.stream().noneMatch(d -> d.key().equals(c.key()) && d.offset() > c.offset() && d.offset() < activeFrom))
      .collect(Collectors.toList());
}
// ----
List<Change> compact(List<Change> log, long activeFrom) {
  List<Change> kept = new ArrayList<>(log);
  for (Change newer : log) {
    if (newer.offset() >= activeFrom) continue;
    kept.removeIf(older -> older.key().equals(newer.key()) && older.offset() < newer.offset());
  }
  return kept;
}
// ----
List<Change> compact(List<Change> log, long activeFrom) {
  List<Change> closed = log.stream().takeWhile(c -> c.offset() < activeFrom).toList();
  List<Change> active = log.subList(closed.size(), log.size());
  Stream<Change> kept = closed.stream().collect(Collectors.groupingBy(Change::key)).values().stream()
      .map(changes -> changes.get(changes.size() - 1)).sorted(Comparator.comparing(Change::offset));
  return Stream.concat(kept, active.stream()).toList();
}
// ----
boolean superseded(List<Change> later, String key, long activeFrom) {
  if (later.isEmpty() || later.get(0).offset() >= activeFrom) return false;
  return later.get(0).key().equals(key) || superseded(later.subList(1, later.size()), key, activeFrom);
}
List<Change> compact(List<Change> log, long activeFrom) {
  List<Change> kept = new ArrayList<>();
  for (int i = 0; i < log.size(); i++) {
    if (!superseded(log.subList(i + 1, log.size()), log.get(i).key(), activeFrom)) kept.add(log.get(i));
  }
  return kept;
}
// ----
ArrayList<Change> compact(List<Change> log, long activeFrom) {
  var best = new TreeMap<String, Change>();
  var rest = new ArrayList<Change>();
  for (var c : log) if (c.offset() >= activeFrom) rest.add(c); else best.merge(c.key(), c, BinaryOperator.maxBy(Comparator.comparingLong(Change::offset)));
  var kept = new ArrayList<>(best.values());
  kept.addAll(rest);
  kept.sort(Comparator.comparingLong(Change::offset));
  return kept;
}
// ----
record Slot(String key, Integer value, long offset, long timestamp) { Change change() { return new Change(offset, key, value, timestamp); } }
List<Change> compact(List<Change> log, long activeFrom) {
  Map<String, Slot> slots = new HashMap<>();
  PriorityQueue<Slot> out = new PriorityQueue<>(Comparator.comparingLong(Slot::offset));
  for (Change c : log) {
    Slot slot = new Slot(c.key(), c.value(), c.offset(), c.timestamp());
    if (c.offset() < activeFrom) slots.put(c.key(), slot); else out.add(slot);
  }
  out.addAll(slots.values());
  return Stream.generate(out::poll).limit(out.size()).map(Slot::change).toList();
}
// ----
List<Change> compact(List<Change> log, long activeFrom) {
  if (log.isEmpty()) return Collections.emptyList();
  LinkedHashSet<Change> kept = new LinkedHashSet<>(log);
  Map<String, Change> before = new HashMap<>();
  for (Iterator<Change> at = log.iterator(); at.hasNext(); ) {
    Change c = at.next();
    if (c.offset() >= activeFrom) break;
    Change older = before.put(c.key(), c);
    if (older != null) kept.remove(older);
  }
  return new ArrayList<>(kept);
}
