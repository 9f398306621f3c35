PipelineState fold(PipelineState before, KeyedRecord record, boolean dead) {
  if (record.offset() < before.next()) return before;
  Map<String, Integer> table = new TreeMap<>(before.table());
  Map<Long, Integer> counts = new TreeMap<>(before.counts());
  List<Long> late = new ArrayList<>(before.late());
  if (!dead) {
    table.merge(record.key(), record.value(), Integer::sum);
    if (record.timestamp() < before.watermark()) late.add(record.offset());
    else counts.merge(Math.floorDiv(record.timestamp(), 10L) * 10, 1, Integer::sum);
  }
  long watermark = Math.max(before.watermark(), record.timestamp() - 3);
  return new PipelineState(record.offset() + 1, table, counts, watermark, late);
}
// ----
PipelineState fold(PipelineState before, KeyedRecord record, boolean dead) {
  if (before.next() > record.offset()) {
    return before;
  }
  long time = record.timestamp();
  long watermark = time - 3 > before.watermark() ? time - 3 : before.watermark();
  if (dead) {
    return new PipelineState(
        record.offset() + 1, before.table(), before.counts(), watermark, before.late());
  }
  Map<String, Integer> table = new HashMap<>(before.table());
  table.put(record.key(), table.getOrDefault(record.key(), 0) + record.value());
  Map<Long, Integer> counts = new HashMap<>(before.counts());
  List<Long> late = new LinkedList<>(before.late());
  boolean isLate = time < before.watermark();
  if (isLate) {
    late.add(record.offset());
  } else {
    long start = time - Math.floorMod(time, 10L);
    counts.put(start, counts.containsKey(start) ? counts.get(start) + 1 : 1);
  }
  return new PipelineState(record.offset() + 1, table, counts, watermark, late);
}
// ----
PipelineState fold(PipelineState before, KeyedRecord record, boolean dead) {
  boolean isNew = record.offset() >= before.next();
  boolean takesEffect = isNew && !dead;
  boolean isLate = before.watermark() > record.timestamp();
  var table = new HashMap<>(before.table());
  var counts = new HashMap<>(before.counts());
  var late = new ArrayList<>(before.late());
  if (takesEffect) table.compute(record.key(), (k, old) -> (old == null ? 0 : old) + record.value());
  if (takesEffect && isLate) late.add(record.offset());
  if (takesEffect && !isLate) counts.merge(record.timestamp() - Math.floorMod(record.timestamp(), 10), 1, (x, y) -> x + y);
  return new PipelineState(
      isNew ? record.offset() + 1 : before.next(),
      table,
      counts,
      isNew ? Math.max(before.watermark(), record.timestamp() - 3) : before.watermark(),
      late);
}
// ----
PipelineState fold(PipelineState before, KeyedRecord record, boolean dead) {
  if (record.offset() < before.next()) return before;
  long mark = Math.max(before.watermark(), record.timestamp() - 3);
  if (dead) return new PipelineState(record.offset() + 1, before.table(), before.counts(), mark, before.late());
  Map<String, Integer> table = new LinkedHashMap<>(before.table());
  table.putIfAbsent(record.key(), 0);
  table.computeIfPresent(record.key(), (key, sum) -> sum + record.value());
  if (record.timestamp() < before.watermark()) {
    List<Long> late = new ArrayList<>(before.late());
    late.add(record.offset());
    return new PipelineState(record.offset() + 1, table, before.counts(), mark, late);
  }
  Map<Long, Integer> counts = new LinkedHashMap<>(before.counts());
  counts.merge(10 * Math.floorDiv(record.timestamp(), 10L), 1, Integer::sum);
  return new PipelineState(record.offset() + 1, table, counts, mark, before.late());
}
// ----
PipelineState fold(PipelineState before, KeyedRecord record, boolean dead) {
  if (before.next() > record.offset()) return before;
  TreeMap<String, Integer> table = new TreeMap<>(before.table());
  TreeMap<Long, Integer> counts = new TreeMap<>(before.counts());
  ArrayList<Long> late = new ArrayList<>(before.late());
  long time = record.timestamp();
  if (!dead) {
    int old = table.containsKey(record.key()) ? table.get(record.key()) : 0;
    table.put(record.key(), old + record.value());
    if (time >= before.watermark()) {
      long window = Math.floorDiv(time, 10) * 10L;
      counts.put(window, counts.getOrDefault(window, 0) + 1);
    } else {
      late.add(record.offset());
    }
  }
  return new PipelineState(1 + record.offset(), table, counts, LongStream.of(before.watermark(), time - 3).max().getAsLong(), late);
}
// ----
PipelineState fold(PipelineState before, KeyedRecord record, boolean dead) {
  if (record.offset() + 1 <= before.next()) {
    return before;
  }
  boolean late = !dead && record.timestamp() < before.watermark();
  boolean counted = !dead && !late;
  Map<String, Integer> table = new HashMap<>(before.table());
  Map<Long, Integer> counts = new HashMap<>(before.counts());
  if (!dead) table.merge(record.key(), record.value(), (a, b) -> a + b);
  if (counted) counts.merge(record.timestamp() - Math.floorMod(record.timestamp(), 10L), 1, Integer::sum);
  List<Long> lateOnes = late
      ? Stream.concat(before.late().stream(), Stream.of(record.offset())).toList()
      : before.late();
  long watermark = Math.max(record.timestamp() - 3, before.watermark());
  return new PipelineState(record.offset() + 1, table, counts, watermark, lateOnes);
}
// ----
PipelineState fold(PipelineState before, KeyedRecord record, boolean dead) {
  long next = Math.max(before.next(), record.offset() + 1);
  if (next == before.next()) return before;
  Map<String, Integer> table = new TreeMap<>(before.table());
  Map<Long, Integer> counts = new TreeMap<>(before.counts());
  List<Long> late = new Vector<>(before.late());
  if (dead == false) {
    Integer sum = table.get(record.key());
    table.put(record.key(), sum == null ? record.value() : sum + record.value());
    if (before.watermark() <= record.timestamp()) {
      long start = Math.floorDiv(record.timestamp(), 10L) * 10L;
      Integer count = counts.get(start);
      counts.put(start, count == null ? 1 : count + 1);
    } else late.add(record.offset());
  }
  long watermark = before.watermark();
  if (record.timestamp() - 3 > watermark) watermark = record.timestamp() - 3;
  return new PipelineState(next, table, counts, watermark, late);
}
// ----
PipelineState fold(PipelineState before, KeyedRecord record, boolean dead) {
  if (record.offset() < before.next()) return before;
  PipelineState moved = new PipelineState(record.offset() + 1, before.table(), before.counts(),
      Math.max(before.watermark(), record.timestamp() - 3), before.late());
  return dead ? moved : applied(moved, record, record.timestamp() < before.watermark());
}

