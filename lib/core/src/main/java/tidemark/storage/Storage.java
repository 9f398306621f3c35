package tidemark.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * A directory of files. All I/O of logs and snapshot stores goes through here and {@link
 * StorageFile}, so that a test can break it at every step.
 *
 * <p>Creating, renaming and deleting survive a power cut after {@link #sync}; what is inside a file
 * after {@link StorageFile#force}.
 */
public interface Storage extends AutoCloseable {
  /**
   * Ends the names of files that are still being written. Who finds a file that has one of its own
   * names and this ending may delete it; other files with this ending belong to somebody else.
   */
  String ASIDE = ".aside";

  /** Why an operation failed, in words: the exceptions of the file system often say only a name. */
  static String reason(IOException failed) {
    String message = failed.getMessage();
    if (failed instanceof AccessDeniedException) {
      return "access is denied, file=" + message + "; let this user read and write there";
    }
    if (failed instanceof NoSuchFileException) {
      return "the file is missing, file=" + message;
    }
    return failed.getClass() == IOException.class && message != null
        ? message
        : failed.getClass().getSimpleName() + ": " + message;
  }

  /**
   * A directory of the file system, created if need be, with its parents.
   *
   * @throws IOException if it cannot be one: a file has its name, or it is a link to nothing
   */
  static Storage directory(Path directory) throws IOException {
    return new DirectoryStorage(directory);
  }

  /**
   * Keeps everyone else from writing here until this storage is closed, or its process is gone.
   *
   * @throws IllegalStateException if someone else holds it
   */
  void lock() throws IOException;

  /** Fails if the lock that was taken is not there any more, so that another could take it. */
  void requireLocked() throws IOException;

  /** Names of all files, in order. */
  List<String> names() throws IOException;

  /** Creates a file, or empties the one of that name. */
  StorageFile create(String name) throws IOException;

  /**
   * Creates a file that must not exist: of several who try at once, in whatever process, only one
   * succeeds. This default is safe in one process only.
   *
   * @throws FileAlreadyExistsException if there is one
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

  /** Renames in one step; a file that has the new name already is replaced. */
  void rename(String from, String to) throws IOException;

  /** Deletes a file if it exists. */
  void delete(String name) throws IOException;

  /** Makes what was created, renamed and deleted survive a power cut. */
  void sync() throws IOException;

  @Override
  void close() throws IOException;

  /** Gives a file new content: after a crash it is the old or the new one, never a mixture. */
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
