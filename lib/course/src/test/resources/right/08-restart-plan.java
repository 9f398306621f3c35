RestartFrom plan(List<SnapshotFile> snapshots, long logStart, long logEnd, long lettersEnd) {
  return snapshots.stream()
      .filter(each -> each.complete() && each.lettersEnd() <= lettersEnd)
      .filter(each -> logStart <= each.next() && each.next() <= logEnd)
      .max(Comparator.comparing(SnapshotFile::next))
      .map(each -> RestartFrom.snapshot(each.next()))
      .orElse(logStart == 0 ? RestartFrom.empty() : RestartFrom.refused());
}
// ----
RestartFrom plan(List<SnapshotFile> snapshots, long logStart, long logEnd, long lettersEnd) {
  long newest = -1;
  for (SnapshotFile each : snapshots) {
    boolean holds = each.complete()
        && each.next() >= logStart
        && each.next() <= logEnd
        && each.lettersEnd() <= lettersEnd;
    if (holds && each.next() > newest) {
      newest = each.next();
    }
  }
  if (newest >= 0) {
    return RestartFrom.snapshot(newest);
  }
  return logStart > 0 ? RestartFrom.refused() : RestartFrom.empty();
}
// ----
RestartFrom plan(List<SnapshotFile> snapshots, long logStart, long logEnd, long lettersEnd) {
  List<SnapshotFile> kept = new ArrayList<>(snapshots);
  kept.removeIf(each -> !each.complete());
  kept.removeIf(each -> each.next() < logStart || each.next() > logEnd);
  kept.removeIf(each -> each.lettersEnd() > lettersEnd);
  kept.sort(Comparator.comparingLong(SnapshotFile::next).reversed());
  if (!kept.isEmpty()) return new RestartFrom(RestartFrom.Kind.SNAPSHOT, kept.get(0).next());
  if (logStart == 0) return new RestartFrom(RestartFrom.Kind.EMPTY, 0);
  return new RestartFrom(RestartFrom.Kind.REFUSED, -1);
}
// ----
RestartFrom plan(List<SnapshotFile> snapshots, long logStart, long logEnd, long lettersEnd) {
  OptionalLong newest = snapshots.stream()
      .filter(SnapshotFile::complete)
      .filter(each -> each.lettersEnd() < lettersEnd + 1)
      .mapToLong(SnapshotFile::next)
      .filter(next -> !(next < logStart || next > logEnd))
      .max();
  if (newest.isPresent()) {
    return RestartFrom.snapshot(newest.getAsLong());
  } else if (logStart == 0) {
    return RestartFrom.empty();
  }
  return RestartFrom.refused();
}
// ----
RestartFrom plan(List<SnapshotFile> snapshots, long logStart, long logEnd, long lettersEnd) {
  SnapshotFile best = null;
  for (SnapshotFile each : snapshots) {
    if (!each.complete()) continue;
    if (each.lettersEnd() > lettersEnd) continue;
    if (each.next() < logStart) continue;
    if (each.next() > logEnd) continue;
    if (best == null || each.next() > best.next()) best = each;
  }
  if (best != null) return RestartFrom.snapshot(best.next());
  return logStart == 0 ? RestartFrom.empty() : RestartFrom.refused();
}
// ----
RestartFrom plan(List<SnapshotFile> snapshots, long logStart, long logEnd, long lettersEnd) {
  TreeSet<Long> nexts = new TreeSet<>();
  for (SnapshotFile each : snapshots) {
    if (each.complete() && each.lettersEnd() <= lettersEnd) nexts.add(each.next());
  }
  NavigableSet<Long> held = nexts.subSet(logStart, true, logEnd, true);
  if (!held.isEmpty()) return RestartFrom.snapshot(held.last());
  if (logStart != 0) return RestartFrom.refused();
  return RestartFrom.empty();
}
// ----
boolean holds(SnapshotFile file, long logStart, long logEnd, long lettersEnd) {
  return file.complete() && file.lettersEnd() <= lettersEnd
      && logStart <= file.next() && file.next() <= logEnd;
}

