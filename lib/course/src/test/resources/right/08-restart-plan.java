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
