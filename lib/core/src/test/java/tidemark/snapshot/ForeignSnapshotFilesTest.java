package tidemark.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.log.Position;
import tidemark.simulate.FaultyStorage;

/** Files that others put into, or take from, a store's directory. */
final class ForeignSnapshotFilesTest {
  private static final Position FIRST = new Position(new UUID(1, 2), 3, 40);
  private static final Position SECOND = new Position(new UUID(1, 2), 3, 50);

  @TempDir Path directory;

  private static void take(DiskSnapshotStore store, Position position) throws IOException {
    try (SnapshotWriter writer = store.begin(position)) {
      writer.section("state").writeLong(position.offset());
      writer.freeze();
    }
  }

  private static void assertTold(Exception told) {
    assertTrue(("" + told.getMessage()).contains("lock"), "" + told);
  }

  @Test
  void deletedLockIsNoticedBeforeASnapshotTakesItsName() throws IOException {
    FaultyStorage disk = new FaultyStorage();
    DiskSnapshotStore store = DiskSnapshotStore.open(disk, 1);
    take(store, FIRST);
    List<String> before = disk.names();
    SnapshotWriter writer = store.begin(SECOND);
    writer.section("state").writeLong(1);
    disk.loseLock();
    assertTold(assertThrows(UncheckedIOException.class, writer::freeze));
    assertEquals(List.of(FIRST), store.positions());
    assertTrue(disk.names().containsAll(before), "the older snapshot is not deleted");
  }

  @Test
  void deletedLockIsNoticedByClose() throws IOException {
    FaultyStorage disk = new FaultyStorage();
    DiskSnapshotStore store = DiskSnapshotStore.open(disk, 1);
    take(store, FIRST);
    disk.loseLock();
    assertTold(assertThrows(UncheckedIOException.class, store::close));
    store.close();
    try (DiskSnapshotStore again = DiskSnapshotStore.open(disk, 1)) {
      assertEquals(List.of(FIRST), again.positions());
    }
  }

  @Test
  void lockThatAnotherWriterTookAnewIsNotReleased() throws IOException {
    DiskSnapshotStore store = DiskSnapshotStore.open(directory, 1);
    Files.delete(directory.resolve("lock"));
    Files.createFile(directory.resolve("lock"));
    assertTold(assertThrows(UncheckedIOException.class, store::close));
    DiskSnapshotStore.open(directory, 1).close();
  }

  private String nameOf(Position position) {
    return new SnapshotFile(7, position).name();
  }

  @Test
  void folderNamedLikeASnapshotOrItsUnfinishedFileIsNamedAndNotDeleted() throws IOException {
    for (String name : List.of(nameOf(FIRST) + ".aside", nameOf(FIRST))) {
      Path store = Files.createDirectory(directory.resolve("store" + name.length()));
      Path folder = Files.createDirectory(store.resolve(name));
      var told =
          assertThrows(
              UncheckedIOException.class,
              () -> {
                try (DiskSnapshotStore opened = DiskSnapshotStore.open(store, 1)) {
                  opened.open(FIRST);
                }
              });
      assertTrue(("" + told.getMessage()).contains("must be no directory, directory=" + folder));
      assertTrue(Files.isDirectory(folder));
    }
  }

  @Test
  void snapshotOfAnotherLogThatWasCopiedInPushesOutNone() throws IOException {
    FaultyStorage disk = new FaultyStorage();
    try (DiskSnapshotStore store = DiskSnapshotStore.open(disk, 2)) {
      take(store, FIRST);
      take(store, SECOND);
    }
    String copied = nameOf(new Position(new UUID(9, 9), 3, 60));
    disk.tamper(copied, disk.bytes(disk.names().get(0)));
    for (int opened = 0; opened < 2; opened++) {
      try (DiskSnapshotStore store = DiskSnapshotStore.open(disk, 2)) {
        assertTrue(store.positions().containsAll(List.of(FIRST, SECOND)), "" + store.positions());
      }
    }
    assertTrue(disk.names().contains(copied));
    try (DiskSnapshotStore store = DiskSnapshotStore.open(disk, 2)) {
      Position third = new Position(SECOND.logId(), SECOND.epoch(), SECOND.offset() + 1);
      take(store, third);
      assertEquals(List.of(SECOND, third), store.positions(), "its own older one to fall back on");
    }
  }

  @Test
  void linkThatHasTheNameOfAnUnfinishedFileLeavesItsTargetAsItWas() throws IOException {
    Path thesis = Files.writeString(directory.resolve("my thesis"), "all of it");
    Path store = Files.createDirectory(directory.resolve("store"));
    for (String name : List.of(nameOf(FIRST) + ".aside", nameOf(FIRST))) {
      Files.createSymbolicLink(store.resolve(name), thesis);
    }
    try (DiskSnapshotStore opened = DiskSnapshotStore.open(store, 1)) {
      take(opened, SECOND);
    }
    assertEquals("all of it", Files.readString(thesis));
  }
}
