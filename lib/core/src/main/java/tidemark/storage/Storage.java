package tidemark.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * A directory of files. All I/O of logs and snapshot stores goes through this interface and {@link
 * StorageFile}, so that a test can make it fail at every step.
 *
 * <p>What was created, renamed and deleted survives a power cut after {@link #sync}; the content of
 * a file after {@link StorageFile#force}. Every method throws {@link IOException} if the system
 * refuses. Files may be opened and read by many threads; one thread at a time makes changes.
 */
public interface Storage extends AutoCloseable {
  /**
   * The ending of the names of files that are still being written. A log or a store may delete a
   * file that has one of its own names with this ending; every other file with this ending belongs
   * to somebody else.
   */
  String ASIDE = ".aside";

  /** The operating system's words, as the JDK hands them on. */
  String IS_A_DIRECTORY = "Is a directory";

  /**
   * Why an operation failed, in words: the message of a file system's exception is often only the
   * name of a file.
   */
  static String reason(IOException failed) {
    String message = failed.getMessage();
    if (failed instanceof AccessDeniedException) {
      return "access is denied, file=" + message + "; let this user read and write there";
    }
    if (failed instanceof NoSuchFileException) {
      return "the file is missing, file="
          + message
          + "; put it back, or choose a path where files can be made";
    }
    if (failed instanceof FileSystemException refused
        && refused.getReason() != null
        && refused.getFile() != null) {
      return refused.getReason().equals(IS_A_DIRECTORY)
          ? noDirectory(Path.of(refused.getFile()))
          : "the file system must take it, file="
              + refused.getFile()
              + ": "
              + refused.getReason()
              + "; mend that, or choose another path";
    }
    return failed.getClass() == IOException.class && message != null
        ? message
        : failed.getClass().getSimpleName() + ": " + message;
  }

  /** What is said of a directory that has the name of one of our files. */
  static String noDirectory(Path directory) {
    return "a file must be no directory, directory="
        + directory
        + "; it is not ours: move it to another place";
  }

  /**
   * A directory of the file system. If it is missing, it and its parents are created, durably.
   *
   * @throws IOException if a file has its name, if it is a link to nothing, or if it cannot be
   *     created
   */
  static Storage directory(Path directory) throws IOException {
    return new DirectoryStorage(directory);
  }

  /**
   * Takes the lock of this directory, which only one may hold, in this and all other processes. It
   * is released when this storage is closed or its process ends.
   *
   * @throws IllegalStateException if the lock is held already
   */
  void lock() throws IOException;

  /**
   * Checks that the lock that was taken is still there. Does nothing if none was taken.
   *
   * @throws IOException if somebody deleted or replaced the lock file, so that another writer could
   *     take the lock
   */
  void requireLocked() throws IOException;

  /** Names of all files, sorted; the lock file is not among them. */
  List<String> names() throws IOException;

  /** Creates a file, or empties the one of that name; open for reading and writing. */
  StorageFile create(String name) throws IOException;

  /**
   * Creates a file that must not exist yet. If several try at once, in any processes, only one
   * succeeds. This default implementation looks first and then creates, so it is only for a storage
   * that one thread uses.
   *
   * @throws FileAlreadyExistsException if a file has this name
   */
  default StorageFile createNew(String name) throws IOException {
    if (exists(name)) {
      throw new FileAlreadyExistsException(name);
    }
    return create(name);
  }

  /** Whether there is a file of this name. */
  default boolean exists(String name) throws IOException {
    return names().contains(name);
  }

  /**
   * Opens an existing file.
   *
   * @throws java.nio.file.NoSuchFileException if there is none
   */
  StorageFile open(String name) throws IOException;

  /** Renames a file in one step. A file that has the new name already is replaced. */
  void rename(String from, String to) throws IOException;

  /** Deletes a file; does nothing if there is none. */
  void delete(String name) throws IOException;

  /** Makes what was created, renamed and deleted survive a power cut. */
  void sync() throws IOException;

  @Override
  void close() throws IOException;

  /**
   * Gives a file new content, durably. After a crash it has the old or the new content, never a
   * mixture. The new content is written beside it first, under the name with {@link #ASIDE}.
   */
  default void replace(String name, ByteBuffer content) throws IOException {
    String aside = name + ASIDE;
    try (StorageFile file = create(aside)) {
      file.writeFully(content, 0);
      file.force();
    }
    rename(aside, name);
    sync();
  }
}