PipelineState applied(PipelineState moved, KeyedRecord record, boolean isLate) {
  Map<String, Integer> table = new HashMap<>(moved.table());
  table.merge(record.key(), record.value(), Integer::sum);
  Map<Long, Integer> counts = new HashMap<>(moved.counts());
  List<Long> late = new ArrayList<>(moved.late());
  if (isLate) late.add(record.offset());
  else counts.merge(Math.floorDiv(record.timestamp(), 10L) * 10L, 1, Integer::sum);
  return new PipelineState(moved.next(), table, counts, moved.watermark(), late);
}
// ----
PipelineState fold(PipelineState before, KeyedRecord record, boolean dead) {
  if (record.offset() >= before.next()) {
    Map<String, Integer> table = new TreeMap<>(before.table());
    Map<Long, Integer> counts = new TreeMap<>(before.counts());
    Deque<Long> late = new ArrayDeque<>(before.late());
    if (!dead) {
      table.compute(record.key(), (key, old) -> old == null ? record.value() : Integer.valueOf(old + record.value()));
      boolean onTime = record.timestamp() >= before.watermark();
      if (onTime) counts.compute(Math.floorDiv(record.timestamp(), 10L) * 10, (start, old) -> old == null ? 1 : old + 1);
      if (!onTime) late.addLast(record.offset());
    }
    return new PipelineState(record.offset() + 1, table, counts,
        Math.max(before.watermark(), record.timestamp() - 3), new ArrayList<>(late));
  }
  return before;
}
// ----
PipelineState fold(PipelineState before, KeyedRecord record, boolean dead) {
  if (before.next() > record.offset()) return before;
  final long time = record.timestamp();
  final long watermark = Long.max(time - 3L, before.watermark());
  Map<String, Integer> table = dead ? before.table() : new HashMap<>(before.table());
  Map<Long, Integer> counts = dead ? before.counts() : new HashMap<>(before.counts());
  List<Long> late = dead ? before.late() : new ArrayList<>(before.late());
  if (!dead) {
    table.put(record.key(), record.value() + table.getOrDefault(record.key(), 0));
    if (before.watermark() > time) late.add(record.offset());
    else counts.put(windowOf(time), counts.getOrDefault(windowOf(time), 0) + 1);
  }
  return new PipelineState(record.offset() + 1, table, counts, watermark, late);
}

long windowOf(long time) {
  long within = time % 10;
  return time - (within < 0 ? within + 10 : within);
}
// ----
PipelineState fold(PipelineState before, KeyedRecord record, boolean dead) {
  if (!(record.offset() >= before.next())) return before;
  var table = new TreeMap<String, Integer>();
  var counts = new TreeMap<Long, Integer>();
  var late = new ArrayList<Long>();
  table.putAll(before.table());
  counts.putAll(before.counts());
  late.addAll(before.late());
  if (!dead) {
    table.put(record.key(), table.containsKey(record.key()) ? table.get(record.key()) + record.value() : record.value());
    switch (Long.compare(record.timestamp(), before.watermark())) {
      case -1 -> late.add(record.offset());
      default -> counts.merge(10L * Math.floorDiv(record.timestamp(), 10L), 1, Integer::sum);
    }
  }
  return new PipelineState(record.offset() + 1, table, counts, Math.max(before.watermark(), record.timestamp() - 3), late);
}
// ----
PipelineState fold(PipelineState before, KeyedRecord record, boolean dead) {
  if (record.offset() < before.next()) return before;
  long offset = record.offset(), time = record.timestamp();
  long mark = Collections.max(List.of(before.watermark(), time - 3));
  if (dead) return new PipelineState(offset + 1, before.table(), before.counts(), mark, before.late());
  Map<String, Integer> table = new TreeMap<>(before.table());
  table.merge(record.key(), record.value(), Integer::sum);
  Map<Long, Integer> counts = new TreeMap<>(before.counts());
  List<Long> late = new ArrayList<>(before.late());
  Runnable count = () -> counts.merge(Math.floorDiv(time, 10L) * 10, 1, Integer::sum);
  Runnable aside = () -> late.add(offset);
  (time < before.watermark() ? aside : count).run();
  return new PipelineState(offset + 1, table, counts, mark, late);
}
