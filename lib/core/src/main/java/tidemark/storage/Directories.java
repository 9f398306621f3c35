package tidemark.storage;

import static java.nio.file.StandardOpenOption.READ;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a {@link DirectoryStorage} does to directories, so that a test can break it at every step.
 */
interface Directories {
  /** Makes a directory whose parent exists; one that is there already is left as it is. */
  void make(Path directory) throws IOException;

  /** Makes the names in a directory survive a power cut. */
  void force(Path directory) throws IOException;

  /** The names in a directory, in order. */
  List<String> names(Path directory) throws IOException;

  /** Those of the file system. */
  Directories OF_FILE_SYSTEM =
      new Directories() {
        private static final boolean CAN_BE_FORCED = File.separatorChar == '/';

        @Override
        public void make(Path directory) throws IOException {
          Files.createDirectories(directory);
        }

        @Override
        public void force(Path directory) throws IOException {
          if (CAN_BE_FORCED) {
            try (DirectoryFile names = new DirectoryFile(directory, READ)) {
              names.force(true);
            }
          }
        }

        @Override
        public List<String> names(Path directory) throws IOException {
          try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
          }
        }
      };
}
