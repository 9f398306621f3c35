package tidemark.pipeline;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/**
 * A folder in which a writer, after each step that changes something and before it goes on, checks
 * that its epoch is still the newest one. A check before the step alone would be a race. Once the
 * writer is fenced it changes nothing more.
 */
final class FencedStorage implements Storage {
  private final Storage storage;
  private final WriterEpoch epoch;

  FencedStorage(Storage storage, WriterEpoch epoch) {
    this.storage = storage;
    this.epoch = epoch;
  }

  private interface Step<T> {
    T run() throws IOException;
  }

  private interface Change {
    void run() throws IOException;
  }

  /**
   * If the step fails, that may be because a successor has removed the folder: then it is fenced.
   */
  private <T> T looking(Step<T> step) throws IOException {
    try {
      return step.run();
    } catch (IOException failed) {
      epoch.require();
      throw failed;
    }
  }

  private void change(Change change) throws IOException {
    epoch.requireNotFenced();
    looking(
        () -> {
          change.run();
          return true;
        });
    epoch.require();
  }

  @Override
  public void lock() throws IOException {
    change(storage::lock);
  }

  @Override
  public void requireLocked() throws IOException {
    storage.requireLocked();
  }

  @Override
  public List<String> names() throws IOException {
    return looking(storage::names);
  }

  @Override
  public boolean exists(String name) throws IOException {
    return looking(() -> storage.exists(name));
  }

  @Override
  public StorageFile create(String name) throws IOException {
    return created(() -> storage.create(name));
  }

  @Override
  public StorageFile createNew(String name) throws IOException {
    return created(() -> storage.createNew(name));
  }

  private StorageFile created(Step<StorageFile> creation) throws IOException {
    epoch.requireNotFenced();
    StorageFile file = looking(creation);
    boolean done = false;
    try {
      epoch.require();
      done = true;
      return new FencedFile(file);
    } finally {
      if (!done) {
        file.close();
      }
    }
  }

  @Override
  public StorageFile open(String name) throws IOException {
    return new FencedFile(looking(() -> storage.open(name)));
  }

  @Override
  public void rename(String from, String to) throws IOException {
    change(() -> storage.rename(from, to));
  }

  @Override
  public void delete(String name) throws IOException {
    change(() -> storage.delete(name));
  }

  @Override
  public void sync() throws IOException {
    change(storage::sync);
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
      int written = looking(() -> file.write(source, position));
      epoch.require();
      return written;
    }

    @Override
    public void truncate(long size) throws IOException {
      change(() -> file.truncate(size));
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public void force() throws IOException {
      change(file::force);
    }

    @Override
    public void requireNamed() throws IOException {
      change(file::requireNamed);
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
