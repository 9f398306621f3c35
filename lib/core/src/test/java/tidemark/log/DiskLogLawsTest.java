package tidemark.log;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;

final class DiskLogLawsTest extends LogLaws {
  @TempDir Path directory;

  private record Place(Path directory, DiskLogOptions options) {}

  private final IdentityHashMap<RewritableLog, Place> places = new IdentityHashMap<>();
  private final List<DiskLog> opened = new ArrayList<>();

  @Override
  protected RewritableLog create(boolean compacted, long segmentBytes) {
    return open(
        new Place(
            directory.resolve("log" + places.size()),
            new DiskLogOptions(clock, segmentBytes, compacted, Durability.everyAppend())));
  }

  private RewritableLog open(Place place) {
    DiskLog log = DiskLog.open(place.directory, place.options);
    places.put(log, place);
    opened.add(log);
    return log;
  }

  @Override
  protected RewritableLog reopen(RewritableLog log) {
    log.close();
    return open(requireNonNull(places.get(log)));
  }

  @AfterEach
  void closeAll() {
    opened.forEach(DiskLog::close);
  }
}
