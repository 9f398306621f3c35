package tidemark.storage;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** A directory of the file system, read and written through {@link FileChannel}. */
final class DirectoryStorage implements Storage {
  private static final String LOCK = "lock";

  /**
   * Directories locked by this process, and the system's identities of their lock files, by which a
   * directory is known that was renamed since. The system's lock belongs to the whole process, and
   * is lost as soon as any channel on the lock file is closed. So a second channel must not even be
   * opened.
   */
  private static final Set<Object> LOCKED = ConcurrentHashMap.newKeySet();

  private final Path directory;
  private final Directories directories;
  private @Nullable DirectoryFile lock;

  DirectoryStorage(Path directory) throws IOException {
    this(directory, Directories.OF_FILE_SYSTEM);
  }

  DirectoryStorage(Path directory, Directories directories) throws IOException {
    this.directories = directories;
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
      directories.make(next);
    }
    this.directory = directory.toRealPath();
    if (!missing.isEmpty() || directories.names(this.directory).isEmpty()) {
      forceParents(missing.size());
    }
  }

  /**
   * Makes the directory itself survive a power cut. Its name stands in its parent, whose name
   * stands in its own parent: all are forced, because whoever made them may have been stopped
   * before it could. Where a file stands already, this was done before that file was made.
   *
   * @param made how many of the names were made now; a parent of another one that we may not read
   *     is left out
   */
  private void forceParents(int made) throws IOException {
    Object device = device(directory);
    int names = made;
    Path parent = directory.getParent();
    while (parent != null && Objects.equals(device(parent), device)) {
      try {
        directories.force(parent);
      } catch (AccessDeniedException denied) {
        if (names > 0) {
          throw denied;
        }
      }
      names--;
      parent = parent.getParent();
    }
  }

  /**
   * The device that a directory is on: what lies above where it was mounted is not ours. Null where
   * the system does not say. {@link Files#getFileStore} would do, but fails in some containers.
   */
  private static @Nullable Object device(Path directory) throws IOException {
    try {
      return Files.getAttribute(directory, "unix:dev");
    } catch (UnsupportedOperationException | IllegalArgumentException notSaid) {
      return null;
    }
  }

  @Override
  public void lock() throws IOException {
    if (!LOCKED.add(directory)) {
      throw held("this process");
    }
    DirectoryFile file = null;
    try {
      if (LOCKED.contains(DirectoryFile.identity(directory.resolve(LOCK)))) {
        throw held("this process");
      }
      file = new DirectoryFile(directory.resolve(LOCK), CREATE, WRITE);
      if (!file.tryLock()) {
        throw held("another process");
      }
      LOCKED.add(file.identity());
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
    return directories.names(directory).stream().filter(name -> !name.equals(LOCK)).toList();
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
    Path path = directory.resolve(name);
    if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(Storage.noDirectory(path));
    }
    Files.deleteIfExists(path);
  }

  @Override
  public void sync() throws IOException {
    directories.force(directory);
  }

  @Override
  public void close() throws IOException {
    if (lock != null) {
      lock.close();
      LOCKED.remove(lock.identity());
      lock = null;
      LOCKED.remove(directory);
    }
  }

  @Override
  public String toString() {
    return directory.toString();
  }
}
