package tidemark.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.simulate.Crash;

/** A power cut must not take the directory of a log, with all that was durable in it. */
final class DirectoryDurabilityTest {
  @TempDir Path directory;

  private final FaultyDirectories directories = new FaultyDirectories();

  private Path at(String path) throws IOException {
    return directory.toRealPath().resolve(path);
  }

  private void assertDurable(Path opened) {
    assertEquals(List.of(), directories.lostInAPowerCut(opened));
  }

  @Test
  void noNewParentVanishesInAPowerCut() throws IOException {
    for (String path : List.of("a/b/c", "a/b/d", "a", "e")) {
      new DirectoryStorage(at(path), directories).close();
      assertDurable(at(path));
    }
  }

  @Test
  void crashOrFailureAtEveryStepIsMadeUpForByTheNextOpening() throws IOException {
    new DirectoryStorage(at("whole/b/c"), directories).close();
    int steps = directories.steps();
    assertTrue(steps >= 6, "three are made, three or more are forced: steps=" + steps);
    for (boolean withCrash : new boolean[] {false, true}) {
      for (int step = 0; step < steps; step++) {
        Path opened = at("at" + step + withCrash + "/b/c");
        directories.failAt(step, withCrash);
        Throwable failed =
            assertThrows(Throwable.class, () -> new DirectoryStorage(opened, directories).close());
        assertTrue(failed instanceof Crash || failed instanceof IOException, "" + failed);
        new DirectoryStorage(opened, directories).close();
        assertDurable(opened);
      }
    }
  }

  @Test
  void directoryInWhichFilesStandWasForcedBeforeTheyWereMade() throws IOException {
    try (DirectoryStorage storage = new DirectoryStorage(at("a/b"), directories)) {
      storage.create("file").close();
    }
    int steps = directories.steps();
    new DirectoryStorage(at("a/b"), directories).close();
    assertEquals(steps + 1, directories.steps(), "it is listed, and nothing is forced");
  }

  @Test
  void directoryThatCannotBeMadeForcedOrListedIsNotUsed() throws IOException {
    for (int step = 0; step < 3; step++) {
      Path opened = at("x" + step);
      if (step == 2) {
        Files.createDirectory(opened);
      }
      directories.failAt(step == 2 ? 0 : step, false);
      IOException failed =
          assertThrows(IOException.class, () -> new DirectoryStorage(opened, directories));
      String what = List.of("made", "forced", "listed").get(step);
      assertTrue(("" + failed.getMessage()).endsWith(what), "" + failed);
    }
  }

  @Test
  void failureToListOrForceAnOpenDirectoryIsRaised() throws IOException {
    try (DirectoryStorage storage = new DirectoryStorage(at("a"), directories)) {
      directories.failAt(0, false);
      assertThrows(IOException.class, storage::names);
      directories.failAt(0, false);
      assertThrows(IOException.class, storage::sync);
      assertEquals(List.of(), storage.names());
    }
  }
}
