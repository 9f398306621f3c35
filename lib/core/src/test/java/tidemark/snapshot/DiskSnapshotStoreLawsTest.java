package tidemark.snapshot;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

final class DiskSnapshotStoreLawsTest extends SnapshotStoreLaws {
  @TempDir Path directory;

  private final Map<SnapshotStore, Integer> keeps = new HashMap<>();

  @Override
  protected SnapshotStore create(int keep) {
    SnapshotStore store = DiskSnapshotStore.open(directory, keep);
    keeps.put(store, keep);
    return store;
  }

  @Override
  protected SnapshotStore reopen(SnapshotStore store) {
    store.close();
    return create(requireNonNull(keeps.get(store)));
  }
}
