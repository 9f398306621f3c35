package tidemark.snapshot;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tidemark.log.Position;

/**
 * The files of a store, and which of them are needed.
 *
 * <ol>
 *   <li>The <i>chain</i> of a snapshot is its file and those on which it is built, down to a whole
 *       one.
 *   <li>Let <i>k</i> snapshots be kept. Going back from the newest, chains are counted that have no
 *       file in common with those counted before. The snapshot with the k-th of them, and each
 *       newer one, is kept. So damage to k − 1 files never takes all kept snapshots, and if all are
 *       whole, the last k are kept.
 *   <li>A file that is older is needed as long as it is in the chain of a kept one.
 * </ol>
 *
 * <p>Not thread-safe.
 */
final class KeptSnapshots {
  private final int keep;

  /** In the order of their numbers. */
  private final List<SnapshotFile> files = new ArrayList<>();

  KeptSnapshots(int keep) {
    this.keep = keep;
  }

  /** Adds a file whose number is higher than all before. */
  void add(SnapshotFile file) {
    files.add(file);
  }

  boolean has(SnapshotFile file) {
    return files.contains(file);
  }

  void remove(SnapshotFile file) {
    files.remove(file);
  }

  /** Positions of the kept snapshots, the oldest first; not of files that are only needed. */
  List<Position> positions() {
    return kept().stream().map(SnapshotFile::position).toList();
  }

  /** The newest kept snapshot of a position; null if there is none. */
  @Nullable SnapshotFile newest(Position position) {
    SnapshotFile newest = null;
    for (SnapshotFile file : kept()) {
      newest = file.position().equals(position) ? file : newest;
    }
    return newest;
  }

  /** The newest one; null if there is none. */
  @Nullable SnapshotFile newest() {
    return files.isEmpty() ? null : files.get(files.size() - 1);
  }

  /** The chain, the snapshot itself first. If a file is missing, the chain ends before it. */
  List<SnapshotFile> chain(SnapshotFile snapshot) {
    List<SnapshotFile> chain = new ArrayList<>(List.of(snapshot));
    long base = snapshot.base();
    for (int i = files.size() - 1; i >= 0 && base != SnapshotFile.WHOLE; i--) {
      if (files.get(i).number() == base) {
        chain.add(files.get(i));
        base = files.get(i).base();
      }
    }
    return chain;
  }

  /** Positions of the kept snapshots whose chain has a file. */
  List<Position> builtOn(SnapshotFile file) {
    return kept().stream()
        .filter(snapshot -> chain(snapshot).contains(file))
        .map(SnapshotFile::position)
        .toList();
  }

  /** Files that no kept snapshot needs, the newest first: none is without its base meanwhile. */
  List<SnapshotFile> notNeeded() {
    return allBut(kept());
  }

  /**
   * The same after one was added. As long as there are more than are to be kept, those of another
   * log than the newest are not needed.
   */
  List<SnapshotFile> notNeededAfterNewest() {
    UUID log = files.get(files.size() - 1).position().logId();
    Last own = lastOf(ofLog(log, true), keep);
    List<SnapshotFile> kept = new ArrayList<>(own.snapshots);
    kept.addAll(lastOf(ofLog(log, false), keep - own.chains).snapshots);
    return allBut(kept);
  }

  private List<SnapshotFile> allBut(List<SnapshotFile> kept) {
    Set<SnapshotFile> needed = new HashSet<>();
    kept.forEach(snapshot -> needed.addAll(chain(snapshot)));
    List<SnapshotFile> others = new ArrayList<>(files);
    others.removeAll(needed);
    Collections.reverse(others);
    return others;
  }

  private List<SnapshotFile> kept() {
    Set<SnapshotFile> kept = new HashSet<>();
    files.stream()
        .map(file -> file.position().logId())
        .distinct()
        .forEach(log -> kept.addAll(lastOf(ofLog(log, true), keep).snapshots));
    return files.stream().filter(kept::contains).toList();
  }

  private List<SnapshotFile> ofLog(UUID log, boolean isOfIt) {
    return files.stream().filter(file -> file.position().logId().equals(log) == isOfIt).toList();
  }

  /** The newest snapshots of some, and how many of their chains have no file in common. */
  private record Last(List<SnapshotFile> snapshots, int chains) {}

  private Last lastOf(List<SnapshotFile> candidates, int most) {
    Set<SnapshotFile> counted = new HashSet<>();
    Set<Position> positions = new HashSet<>();
    int chains = 0;
    int from = candidates.size();
    while (from > 0 && chains < most) {
      from--;
      List<SnapshotFile> chain = chain(candidates.get(from));
      // Of several at one position only the newest is ever opened.
      boolean isOpened = positions.add(candidates.get(from).position());
      if (isOpened && chain.stream().noneMatch(counted::contains)) {
        counted.addAll(chain);
        chains++;
      }
    }
    return new Last(candidates.subList(from, candidates.size()), chains);
  }
}
