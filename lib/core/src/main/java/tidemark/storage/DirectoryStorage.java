package tidemark.storage;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A directory of the file system, read and written through {@link FileChannel}. */
final class DirectoryStorage implements Storage {
  private static final String LOCK = "lock";
  private static final boolean DIRECTORIES_CAN_BE_FORCED = File.separatorChar == '/';

  /**
   * Directories locked by this process. The system's lock belongs to the whole process, and is lost
   * as soon as any channel on the lock file is closed. So a second channel must not even be opened.
   */
  private static final Set<Path> LOCKED = ConcurrentHashMap.newKeySet();

  private final Path directory;
  private @Nullable DirectoryFile lock;

  /** Makes the names in a directory survive a power cut; a test puts another one in. */
  interface DirectoryForcer {
    void force(Path directory) throws IOException;
  }

  DirectoryStorage(Path directory) throws IOException {
    this(directory, DirectoryStorage::force);
  }

  /** Forces the parent of each directory that it makes, so that none vanishes in a power cut. */
  DirectoryStorage(Path directory, DirectoryForcer forcer) throws IOException {
    Deque<Path> missing = new ArrayDeque<>();
    Path at = directory.toAbsolutePath();
    while (at != null && !Files.exists(at)) {
      if (Files.isSymbolicLink(at)) {
        throw new IOException(
            "a link must lead to a directory, link="
                + at
                + "; make its target, or remove the link");
      }
      missing.push(at);
      at = at.getParent();
    }
    if (at != null && !Files.isDirectory(at)) {
      throw new IOException("a directory must be one, file=" + at + "; choose another path");
    }
    for (Path next : missing) {
      Files.createDirectories(next);
      Path parent = next.toRealPath().getParent();
      if (parent != null) {
        forcer.force(parent);
      }
    }
    this.directory = directory.toRealPath();
  }

  @Override
  public void lock() throws IOException {
    if (!LOCKED.add(directory)) {
      throw held("this process");
    }
    DirectoryFile file = null;
    try {
      file = new DirectoryFile(directory.resolve(LOCK), CREATE, WRITE);
      if (!file.tryLock()) {
        throw held("another process");
      }
      lock = file;
    } finally {
      if (lock == null) {
        LOCKED.remove(directory);
        if (file != null) {
          file.close();
        }
      }
    }
  }

  @Override
  public void requireLocked() throws IOException {
    if (lock != null) {
      lock.requireNamed();
    }
  }

  private IllegalStateException held(String holder) {
    return new IllegalStateException(
        "a directory must have one writer, directory=%s: it is open in %s; close it there first"
            .formatted(directory, holder));
  }

  @Override
  public List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> !name.equals(LOCK))
          .sorted()
          .toList();
    }
  }

  @Override
  public StorageFile create(String name) throws IOException {
    Path path = directory.resolve(name);
    FileChannel.open(path, WRITE, CREATE, TRUNCATE_EXISTING).close();
    return new DirectoryFile(path, READ, WRITE);
  }

  @Override
  public StorageFile createNew(String name) throws IOException {
    Path path = directory.resolve(name);
    FileChannel.open(path, WRITE, CREATE_NEW).close();
    return new DirectoryFile(path, READ, WRITE);
  }

  @Override
  public boolean exists(String name) {
    return Files.exists(directory.resolve(name));
  }

  @Override
  public StorageFile open(String name) throws IOException {
    Path path = directory.resolve(name);
    return new DirectoryFile(path, READ, WRITE);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    Files.move(directory.resolve(from), directory.resolve(to), StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public void delete(String name) throws IOException {
    Files.deleteIfExists(directory.resolve(name));
  }

  @Override
  public void sync() throws IOException {
    force(directory);
  }

  private static void force(Path directory) throws IOException {
    if (DIRECTORIES_CAN_BE_FORCED) {
      try (DirectoryFile names = new DirectoryFile(directory, READ)) {
        names.force(true);
      }
    }
  }

  @Override
  public void close() throws IOException {
    if (lock != null) {
      lock.close();
      lock = null;
      LOCKED.remove(directory);
    }
  }

  @Override
  public String toString() {
    return directory.toString();
  }
}
