package tidemark.storage;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.TRUNCATE_EXISTING;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A directory of the file system, by {@link FileChannel}. */
final class DirectoryStorage implements Storage {
  private static final String LOCK = "lock";
  private static final boolean DIRECTORIES_CAN_BE_FORCED = File.separatorChar == '/';

  /**
   * Directories locked by this process. The system's lock is the process's, and would be lost as
   * soon as any channel on the lock file is closed: so a second one must not even be opened.
   */
  private static final Set<Path> LOCKED = ConcurrentHashMap.newKeySet();

  private final Path directory;
  private @Nullable FileChannel lock;

  DirectoryStorage(Path directory) throws IOException {
    boolean isNew = !Files.exists(directory);
    Files.createDirectories(directory);
    this.directory = directory.toRealPath();
    Path parent = this.directory.getParent();
    if (isNew && parent != null) {
      force(parent);
    }
  }

  @Override
  public void lock() throws IOException {
    if (!LOCKED.add(directory)) {
      throw held("this process");
    }
    FileChannel channel = null;
    try {
      channel = FileChannel.open(directory.resolve(LOCK), CREATE, WRITE);
      FileLock taken = channel.tryLock();
      if (taken == null) {
        throw held("another process");
      }
      lock = channel;
    } finally {
      if (lock == null) {
        LOCKED.remove(directory);
        if (channel != null) {
          channel.close();
        }
      }
    }
  }

  private IllegalStateException held(String holder) {
    return new IllegalStateException(
        "a directory has one writer, directory=%s: it is open in %s; close it there first"
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
        names.use(
            c -> {
              c.force(true);
              return 0;
            });
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

  /**
   * An interrupted thread closes the channel it uses. Here it opens the file again, finishes, and
   * stays interrupted: an interrupt must not take the log from the others.
   */
  private static final class DirectoryFile implements StorageFile {
    private final Path path;
    private final OpenOption[] options;
    private volatile FileChannel channel;

    private interface Use {
      long on(FileChannel channel) throws IOException;
    }

    DirectoryFile(Path path, OpenOption... options) throws IOException {
      this.path = path;
      this.options = options;
      this.channel = FileChannel.open(path, options);
    }

    private long use(Use use) throws IOException {
      boolean interrupted = false;
      try {
        while (true) {
          try {
            return use.on(channel);
          } catch (ClosedByInterruptException closed) {
            interrupted |= Thread.interrupted();
            channel = FileChannel.open(path, options);
          }
        }
      } finally {
        if (interrupted) {
          Thread.currentThread().interrupt();
        }
      }
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
      // From the same place each time: an interrupt may come after bytes went over.
      int from = target.position();
      return (int) use(c -> c.read(target.position(from), position));
    }

    @Override
    public int write(ByteBuffer source, long position) throws IOException {
      int from = source.position();
      return (int) use(c -> c.write(source.position(from), position));
    }

    @Override
    public void truncate(long size) throws IOException {
      use(c -> c.truncate(size).size());
    }

    @Override
    public long size() throws IOException {
      return use(FileChannel::size);
    }

    @Override
    public void force() throws IOException {
      use(
          c -> {
            c.force(false);
            return 0;
          });
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }
}
