package tidemark.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import tidemark.simulate.Crash;

/**
 * The directories of the file system, whose every step can be made to fail, and which know what a
 * power cut would take: a directory that was made, until its parent was forced.
 */
final class FaultyDirectories implements Directories {
  private final Set<Path> notDurable = new LinkedHashSet<>();
  private int steps;
  private int failing = -1;
  private boolean crashes;

  /** The step of that number, from now on and from 0, fails; or the process ends there. */
  void failAt(int step, boolean withCrash) {
    failing = steps + step;
    crashes = withCrash;
  }

  int steps() {
    return steps;
  }

  private void step(String what) throws IOException {
    if (steps++ == failing) {
      if (crashes) {
        throw new Crash(0);
      }
      throw new IOException("Input/output error while a directory is " + what);
    }
  }

  @Override
  public void make(Path directory) throws IOException {
    step("made");
    if (!Files.exists(directory)) {
      OF_FILE_SYSTEM.make(directory);
      notDurable.add(directory.toRealPath());
    }
  }

  @Override
  public void force(Path directory) throws IOException {
    step("forced");
    notDurable.removeIf(made -> directory.equals(made.getParent()));
  }

  @Override
  public List<String> names(Path directory) throws IOException {
    step("listed");
    return OF_FILE_SYSTEM.names(directory);
  }

  /** Those of the ancestors that a power cut would take now, with all that is in them. */
  List<Path> lostInAPowerCut(Path directory) {
    return notDurable.stream().filter(directory::startsWith).toList();
  }
}
