package tidemark.snapshot;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/** Reads the files of chains, and tells what a change may be built on. Not thread-safe. */
final class ChainFiles {
  /** The changes of a chain may have this part of the bytes of its whole snapshot. */
  private static final int CHANGES_PART = 3;

  private static final int MOST_FILES = 64;

  private final Storage storage;
  private final KeptSnapshots kept;
  private final Map<SnapshotFile, Long> sizes = new HashMap<>();

  ChainFiles(Storage storage, KeptSnapshots kept) {
    this.storage = storage;
    this.kept = kept;
  }

  /** Opens all files of the chain at once, so that none is missed when it is deleted later. */
  SnapshotReader open(SnapshotFile snapshot) throws IOException {
    List<SnapshotFile> files = kept.chain(snapshot);
    List<FrameReader> chain = new ArrayList<>();
    try {
      for (SnapshotFile file : files) {
        chain.add(frames(file));
      }
      SnapshotFile last = files.get(files.size() - 1);
      if (!last.isWhole()) {
        throw new DamagedSnapshotException(
            0,
            "the file on which it is built must be there, file=%s, number of the missing one=%d"
                .formatted(last.name(), last.base()),
            kept.builtOn(last));
      }
      return new SnapshotReader(chain);
    } catch (IOException | RuntimeException failed) {
      try {
        SnapshotReader.close(chain);
      } catch (RuntimeException alsoFailed) {
        failed.addSuppressed(alsoFailed); // The first failure says what is wrong with the chain.
      }
      throw failed;
    }
  }

  private FrameReader frames(SnapshotFile file) throws IOException {
    SnapshotFileChannel source = new SnapshotFileChannel(storage.open(file.name()));
    boolean opened = false;
    try {
      FrameReader frames = new FrameReader(source, kept.builtOn(file));
      if (!frames.position().equals(file.position())) {
        throw new DamagedSnapshotException(
            0, "the file " + file.name() + " was renamed, it is of " + frames.position());
      }
      opened = true;
      return frames;
    } finally {
      if (!opened) {
        source.close();
      }
    }
  }

  /** Tells the size of a file, so that it need not be opened for that. */
  void put(SnapshotFile file, long bytes) {
    sizes.keySet().removeIf(known -> !kept.has(known));
    sizes.put(file, bytes);
  }

  /** What a change is to say of its base; null if the next snapshot must be whole. */
  SnapshotWriter.@Nullable Base base(SnapshotFile snapshot) {
    List<SnapshotFile> chain = kept.chain(snapshot);
    SnapshotFile last = chain.get(chain.size() - 1);
    if (!last.isWhole() || chain.size() >= MOST_FILES) {
      return null;
    }
    try (FrameReader beginning = frames(snapshot);
        StorageFile file = storage.open(snapshot.name())) {
      long changes = 0;
      for (SnapshotFile change : chain.subList(0, chain.size() - 1)) {
        changes += size(change);
      }
      if (beginning.identity() == 0 || changes > size(last) / CHANGES_PART) {
        return null;
      }
      ByteBuffer check = ByteBuffer.allocate(Frames.CHECK_BYTES);
      file.readFully(check, size(snapshot) - Frames.CHECK_BYTES);
      return new SnapshotWriter.Base(beginning.identity(), check.getInt(0));
    } catch (IOException | UncheckedIOException | DamagedSnapshotException unreadable) {
      return null; // A whole snapshot needs none, and is what is needed now.
    }
  }

  private long size(SnapshotFile snapshot) throws IOException {
    Long known = sizes.get(snapshot);
    if (known == null) {
      try (StorageFile file = storage.open(snapshot.name())) {
        known = file.size();
        sizes.put(snapshot, known);
      }
    }
    return known;
  }
}
