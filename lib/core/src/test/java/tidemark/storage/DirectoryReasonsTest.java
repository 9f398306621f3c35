package tidemark.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.log.Event;
import tidemark.log.ManualClock;

/** Whatever the file system refuses, the error says what must be so and what to do. */
@EnabledOnOs(OS.LINUX)
final class DirectoryReasonsTest {
  private final DiskLogOptions options = DiskLogOptions.uncompacted(new ManualClock(0));

  @TempDir Path directory;

  private void assertTold(Path path, String rule, String advice) {
    var told = assertThrows(UncheckedIOException.class, () -> DiskLog.open(path, options));
    String message = "" + told.getMessage();
    assertTrue(message.contains(rule) && message.contains(advice), message);
  }

  @Test
  void folderThatWasRenamedWhileItIsOpenIsNotOpenedASecondTime() throws IOException {
    Path before = Files.createDirectory(directory.resolve("before"));
    Path after = directory.resolve("after");
    DiskLog log = DiskLog.open(before, options);
    log.append(Event.of("k", "v"));
    Files.move(before, after);
    for (int i = 0; i < 2; i++) {
      String message =
          ""
              + assertThrows(IllegalStateException.class, () -> DiskLog.open(after, options))
                  .getMessage();
      assertTrue(message.contains("must have one writer"), message);
      assertTrue(message.contains("open in this process"), message);
    }
    assertThrows(UncheckedIOException.class, log::close, "its files have lost their names");
    try (DiskLog again = DiskLog.open(after, options)) {
      assertEquals(1, again.endOffset());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"lock", "marks", "epochs", "synced-end", "00000000000000000000.000000.log"})
  void folderInPlaceOfOneOfTheLogsFilesIsNamed(String name) throws IOException {
    DiskLog.open(directory, options).close();
    Files.deleteIfExists(directory.resolve(name));
    Path folder = Files.createDirectory(directory.resolve(name));
    Files.createFile(folder.resolve("kept"));
    assertTold(directory, "must be no directory, directory=" + folder, "move it");
    assertTrue(Files.exists(folder.resolve("kept")));
  }

  @Test
  void pathWhereNothingCanBeMadeIsSaidWithWhatToDo() {
    assertTold(Path.of("/proc/tidemark/log"), "file=/proc/tidemark", "choose a");
  }

  @Test
  void nameThatIsTooLongIsSaidWithWhatToDo() {
    Path path = directory.resolve("n".repeat(300));
    assertTold(path, "file=" + path + ": File name too long", "choose another path");
  }

  @Test
  void folderOfOursThatTheFileSystemRefusesForAnotherReasonIsNotCalledForeign() {
    String folder = directory.toString();
    String told = Storage.reason(new FileSystemException(folder, null, "Too many open files"));
    assertTrue(told.contains("Too many open files") && !told.contains("not ours"), told);
  }

  @Test
  void fileSystemThatIsReadOnlyIsSaidWithWhatToDo() {
    assertEquals(
        "the file system must take it, file=/x: Read-only file system; mend that, or choose another"
            + " path",
        Storage.reason(new FileSystemException("/x", null, "Read-only file system")));
  }
}
