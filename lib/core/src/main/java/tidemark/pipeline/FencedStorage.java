package tidemark.pipeline;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/**
 * A folder in which each step that changes something is followed by a look at the epoch, before the
 * writer goes on. A look before the step would be a race. Once the writer is fenced nothing is
 * changed any more.
 */
final class FencedStorage implements Storage {
  private final Storage storage;
  private final WriterEpoch epoch;

  FencedStorage(Storage storage, WriterEpoch epoch) {
    this.storage = storage;
    this.epoch = epoch;
  }

  private interface Change {
    void run() throws IOException;
  }

  private void fenced(Change change) throws IOException {
    epoch.requireNotFenced();
    change.run();
    epoch.require();
  }

  @Override
  public void lock() throws IOException {
    storage.lock();
  }

  @Override
  public void requireLocked() throws IOException {
    storage.requireLocked();
  }

  @Override
  public List<String> names() throws IOException {
    return storage.names();
  }

  @Override
  public boolean exists(String name) throws IOException {
    return storage.exists(name);
  }

  @Override
  public StorageFile create(String name) throws IOException {
    epoch.requireNotFenced();
    return fenced(storage.create(name));
  }

  @Override
  public StorageFile createNew(String name) throws IOException {
    epoch.requireNotFenced();
    return fenced(storage.createNew(name));
  }

  private StorageFile fenced(StorageFile created) throws IOException {
    boolean done = false;
    try {
      epoch.require();
      done = true;
      return new FencedFile(created);
    } finally {
      if (!done) {
        created.close();
      }
    }
  }

  @Override
  public StorageFile open(String name) throws IOException {
    return new FencedFile(storage.open(name));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    fenced(() -> storage.rename(from, to));
  }

  @Override
  public void delete(String name) throws IOException {
    fenced(() -> storage.delete(name));
  }

  @Override
  public void sync() throws IOException {
    fenced(storage::sync);
  }

  @Override
  public void close() throws IOException {
    storage.close();
  }

  @Override
  public String toString() {
    return storage.toString();
  }

  private final class FencedFile implements StorageFile {
    private final StorageFile file;

    FencedFile(StorageFile file) {
      this.file = file;
    }

    @Override
    public int read(ByteBuffer target, long position) throws IOException {
      return file.read(target, position);
    }

    @Override
    public int write(ByteBuffer source, long position) throws IOException {
      epoch.requireNotFenced();
      int written = file.write(source, position);
      epoch.require();
      return written;
    }

    @Override
    public void truncate(long size) throws IOException {
      fenced(() -> file.truncate(size));
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public void force() throws IOException {
      fenced(file::force);
    }

    @Override
    public void requireNamed() throws IOException {
      file.requireNamed();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
