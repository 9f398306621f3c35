package tidemark.snapshot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tidemark.log.Position;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/**
 * A snapshot store on disk: keeps the last few snapshots in a directory of its own, one file each.
 *
 * <ol>
 *   <li>A snapshot is written aside, forced, and renamed to its name; then the directory is synced.
 *   <li>Only after that the oldest one is deleted. So a crash at any step leaves either the new
 *       snapshot or the one before it.
 *   <li>Opening deletes what a crash left aside. Files whose names a store does not give are not
 *       touched.
 * </ol>
 *
 * <p>Thread-safe. Only one snapshot is written at a time.
 */
public final class DiskSnapshotStore implements SnapshotStore {
  private final Storage storage;
  private final int keep;
  private final List<SnapshotFile> kept = new ArrayList<>();
  private long nextNumber;
  private @Nullable SnapshotFile writing;
  private boolean closed;

  private DiskSnapshotStore(Storage storage, int keep) {
    this.storage = storage;
    this.keep = keep;
  }

  /** Opens the store in a directory, or makes a new one: see {@link #open(Storage, int)}. */
  public static DiskSnapshotStore open(Path directory, int keep) {
    try {
      return open(Storage.directory(directory), keep);
    } catch (IOException failed) {
      throw new UncheckedIOException(
          "a snapshot store must have a directory that can be read and written, directory=%s: %s"
              .formatted(directory, Storage.reason(failed)),
          failed);
    }
  }

  /**
   * Opens the store in a storage, or makes a new one there. The storage belongs to this store until
   * {@link #close}.
   *
   * @param keep how many snapshots to keep; older ones are deleted
   * @throws IllegalArgumentException if {@code keep < 1}
   * @throws IllegalStateException if the storage is open already, here or in another process
   * @throws UncheckedIOException if the storage cannot be read or written; it is released then
   */
  public static DiskSnapshotStore open(Storage storage, int keep) {
    if (keep < 1) {
      throw new IllegalArgumentException(
          "a store must keep at least one snapshot, keep=" + keep + "; give 1 or more");
    }
    DiskSnapshotStore store = new DiskSnapshotStore(storage, keep);
    boolean locked = false;
    boolean opened = false;
    try {
      storage.lock();
      locked = true;
      store.find();
      opened = true;
      return store;
    } catch (IOException failed) {
      throw unreadable(storage, failed);
    } finally {
      if (locked && !opened) {
        releaseQuietly(storage);
      }
    }
  }

  private static UncheckedIOException unreadable(Storage storage, IOException failed) {
    return new UncheckedIOException(
        "a snapshot store must be able to read and write its files, storage=%s: %s"
            .formatted(storage, Storage.reason(failed)),
        failed);
  }

  private static void releaseQuietly(Storage storage) {
    try {
      storage.close();
    } catch (IOException alsoFailed) {
      // The failure before is the one to tell.
    }
  }

  private void find() throws IOException {
    for (String name : storage.names()) {
      SnapshotFile found = SnapshotFile.named(name);
      if (SnapshotFile.isAside(name)) {
        storage.delete(name);
      } else if (found != null) {
        kept.add(found);
        nextNumber = found.number() + 1;
      }
    }
    // If only the process ended, the newest name may not be durable yet. It must be, before an
    // older one is deleted.
    storage.sync();
    deleteOldOfEachLog();
  }

  /**
   * Deletes what a crash left undeleted. The snapshots of each log are counted by themselves, so
   * that one of another log, which somebody copied in, pushes out none.
   */
  private void deleteOldOfEachLog() throws IOException {
    Map<UUID, Integer> newer = new HashMap<>();
    for (int i = kept.size() - 1; i >= 0; i--) {
      if (newer.merge(kept.get(i).position().logId(), 1, Integer::sum) > keep) {
        storage.delete(kept.get(i).name());
        kept.remove(i);
      }
    }
  }

  /**
   * Deletes the oldest ones; before them those of another log than the newest, if there are any.
   */
  private void deleteOld() throws IOException {
    UUID log = kept.get(kept.size() - 1).position().logId();
    while (kept.size() > keep) {
      int oldest = 0;
      for (int i = kept.size() - 1; i >= 0; i--) {
        oldest = kept.get(i).position().logId().equals(log) ? oldest : i;
      }
      storage.delete(kept.get(oldest).name());
      kept.remove(oldest);
    }
  }

