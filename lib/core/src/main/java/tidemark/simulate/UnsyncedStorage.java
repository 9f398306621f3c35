package tidemark.simulate;

import java.io.IOException;
import java.util.List;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/** A folder whose sync does nothing: {@link Mistake#SNAPSHOT_COUNTS_BEFORE_FOLDER_SYNC}. */
record UnsyncedStorage(Storage storage) implements Storage {
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
  public StorageFile create(String name) throws IOException {
    return storage.create(name);
  }

  @Override
  public StorageFile createNew(String name) throws IOException {
    return storage.createNew(name);
  }

  @Override
  public boolean exists(String name) throws IOException {
    return storage.exists(name);
  }

  @Override
  public StorageFile open(String name) throws IOException {
    return storage.open(name);
  }

  @Override
  public void rename(String from, String to) throws IOException {
    storage.rename(from, to);
  }

  @Override
  public void delete(String name) throws IOException {
    storage.delete(name);
  }

  @Override
  public void sync() {
    // Forgotten.
  }

  @Override
  public void close() throws IOException {
    storage.close();
  }
}
