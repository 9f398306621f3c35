package tidemark.disk;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.IdentityHashMap;
import org.junit.jupiter.api.io.TempDir;
import tidemark.log.LogModelTest;
import tidemark.log.RewritableLog;

final class DiskLogModelTest extends LogModelTest {
  @TempDir Path directory;

  private record Place(Path directory, DiskLogOptions options) {}

  private final IdentityHashMap<RewritableLog, Place> places = new IdentityHashMap<>();

  @Override
  protected int runs() {
    return 5;
  }

  @Override
  protected RewritableLog create(boolean compacted, long segmentBytes) {
    return open(
        new Place(
            directory.resolve("log" + places.size()),
            new DiskLogOptions(clock, segmentBytes, compacted, Durability.leftToSystem())));
  }

  private RewritableLog open(Place place) {
    DiskLog log = DiskLog.open(place.directory, place.options);
    places.put(log, place);
    return log;
  }

  @Override
  protected RewritableLog reopen(RewritableLog log) {
    log.close();
    return open(requireNonNull(places.get(log)));
  }
}
