package tidemark.storage;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One open file of a {@link DirectoryStorage}.
 *
 * <p>If a thread is interrupted while it uses a {@link FileChannel}, the channel is closed for all
 * threads. But an interrupt of one thread must not break the log for the others. So a thread that
 * finds its channel closed opens the file again, or takes the channel that another thread has
 * opened, and finishes its work. The interrupted thread's interrupt status is set again afterwards.
 */
final class DirectoryFile implements StorageFile {
  private final Path path;
  private final OpenOption[] options;
  private final @Nullable Object key;
  private volatile FileChannel channel;

  @GuardedBy("this")
  private boolean closed;

  private interface Use {
    long on(FileChannel channel) throws IOException;
  }

  DirectoryFile(Path path, OpenOption... options) throws IOException {
    this.path = path;
    this.options = options;
    this.channel = FileChannel.open(path, options);
    this.key = key(path);
  }

  /**
   * The system's identity of the file at a path, which it keeps when it is renamed; the path itself
   * where the system has none, or where there is no file.
   */
  static Object identity(Path path) throws IOException {
    try {
      return Objects.requireNonNullElse(key(path), path);
    } catch (NoSuchFileException none) {
      return path;
    }
  }

  /** The system's identity of this file, as {@link #identity(Path)} tells it. */
  Object identity() {
    return Objects.requireNonNullElse(key, path);
  }

  /** The system's identity of the file at a path; null where the system has none. */
  private static @Nullable Object key(Path path) throws IOException {
    return Files.readAttributes(path, BasicFileAttributes.class).fileKey();
  }

  /** Takes the system's lock on the file. False if another process has it. Closing releases it. */
  boolean tryLock() throws IOException {
    return channel.tryLock() != null;
  }

  /** Calls {@code use}, and calls it again whenever an interrupt has closed the channel. */
  private long use(Use use) throws IOException {
    boolean interrupted = false;
    try {
      while (true) {
        FileChannel used = channel;
        try {
          return use.on(used);
        } catch (ClosedChannelException byAnInterrupt) {
          interrupted |= Thread.interrupted();
          reopen(used, byAnInterrupt);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private synchronized void reopen(FileChannel used, ClosedChannelException failed)
      throws IOException {
    if (closed) {
      throw failed;
    }
    if (channel == used) {
      channel = FileChannel.open(path, options);
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
    force(false);
  }

  /** Forces the content to the disk; with {@code metadata} its times and permissions too. */
  void force(boolean metadata) throws IOException {
    use(
        c -> {
          c.force(metadata);
          return 0;
        });
  }

  @Override
  public void requireNamed() throws IOException {
    boolean named;
    try {
      named = Objects.equals(key, key(path));
    } catch (NoSuchFileException deleted) {
      named = false;
    }
    if (!named) {
      throw new IOException(
          "an open file must keep its name, file="
              + path
              + "; it was deleted or replaced: what was written since may be lost");
    }
  }

  @Override
  public synchronized void close() throws IOException {
    closed = true;
    channel.close();
  }
}