RestartFrom plan(List<SnapshotFile> snapshots, long logStart, long logEnd, long lettersEnd) {
  long newest = Long.MIN_VALUE;
  for (SnapshotFile each : snapshots) {
    if (holds(each, logStart, logEnd, lettersEnd)) newest = Math.max(newest, each.next());
  }
  return newest != Long.MIN_VALUE
      ? RestartFrom.snapshot(newest)
      : logStart == 0 ? RestartFrom.empty() : RestartFrom.refused();
}
// ----
RestartFrom plan(List<SnapshotFile> snapshots, long logStart, long logEnd, long lettersEnd) {
  Optional<Long> newest = snapshots.stream()
      .filter(each -> each.complete())
      .filter(each -> !(each.lettersEnd() > lettersEnd))
      .map(each -> each.next())
      .filter(next -> next >= logStart && next <= logEnd)
      .sorted(Comparator.reverseOrder())
      .findFirst();
  return newest.map(RestartFrom::snapshot)
      .orElseGet(() -> logStart == 0 ? RestartFrom.empty() : RestartFrom.refused());
}
// ----
RestartFrom plan(List<SnapshotFile> snapshots, long logStart, long logEnd, long lettersEnd) {
  RestartFrom start = logStart == 0 ? RestartFrom.empty() : RestartFrom.refused();
  long newest = -1;
  for (int i = 0; i < snapshots.size(); i++) {
    SnapshotFile each = snapshots.get(i);
    if (each.complete() && each.lettersEnd() <= lettersEnd
        && each.next() >= Math.max(logStart, newest + 1) && each.next() <= logEnd) {
      newest = each.next();
      start = RestartFrom.snapshot(newest);
    }
  }
  return start;
}
// ----
RestartFrom plan(List<SnapshotFile> snapshots, long logStart, long logEnd, long lettersEnd) {
  PriorityQueue<Long> newestFirst = new PriorityQueue<>(Comparator.<Long>reverseOrder());
  for (SnapshotFile each : snapshots)
    if (each.complete() && each.lettersEnd() <= lettersEnd) newestFirst.add(each.next());
  while (!newestFirst.isEmpty()) {
    long next = newestFirst.poll();
    if (logStart <= next && next <= logEnd) return RestartFrom.snapshot(next);
  }
  if (logStart > 0) return RestartFrom.refused();
  return RestartFrom.empty();
}
// ----
RestartFrom plan(List<SnapshotFile> snapshots, long logStart, long logEnd, long lettersEnd) {
  var usable = snapshots.stream().collect(Collectors.partitioningBy(each -> each.complete()
      && logStart <= each.next() && each.next() <= logEnd && each.lettersEnd() <= lettersEnd)).get(true);
  if (usable.isEmpty() && logStart == 0) return RestartFrom.empty();
  if (usable.isEmpty()) return RestartFrom.refused();
  return RestartFrom.snapshot(Collections.max(usable, Comparator.comparingLong(SnapshotFile::next)).next());
}
// ----
RestartFrom plan(List<SnapshotFile> snapshots, long logStart, long logEnd, long lettersEnd) {
  Iterator<SnapshotFile> files = snapshots.iterator();
  OptionalLong newest = OptionalLong.empty();
  while (files.hasNext()) {
    SnapshotFile file = files.next();
    boolean inLog = !(file.next() < logStart) && !(file.next() > logEnd);
    boolean usable = file.complete() && inLog && file.lettersEnd() - lettersEnd <= 0;
    if (usable) newest = OptionalLong.of(Math.max(file.next(), newest.orElse(file.next())));
  }
  if (newest.isPresent()) return RestartFrom.snapshot(newest.getAsLong());
  return logStart == 0 ? RestartFrom.empty() : RestartFrom.refused();
}
