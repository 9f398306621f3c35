package tidemark.engines.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The benchmarks' work, small: a ratio means something only if all sides put out the same. */
class BenchmarkSmokeTest {

  @ParameterizedTest
  @ValueSource(ints = {1, 1000})
  void oursFlinkAndTheHandLoopPutOutTheSame(int keys) {
    WindowWork work = new WindowWork(60_000, keys);
    WindowWork.Result ours = work.ours();
    assertTrue(ours.firings() >= 6L && ours.late() > 0, ours::toString);
    assertEquals(ours, work.byHand());
    assertEquals(ours, work.flink());
  }

  @Test
  void oursAndFlinkReadTheSameWatermarks() {
    WatermarkWork work = new WatermarkWork(100_000);
    assertEquals(work.flink(), work.ours());
  }

  @Test
  void allSidesRebuildTheSameTable(@TempDir Path directory) throws IOException {
    LogWork work = new LogWork(5000, 300, 100, false);
    Set<Long> digests = new HashSet<>();
    for (String side : List.of("ours", "kafka", "rocksdb", "byHand")) {
      Path folder = Files.createDirectory(directory.resolve(side));
      try (RebuildSide table = RebuildSide.open(side, work, folder)) {
        assertEquals(0, table.digest(), side);
        table.fill();
        table.rebuild();
        digests.add(table.digest());
      }
    }
    assertEquals(1, digests.size(), "" + digests);
  }

  @Test
  void allSidesReadTheSameSnapshotsWholeChangedAndMerged(@TempDir Path directory)
      throws IOException {
    SnapshotWork work = new SnapshotWork(5000);
    Set<Long> first = new HashSet<>();
    Set<Long> last = new HashSet<>();
    for (String side : List.of("ours", "whole", "rocksdb", "byHand")) {
      Path folder = Files.createDirectory(directory.resolve(side));
      try (SnapshotSide snapshots = work.open(side, folder)) {
        snapshots.write();
        snapshots.read();
        first.add(snapshots.digest());
        if (!side.equals("byHand")) {
          for (int round = 1; round <= 10; round++) {
            snapshots.change(round);
            snapshots.save();
          }
          assertEquals(side.equals("ours") ? 11 : 1, snapshotFiles(folder), side);
          snapshots.read();
          last.add(snapshots.digest());
          snapshots.merge();
          snapshots.read();
          last.add(snapshots.digest());
          snapshots.change(11);
          snapshots.save();
        }
      }
    }
    assertEquals(1, first.size(), "" + first);
    assertEquals(1, last.size(), "" + last);
    assertNotEquals(first, last);
  }

  /** How many files of ours, or 1 for RocksDB. */
  private static long snapshotFiles(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return Math.max(
          1, files.filter(file -> file.toString().matches(".*(snapshot|change)")).count());
    }
  }

  @Test
  void bytesOnDiskAreThoseOfTheFiles() {
    String ours = DiskBytes.ofSide("ours", 2000, 100);
    assertTrue(Double.parseDouble(ours.substring(0, ours.indexOf(' '))) > 116, ours);
  }
}
