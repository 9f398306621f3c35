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
