RebuildVerdict plan(SnapshotFacts snapshot, LogFacts log, UpdateKind kind, List<Long> skipped) {
  long next = snapshot.nextOffset();
  Long epochEnd = log.epochEnds().get(snapshot.epoch());
  boolean anyRemoved = log.marks().highestRemoved() >= next;
  if (!snapshot.logId().equals(log.id())) return RebuildVerdict.ANOTHER_LOG;
  if (epochEnd == null || next > epochEnd) return RebuildVerdict.STALE_POSITION;
  if (log.marks().startOffset() > next) return RebuildVerdict.RETENTION_GAP;
  if (kind != UpdateKind.REPLACEMENT) return anyRemoved ? RebuildVerdict.RECORD_REMOVED : RebuildVerdict.SAFE;
  if (!snapshot.empty() && log.marks().highestPurged() >= next) return RebuildVerdict.TOMBSTONE_PURGED;
  boolean doubt = anyRemoved && skipped.stream().anyMatch(offset -> offset > next);
  return doubt ? RebuildVerdict.SKIPPED_RECORD : RebuildVerdict.SAFE;
}
// ----
RebuildVerdict plan(SnapshotFacts s, LogFacts log, UpdateKind kind, List<Long> skipped) {
  if (!log.id().equals(s.logId())) {
    return RebuildVerdict.ANOTHER_LOG;
  } else if (!log.epochEnds().containsKey(s.epoch()) || log.epochEnds().get(s.epoch()) < s.nextOffset()) {
    return RebuildVerdict.STALE_POSITION;
  } else if (s.nextOffset() < log.marks().startOffset()) {
    return RebuildVerdict.RETENTION_GAP;
  } else if (kind == UpdateKind.REPLACEMENT && !s.empty() && log.marks().highestPurged() >= s.nextOffset()) {
    return RebuildVerdict.TOMBSTONE_PURGED;
  } else if (kind != UpdateKind.REPLACEMENT && log.marks().highestRemoved() >= s.nextOffset()) {
    return RebuildVerdict.RECORD_REMOVED;
  } else if (log.marks().highestRemoved() >= s.nextOffset()) {
    for (long offset : skipped) {
      if (offset > s.nextOffset()) return RebuildVerdict.SKIPPED_RECORD;
    }
  }
  return RebuildVerdict.SAFE;
}
// ----
boolean needsEveryRecord(UpdateKind kind) {
  return switch (kind) {
    case REPLACEMENT -> false;
    case INCREMENT, PATCH, MAX, INTENT -> true;
  };
}
RebuildVerdict plan(SnapshotFacts snapshot, LogFacts log, UpdateKind kind, List<Long> skipped) {
  Marks marks = log.marks();
  long from = snapshot.nextOffset();
  if (!Objects.equals(snapshot.logId(), log.id())) return RebuildVerdict.ANOTHER_LOG;
  if (from > log.epochEnds().getOrDefault(snapshot.epoch(), -1L)) return RebuildVerdict.STALE_POSITION;
  if (from < marks.startOffset()) return RebuildVerdict.RETENTION_GAP;
  if (needsEveryRecord(kind)) {
    if (marks.highestRemoved() >= from) return RebuildVerdict.RECORD_REMOVED;
    return RebuildVerdict.SAFE;
  }
  if (marks.highestPurged() >= from && !snapshot.empty()) return RebuildVerdict.TOMBSTONE_PURGED;
  if (marks.highestRemoved() >= from && skipped.stream().mapToLong(Long::longValue).max().orElse(-1) > from) return RebuildVerdict.SKIPPED_RECORD;
  return RebuildVerdict.SAFE;
}
// ----
RebuildVerdict plan(SnapshotFacts snapshot, LogFacts log, UpdateKind kind, List<Long> skipped) {
  long n = snapshot.nextOffset();
  boolean table = kind == UpdateKind.REPLACEMENT;
  Map<RebuildVerdict, Boolean> rules = new LinkedHashMap<>();
  rules.put(RebuildVerdict.ANOTHER_LOG, !snapshot.logId().equals(log.id()));
  rules.put(RebuildVerdict.STALE_POSITION, log.epochEnds().getOrDefault(snapshot.epoch(), Long.MIN_VALUE) < n);
  rules.put(RebuildVerdict.RETENTION_GAP, log.marks().startOffset() > n);
  rules.put(RebuildVerdict.TOMBSTONE_PURGED, table && !snapshot.empty() && log.marks().highestPurged() >= n);
  rules.put(RebuildVerdict.RECORD_REMOVED, !table && log.marks().highestRemoved() >= n);
  rules.put(RebuildVerdict.SKIPPED_RECORD, log.marks().highestRemoved() >= n && skipped.stream().anyMatch(s -> s > n));
  return rules.entrySet().stream().filter(Map.Entry::getValue).map(Map.Entry::getKey).findFirst().orElse(RebuildVerdict.SAFE);
}
// ----
Optional<RebuildVerdict> position(SnapshotFacts snapshot, LogFacts log) {
  if (!snapshot.logId().equals(log.id())) return Optional.of(RebuildVerdict.ANOTHER_LOG);
  Long end = log.epochEnds().get(snapshot.epoch());
  if (end == null) return Optional.of(RebuildVerdict.STALE_POSITION);
  if (end < snapshot.nextOffset()) return Optional.of(RebuildVerdict.STALE_POSITION);
  return log.marks().startOffset() <= snapshot.nextOffset() ? Optional.empty() : Optional.of(RebuildVerdict.RETENTION_GAP);
}
Optional<RebuildVerdict> losses(SnapshotFacts snapshot, Marks marks, UpdateKind kind, List<Long> skipped) {
  boolean removed = marks.highestRemoved() >= snapshot.nextOffset();
  boolean purged = marks.highestPurged() >= snapshot.nextOffset();
  if (kind == UpdateKind.REPLACEMENT) {
    if (purged && !snapshot.empty()) return Optional.of(RebuildVerdict.TOMBSTONE_PURGED);
    boolean after = skipped.stream().filter(offset -> offset > snapshot.nextOffset()).count() > 0;
    return removed && after ? Optional.of(RebuildVerdict.SKIPPED_RECORD) : Optional.empty();
  }
  return removed ? Optional.of(RebuildVerdict.RECORD_REMOVED) : Optional.empty();
}
RebuildVerdict plan(SnapshotFacts snapshot, LogFacts log, UpdateKind kind, List<Long> skipped) {
  return position(snapshot, log).or(() -> losses(snapshot, log.marks(), kind, skipped)).orElse(RebuildVerdict.SAFE);
}
// ----
RebuildVerdict plan(SnapshotFacts snapshot, LogFacts log, UpdateKind kind, List<Long> skipped) {
  RebuildVerdict verdict = RebuildVerdict.SAFE;
  long next = snapshot.nextOffset();
  var marks = log.marks();
  boolean removed = next <= marks.highestRemoved();
  boolean replaces = kind.equals(UpdateKind.REPLACEMENT);
  if (removed && skipped.stream().anyMatch(offset -> offset.compareTo(next) > 0)) verdict = RebuildVerdict.SKIPPED_RECORD;
  if (removed && !replaces) verdict = RebuildVerdict.RECORD_REMOVED;
  if (replaces && next <= marks.highestPurged() && !snapshot.empty()) verdict = RebuildVerdict.TOMBSTONE_PURGED;
  if (next < marks.startOffset()) verdict = RebuildVerdict.RETENTION_GAP;
  Long reached = log.epochEnds().get(snapshot.epoch());
  if (reached == null || reached < next) verdict = RebuildVerdict.STALE_POSITION;
  if (!log.id().equals(snapshot.logId())) verdict = RebuildVerdict.ANOTHER_LOG;
  return verdict;
}
// ----
record Rule(RebuildVerdict verdict, BooleanSupplier fails) {}
RebuildVerdict plan(SnapshotFacts snapshot, LogFacts log, UpdateKind kind, List<Long> skipped) {
  long next = snapshot.nextOffset();
  boolean removed = log.marks().highestRemoved() > next - 1;
  for (Rule rule : List.of(
      new Rule(RebuildVerdict.ANOTHER_LOG, () -> !snapshot.logId().equals(log.id())),
      new Rule(RebuildVerdict.STALE_POSITION, () -> !log.epochEnds().containsKey(snapshot.epoch())),
      new Rule(RebuildVerdict.STALE_POSITION, () -> log.epochEnds().get(snapshot.epoch()) < next),
      new Rule(RebuildVerdict.RETENTION_GAP, () -> log.marks().startOffset() > next),
      new Rule(RebuildVerdict.TOMBSTONE_PURGED, () -> kind == UpdateKind.REPLACEMENT && !snapshot.empty() && log.marks().highestPurged() > next - 1),
      new Rule(RebuildVerdict.RECORD_REMOVED, () -> kind != UpdateKind.REPLACEMENT && removed),
      new Rule(RebuildVerdict.SKIPPED_RECORD, () -> removed && skipped.stream().anyMatch(s -> s >= next + 1)))) {
    if (rule.fails().getAsBoolean()) return rule.verdict();
  }
  return RebuildVerdict.SAFE;
}
// ----
RebuildVerdict plan(SnapshotFacts snapshot, LogFacts log, UpdateKind kind, List<Long> skipped) {
  final long next = snapshot.nextOffset();
  final long removed = log.marks().highestRemoved(), purged = log.marks().highestPurged();
  return !snapshot.logId().equals(log.id()) ? RebuildVerdict.ANOTHER_LOG
      : log.epochEnds().entrySet().stream().noneMatch(e -> e.getKey() == snapshot.epoch() && e.getValue() >= next) ? RebuildVerdict.STALE_POSITION
      : log.marks().startOffset() > next ? RebuildVerdict.RETENTION_GAP
      : kind != UpdateKind.REPLACEMENT ? (removed >= next ? RebuildVerdict.RECORD_REMOVED : RebuildVerdict.SAFE)
      : purged >= next && !snapshot.empty() ? RebuildVerdict.TOMBSTONE_PURGED
      : removed >= next && !skipped.stream().allMatch(s -> s <= next) ? RebuildVerdict.SKIPPED_RECORD
      : RebuildVerdict.SAFE;
}
// ----
RebuildVerdict plan(SnapshotFacts snapshot, LogFacts log, UpdateKind kind, List<Long> skipped) {
  if (log.id().compareTo(snapshot.logId()) != 0) return RebuildVerdict.ANOTHER_LOG;
  long next = snapshot.nextOffset();
  Optional<Long> end = Optional.ofNullable(log.epochEnds().get(snapshot.epoch()));
  if (end.isEmpty() || next > end.get()) return RebuildVerdict.STALE_POSITION;
  if (next < log.marks().startOffset()) return RebuildVerdict.RETENTION_GAP;
  List<Long> after = new ArrayList<>(skipped);
  after.removeIf(offset -> offset <= next);
  boolean anyRemoved = log.marks().highestRemoved() >= next;
  switch (kind) {
    case REPLACEMENT:
      if (log.marks().highestPurged() >= next && !snapshot.empty()) return RebuildVerdict.TOMBSTONE_PURGED;
      if (anyRemoved && !after.isEmpty()) return RebuildVerdict.SKIPPED_RECORD;
      return RebuildVerdict.SAFE;
    default:
      return anyRemoved ? RebuildVerdict.RECORD_REMOVED : RebuildVerdict.SAFE;
  }
}
// ----
boolean inSuffix(long offset, SnapshotFacts snapshot) { return offset >= snapshot.nextOffset(); }
RebuildVerdict plan(SnapshotFacts snapshot, LogFacts log, UpdateKind kind, List<Long> skipped) {
  if (!snapshot.logId().equals(log.id())) return RebuildVerdict.ANOTHER_LOG;
  boolean reached = false;
  for (Map.Entry<Long, Long> epoch : log.epochEnds().entrySet()) {
    if (epoch.getKey().equals(snapshot.epoch())) reached = inSuffix(epoch.getValue(), snapshot);
  }
  if (!reached) return RebuildVerdict.STALE_POSITION;
  if (!inSuffix(snapshot.nextOffset() - log.marks().startOffset() + snapshot.nextOffset(), snapshot)) return RebuildVerdict.RETENTION_GAP;
  boolean table = kind == UpdateKind.REPLACEMENT;
  if (table && !snapshot.empty() && inSuffix(log.marks().highestPurged(), snapshot)) return RebuildVerdict.TOMBSTONE_PURGED;
  if (!table && inSuffix(log.marks().highestRemoved(), snapshot)) return RebuildVerdict.RECORD_REMOVED;
  boolean skippedLater = skipped.stream().anyMatch(offset -> inSuffix(offset - 1, snapshot));
  return skippedLater && inSuffix(log.marks().highestRemoved(), snapshot) ? RebuildVerdict.SKIPPED_RECORD : RebuildVerdict.SAFE;
}
// ----
RebuildVerdict plan(SnapshotFacts snapshot, LogFacts log, UpdateKind kind, List<Long> skipped) {
  try {
    require(snapshot.logId().equals(log.id()), RebuildVerdict.ANOTHER_LOG);
    long next = snapshot.nextOffset();
    require(log.epochEnds().containsKey(snapshot.epoch()) && next <= log.epochEnds().get(snapshot.epoch()), RebuildVerdict.STALE_POSITION);
    require(log.marks().startOffset() <= next, RebuildVerdict.RETENTION_GAP);
    boolean whole = log.marks().highestRemoved() < next;
    if (kind == UpdateKind.REPLACEMENT) {
      require(snapshot.empty() || log.marks().highestPurged() < next, RebuildVerdict.TOMBSTONE_PURGED);
      require(whole || skipped.stream().noneMatch(offset -> offset > next), RebuildVerdict.SKIPPED_RECORD);
    } else {
      require(whole, RebuildVerdict.RECORD_REMOVED);
    }
    return RebuildVerdict.SAFE;
  } catch (IllegalArgumentException failed) {
    return RebuildVerdict.valueOf(failed.getMessage());
  }
}
void require(boolean holds, RebuildVerdict otherwise) {
  if (!holds) throw new IllegalArgumentException(otherwise.name());
}
// ----
RebuildVerdict plan(SnapshotFacts snapshot, LogFacts log, UpdateKind kind, List<Long> skipped) {
  long next = snapshot.nextOffset();
  if (!snapshot.logId().contentEquals(log.id())) return RebuildVerdict.ANOTHER_LOG;
  if (log.epochEnds().getOrDefault(snapshot.epoch(), next - 1) < next) return RebuildVerdict.STALE_POSITION;
  if (Math.max(next, log.marks().startOffset()) != next) return RebuildVerdict.RETENTION_GAP;
  EnumSet<UpdateKind> everyRecord = EnumSet.complementOf(EnumSet.of(UpdateKind.REPLACEMENT));
  boolean anyRemoved = log.marks().highestRemoved() >= next;
  if (everyRecord.contains(kind) && anyRemoved) return RebuildVerdict.RECORD_REMOVED;
  if (everyRecord.contains(kind)) return RebuildVerdict.SAFE;
  if (log.marks().highestPurged() >= next) {
    if (!snapshot.empty()) return RebuildVerdict.TOMBSTONE_PURGED;
  }
  return anyRemoved && skipped.stream().sorted(Comparator.reverseOrder()).findFirst().filter(s -> s > next).isPresent()
      ? RebuildVerdict.SKIPPED_RECORD : RebuildVerdict.SAFE;
}
