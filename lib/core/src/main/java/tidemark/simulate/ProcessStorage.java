package tidemark.simulate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import tidemark.simulate.ArmedFault.Intervention;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/** A folder as one process sees it: a step may fail, and none is done after the process ended. */
final class ProcessStorage implements Storage {
  private final SimulatedProcess process;
  private final String folder;
  private final FaultyStorage disk;
  private boolean locked;

  ProcessStorage(SimulatedProcess process, String folder, FaultyStorage disk) {
    this.process = process;
    this.folder = folder;
    this.disk = disk;
  }

  /** A step on the disk. */
  private interface DiskStep<T> {
    T take() throws IOException;
  }

  private <T> T step(FaultyStorage.Kind kind, DiskStep<T> step) throws IOException {
    Intervention intervention = process.meet(kind, folder);
    if (intervention == Intervention.END_WITHIN) {
      throw new Crash(0);
    }
    T done = step.take();
    if (intervention == Intervention.END_AFTER) {
      throw new Crash(0);
    }
    return done;
  }

  @Override
  public void lock() throws IOException {
    process.requireAlive();
    if (process.isTakeOver() && !locked) {
      disk.loseLock();
    }
    disk.lock();
    locked = true;
  }

  @Override
  public void requireLocked() throws IOException {
    process.requireAlive();
    disk.requireLocked();
  }

  @Override
  public List<String> names() {
    process.requireAlive();
    return disk.names();
  }

  @Override
  public StorageFile create(String name) throws IOException {
    return new OpenFile(step(FaultyStorage.Kind.CREATE, () -> disk.create(name)));
  }

  @Override
  public StorageFile createNew(String name) throws IOException {
    return new OpenFile(step(FaultyStorage.Kind.CREATE, () -> disk.createNew(name)));
  }

  @Override
  public boolean exists(String name) {
    process.requireAlive();
    return disk.exists(name);
  }

  @Override
  public StorageFile open(String name) throws IOException {
    process.requireAlive();
    return new OpenFile(disk.open(name));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    step(
        FaultyStorage.Kind.RENAME,
        () -> {
          disk.rename(from, to);
          return true;
        });
  }

  @Override
  public void delete(String name) throws IOException {
    step(
        FaultyStorage.Kind.DELETE,
        () -> {
          disk.delete(name);
          return true;
        });
  }

  @Override
  public void sync() throws IOException {
    step(
        FaultyStorage.Kind.SYNC,
        () -> {
          disk.sync();
          return true;
        });
  }

  @Override
  public void close() {
    if (locked) {
      locked = false;
      if (!process.isReplaced()) {
        disk.close();
      }
    }
  }

  @Override
  public String toString() {
    return folder;
  }

  /** A file as the process sees it. */
  private final class OpenFile implements StorageFile {
    private final StorageFile file;

    OpenFile(StorageFile file) {
      this.file = file;
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
      process.requireAlive();
      return file.read(target, position);
    }

    @Override
    public int write(ByteBuffer source, long position) throws IOException {
      Intervention intervention = process.meet(FaultyStorage.Kind.WRITE, folder);
      if (intervention == Intervention.END_WITHIN) {
        source.limit(source.position() + source.remaining() / 2);
      }
      int written = source.hasRemaining() ? file.write(source, position) : 0;
      if (intervention == Intervention.END_AFTER || intervention == Intervention.END_WITHIN) {
        throw new Crash(0);
      }
      return written;
    }

    @Override
    public void truncate(long size) throws IOException {
      step(
          FaultyStorage.Kind.TRUNCATE,
          () -> {
            file.truncate(size);
            return true;
          });
    }

    @Override
    public long size() throws IOException {
      process.requireAlive();
      return file.size();
    }

    @Override
    public void force() throws IOException {
      step(
          FaultyStorage.Kind.FORCE,
          () -> {
            file.force();
            return true;
          });
    }

    @Override
    public void requireNamed() throws IOException {
      process.requireAlive();
      file.requireNamed();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
