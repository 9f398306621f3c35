package tidemark.storage;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DirectoryStorageTest {
  @TempDir Path directory;

  private static void assertRefused(Path path, String reason) {
    IOException refused = assertThrows(IOException.class, () -> Storage.directory(path));
    assertTrue(("" + refused.getMessage()).contains(reason), "" + refused);
    assertTrue(("" + refused.getMessage()).contains("=" + path), "" + refused);
  }

  @Test
  void fileInPlaceOfADirectoryIsSaid() throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    assertRefused(file, "must be one");
    IOException below =
        assertThrows(IOException.class, () -> Storage.directory(file.resolve("a/b")));
    assertTrue(("" + below.getMessage()).contains("file=" + file), "" + below);
  }

  @Test
  void linkToNothingIsSaid() throws IOException {
    Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("gone"));
    assertRefused(link, "a link must lead to a directory");
    Files.createDirectory(directory.resolve("gone"));
    assertDoesNotThrow(() -> Storage.directory(link).close());
  }

  @Test
  void reasonSaysMoreThanAName() {
    assertTrue(Storage.reason(new AccessDeniedException("/x")).contains("denied, file=/x; let"));
    assertTrue(Storage.reason(new NoSuchFileException("/x")).contains("missing, file=/x"));
    assertEquals("No space left", Storage.reason(new IOException("No space left")));
  }

  @Test
  void reasonOfAFailureWithoutAFileIsTold() {
    String told = Storage.reason(new FileSystemException(null, null, "the volume is gone"));
    assertEquals("FileSystemException: the volume is gone", told);
  }

  @Test
  void openFileThatLosesItsNameIsNoticed() throws IOException {
    try (Storage storage = Storage.directory(directory);
        StorageFile file = storage.create("a")) {
      file.requireNamed();
      storage.rename("a", "b");
      assertThrows(IOException.class, file::requireNamed);
      storage.create("a").close();
      assertThrows(IOException.class, file::requireNamed, "another file has its name");
    }
  }

  @Test
  void lockThatIsDeletedIsNoticed() throws IOException {
    try (Storage storage = Storage.directory(directory)) {
      storage.lock();
      storage.requireLocked();
      Files.delete(directory.resolve("lock"));
      assertThrows(IOException.class, storage::requireLocked);
      Files.createFile(directory.resolve("lock"));
      assertThrows(IOException.class, storage::requireLocked);
    }
  }

  @Test
  void interruptOfOneThreadDoesNotCloseTheFileUnderAnother() throws Exception {
    List<Throwable> failures = new CopyOnWriteArrayList<>();
    try (Storage storage = Storage.directory(directory);
        StorageFile file = storage.create("a")) {
      file.writeFully(ByteBuffer.allocate(1 << 16), 0);
      List<Thread> readers = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        Thread reader = new Thread(() -> read(file, failures));
        readers.add(reader);
        reader.start();
      }
      while (readers.stream().anyMatch(Thread::isAlive)) {
        readers.get(0).interrupt();
        LockSupport.parkNanos(50_000);
      }
    }
    assertEquals(List.of(), failures);
  }

  private static void read(StorageFile file, List<Throwable> failures) {
    ByteBuffer target = ByteBuffer.allocate(1 << 16);
    try {
      for (int i = 0; i < 2000; i++) {
        file.readFully(target.clear(), 0);
        assertEquals(0, target.remaining());
      }
    } catch (Throwable failure) {
      failures.add(failure);
    }
  }
}
