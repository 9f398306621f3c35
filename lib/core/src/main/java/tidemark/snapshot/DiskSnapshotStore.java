package tidemark.snapshot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tidemark.log.Position;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/**
 * A snapshot store on disk: keeps the last few snapshots in a directory of its own, one file each.
 *
 * <ol>
 *   <li>A snapshot is written aside, forced, and renamed to its name; then the directory is synced.
 *   <li>Only after that the oldest ones are deleted. So a crash at any step leaves either the new
 *       snapshot or the one before it.
 *   <li>A change is built on another snapshot, and needs the files of all on which that one is
 *       built. They are deleted only when no kept snapshot needs them. Damage to one of them takes
 *       all that are built on it; so enough older ones stay kept that damage to fewer files than
 *       there are snapshots to keep never takes all.
 *   <li>Opening deletes what a crash left aside. Files whose names a store does not give are not
 *       touched.
 * </ol>
 *
 * <p>Thread-safe. Only one snapshot is written at a time.
 */
public final class DiskSnapshotStore implements SnapshotStore {
  private static final SecureRandom SECRETS = new SecureRandom();

  private final Storage storage;
  private final KeptSnapshots kept;
  private final ChainFiles files;
  private long nextNumber;
  private @Nullable SnapshotFile writing;
  private boolean closed;

  private DiskSnapshotStore(Storage storage, int keep) {
    this.storage = storage;
    this.kept = new KeptSnapshots(keep);
    this.files = new ChainFiles(storage, kept);
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
   * @param keep how many snapshots to keep that have no file in common; older ones are deleted. If
   *     changes are taken, all that are newer than the oldest of these are kept too
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
    delete(kept.notNeeded());
  }

  private void delete(List<SnapshotFile> files) throws IOException {
    for (SnapshotFile file : files) {
      storage.delete(file.name());
      kept.remove(file);
    }
  }

  @Override
  public synchronized SnapshotWriter begin(Position position) {
    return begin(position, null, SECRETS.nextLong() | 1);
  }

  /**
   * {@inheritDoc}
   *
   * <p>The snapshot must be whole also if the changes of the base's chain are more than a third of
   * the bytes of its whole snapshot, or more than 64 files, or if the beginning or the end of the
   * base's file is damaged. So reading a change never costs much more than reading a whole one, and
   * whatever is changed is written four times at most.
   */
  @Override
  public synchronized SnapshotWriter beginChange(Position position, Position base) {
    requireOpen();
    return begin(position, kept(base), SECRETS.nextLong() | 1);
  }

  /**
   * Writes the newest snapshot again, as a whole one of the same position, if it is a change: its
   * rows merged with those on which it is built. Whatever is built on it later is built on the
   * whole one. Only one frame of each file and the keys of the changed rows are in memory.
   *
   * @return false if it is whole already, or there is none
   * @throws DamagedSnapshotException if a file of its chain is not as it was written
   * @throws IllegalStateException if the store is closed, or a snapshot is being written
   * @throws UncheckedIOException if it cannot be read or written
   */
  public synchronized boolean merge() {
    requireOpen();
    SnapshotFile newest = kept.newest();
    if (newest == null || newest.isWhole()) {
      return false;
    }
    try (SnapshotReader reader = read(newest);
        SnapshotWriter writer = begin(newest.position(), null, reader.identity())) {
      while (reader.nextSection()) {
        writer.copy(reader);
      }
      writer.freeze();
    }
    return true;
  }

  private SnapshotWriter begin(Position position, @Nullable SnapshotFile on, long identity) {
    requireOpen();
    requireNoneIsWritten();
    SnapshotWriter.Base base = on == null ? null : files.base(on);
    SnapshotFile next = new SnapshotFile(nextNumber++, position);
    try {
      Aside aside = new Aside(next, on, storage.create(next.asideName()));
      try {
        SnapshotWriter writer = new SnapshotWriter(aside, position, identity, base);
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
    return kept.positions();
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
    return read(kept(position));
  }

  private SnapshotFile kept(Position position) {
    SnapshotFile found = kept.newest(position);
    if (found == null) {
      throw new IllegalArgumentException(
          "a snapshot must be kept to be opened, position=%s, kept=%s; open one of those"
              .formatted(position, positions()));
    }
    return found;
  }

  private SnapshotReader read(SnapshotFile snapshot) {
    try {
      return files.open(snapshot);
    } catch (IOException failed) {
      throw unreadable(storage, failed);
    }
  }

  private synchronized void install(SnapshotFile written, SnapshotFile snapshot)
      throws IOException {
    requireOpen();
    storage.requireLocked();
    storage.rename(written.asideName(), snapshot.name());
    storage.sync();
    kept.add(snapshot);
    writing = null;
    delete(kept.notNeededAfterNewest());
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
    private final @Nullable SnapshotFile base;
    private final StorageFile file;
    private long written;
    private boolean frozen;

    Aside(SnapshotFile snapshot, @Nullable SnapshotFile base, StorageFile file) {
      this.snapshot = snapshot;
      this.base = base;
      this.file = file;
    }

    @Override
    public void write(ByteBuffer bytes) throws IOException {
      int length = bytes.remaining();
      file.writeFully(bytes, written);
      written += length;
    }

    @Override
    public void freeze(boolean isChange) throws IOException {
      file.force();
      SnapshotFile name = snapshot;
      if (isChange && base != null) {
        name = new SnapshotFile(snapshot.number(), snapshot.position(), base.number());
      }
      synchronized (DiskSnapshotStore.this) {
        install(snapshot, name);
        files.put(name, written);
      }
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