  @Override
  public synchronized SnapshotWriter begin(Position position) {
    requireOpen();
    requireNoneIsWritten();
    SnapshotFile next = new SnapshotFile(nextNumber++, position);
    try {
      Aside aside = new Aside(next, storage.create(next.asideName()));
      try {
        SnapshotWriter writer = new SnapshotWriter(aside, position);
        writing = next;
        return writer;
      } catch (UncheckedIOException failed) {
        aside.close();
        throw failed;
      }
    } catch (IOException failed) {
      throw unreadable(storage, failed);
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException(
          "a snapshot store must be open to be used, storage="
              + storage
              + "; it was closed: open it again");
    }
  }

  /** Names are numbered when a snapshot begins, so the first one begun must be the first frozen. */
  private void requireNoneIsWritten() {
    if (writing != null) {
      throw new IllegalStateException(
          "a snapshot must be frozen or closed before the next one is begun, storage=%s, being written=%s; freeze or close its writer"
              .formatted(storage, writing.position()));
    }
  }

  @Override
  public synchronized List<Position> positions() {
    return kept.stream().map(SnapshotFile::position).toList();
  }

  /**
   * {@inheritDoc}
   *
   * @throws DamagedSnapshotException if its beginning is not as it was written; if a later part is
   *     not, the reader throws this when it comes there
   * @throws IllegalStateException if the store is closed
   */
  @Override
  public synchronized SnapshotReader open(Position position) {
    requireOpen();
    for (int i = kept.size() - 1; i >= 0; i--) {
      if (kept.get(i).position().equals(position)) {
        return read(kept.get(i));
      }
    }
    throw new IllegalArgumentException(
        "a snapshot must be kept to be opened, position=%s, kept=%s; open one of those"
            .formatted(position, positions()));
  }

  private SnapshotReader read(SnapshotFile snapshot) {
    try {
      SnapshotFileChannel source = new SnapshotFileChannel(storage.open(snapshot.name()));
      try {
        SnapshotReader reader = new SnapshotReader(source);
        if (!reader.position().equals(snapshot.position())) {
          throw new DamagedSnapshotException(
              0, "the file " + snapshot.name() + " was renamed, it is of " + reader.position());
        }
        return reader;
      } catch (RuntimeException failed) {
        source.close();
        throw failed;
      }
    } catch (IOException failed) {
      throw unreadable(storage, failed);
    }
  }

  private synchronized void install(SnapshotFile snapshot) throws IOException {
    requireOpen();
    storage.requireLocked();
    storage.rename(snapshot.asideName(), snapshot.name());
    storage.sync();
    kept.add(snapshot);
    writing = null;
    deleteOld();
  }

  /**
   * Deletes an unfinished file, unless this store was closed or lost its lock: another one may be
   * open there now.
   */
  private synchronized void abandon(SnapshotFile snapshot) throws IOException {
    if (snapshot.equals(writing)) {
      writing = null;
    }
    if (!closed) {
      storage.requireLocked();
      storage.delete(snapshot.asideName());
    }
  }

  /**
   * {@inheritDoc}
   *
   * @throws UncheckedIOException also if somebody deleted or replaced the lock file, so that
   *     another writer may have changed the snapshots; the store is closed all the same
   */
  @Override
  public synchronized void close() {
    boolean first = !closed;
    closed = true;
    try (storage) {
      if (first) {
        storage.requireLocked();
      }
    } catch (IOException failed) {
      throw unreadable(storage, failed);
    }
  }

  /** A snapshot's file while it is being written. */
  private final class Aside implements SnapshotWriter.Sink {
    private final SnapshotFile snapshot;
    private final StorageFile file;
    private long written;
    private boolean frozen;

    Aside(SnapshotFile snapshot, StorageFile file) {
      this.snapshot = snapshot;
      this.file = file;
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
      int length = bytes.remaining();
      file.writeFully(bytes, written);
      written += length;
    }

    @Override
    public void freeze() throws IOException {
      file.force();
      install(snapshot);
      frozen = true;
    }

    @Override
    public void close() throws IOException {
      try {
        file.close();
      } finally {
        if (!frozen) {
          abandon(snapshot);
        }
      }
    }
  }
}
