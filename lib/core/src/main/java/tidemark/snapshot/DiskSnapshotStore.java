package tidemark.snapshot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tidemark.log.Position;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/**
 * Keeps the last snapshots in a directory of its own, one file each. A snapshot is written aside,
 * forced and renamed; only then the oldest goes. A file's name says its number and position: {@code
 * number.log.epoch.offset.snapshot}.
 */
public final class DiskSnapshotStore implements SnapshotStore {
  private static final Pattern NAME =
      Pattern.compile("(\\d{20})\\.([0-9a-f-]{36})\\.(\\d+)\\.(\\d+)\\.snapshot");

  private final Storage storage;
  private final int keep;
  private final List<Kept> kept = new ArrayList<>();
  private long nextNumber;
  private boolean closed;

  private record Kept(long number, Position position) {
    String file() {
      return String.format(
          Locale.ROOT,
          "%020d.%s.%d.%d.snapshot",
          number,
          position.logId(),
          position.epoch(),
          position.offset());
    }

    /** Null if no store gives such a name: somebody else's file. */
    static @Nullable Kept named(String name) {
      Matcher parts = NAME.matcher(name);
      if (!parts.matches()) {
        return null;
      }
      try {
        UUID log = UUID.fromString(parts.group(2));
        long epoch = Long.parseLong(parts.group(3));
        Position position = new Position(log, epoch, Long.parseLong(parts.group(4)));
        Kept found = new Kept(Long.parseLong(parts.group(1)), position);
        return found.file().equals(name) ? found : null;
      } catch (IllegalArgumentException noNumber) {
        return null;
      }
    }
  }

  private DiskSnapshotStore(Storage storage, int keep) {
    this.storage = storage;
    this.keep = keep;
  }

  /** Opens a directory, or makes a new one; see {@link #open(Storage, int)}. */
  public static DiskSnapshotStore open(Path directory, int keep) {
    try {
      return open(Storage.directory(directory), keep);
    } catch (IOException failed) {
      throw new UncheckedIOException(
          "snapshots have a directory that can be written, directory=" + directory, failed);
    }
  }

  /**
   * Opens the store in a storage, which is its own until {@link #close}. Keeps the last {@code
   * keep} snapshots, at least 1.
   *
   * @throws IllegalStateException if it is open already, here or in another process
   */
  public static DiskSnapshotStore open(Storage storage, int keep) {
    if (keep < 1) {
      throw new IllegalArgumentException("a store keeps at least one snapshot, keep=" + keep);
    }
    DiskSnapshotStore store = new DiskSnapshotStore(storage, keep);
    try {
      storage.lock();
      store.find();
      return store;
    } catch (IOException failed) {
      store.close();
      throw new UncheckedIOException(failed);
    }
  }

  private void find() throws IOException {
    for (String name : storage.names()) {
      Kept found = Kept.named(name);
      if (name.endsWith(Storage.ASIDE)) {
        storage.delete(name);
      } else if (found != null) {
        kept.add(found);
        nextNumber = found.number + 1;
      }
    }
    // The newest may not be durable yet, if only the process ended: none goes before it is.
    storage.sync();
    removeOld();
  }

  private void removeOld() throws IOException {
    while (kept.size() > keep) {
      storage.delete(kept.get(0).file());
      kept.remove(0);
    }
  }

  @Override
  public synchronized SnapshotWriter begin(Position position) {
    requireOpen();
    Kept next = new Kept(nextNumber++, position);
    try {
      Aside aside = new Aside(next, storage.create(next.file() + Storage.ASIDE));
      try {
        return new SnapshotWriter(aside, position);
      } catch (UncheckedIOException failed) {
        aside.close();
        throw failed;
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("a store is open, storage=" + storage + ": it was closed");
    }
  }

  @Override
  public synchronized List<Position> positions() {
    return kept.stream().map(Kept::position).toList();
  }

  /**
   * {@inheritDoc}
   *
   * @throws DamagedSnapshotException if it is not as it was written; so may the reader later
   */
  @Override
  public synchronized SnapshotReader open(Position position) {
    requireOpen();
    for (int i = kept.size() - 1; i >= 0; i--) {
      if (kept.get(i).position.equals(position)) {
        return read(kept.get(i));
      }
    }
    throw new IllegalArgumentException(
        "only a kept snapshot can be opened, position=" + position + ", kept=" + positions());
  }

  private SnapshotReader read(Kept snapshot) {
    try {
      Source source = new Source(storage.open(snapshot.file()));
      try {
        SnapshotReader reader = new SnapshotReader(source);
        if (!reader.position().equals(snapshot.position)) {
          throw new DamagedSnapshotException(
              0, "the file " + snapshot.file() + " was renamed, it is of " + reader.position());
        }
        return reader;
      } catch (RuntimeException failed) {
        source.close();
        throw failed;
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private synchronized void install(Kept snapshot) throws IOException {
    requireOpen();
    storage.rename(snapshot.file() + Storage.ASIDE, snapshot.file());
    storage.sync();
    kept.add(snapshot);
    removeOld();
  }

  @Override
  public synchronized void close() {
    closed = true;
    try {
      storage.close();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private final class Aside implements SnapshotWriter.Target {
    private final Kept snapshot;
    private final StorageFile file;
    private long written;
    private boolean frozen;

    Aside(Kept snapshot, StorageFile file) {
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
      file.close();
      if (!frozen && !closed) {
        storage.delete(snapshot.file() + Storage.ASIDE);
      }
    }
  }

  private static final class Source implements ReadableByteChannel {
    private final StorageFile file;
    private long position;
    private boolean open = true;

    Source(StorageFile file) {
      this.file = file;
    }

    @Override
    public int read(ByteBuffer target) throws IOException {
      int read = file.read(target, position);
      position += Math.max(0, read);
      return read;
    }

    @Override
    public boolean isOpen() {
      return open;
    }

    @Override
    public void close() throws IOException {
      open = false;
      file.close();
    }
  }
}
