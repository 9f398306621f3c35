package tidemark.disk;

import static java.util.Objects.requireNonNull;

import java.util.IdentityHashMap;
import tidemark.log.LogLaws;
import tidemark.log.RewritableLog;
import tidemark.simulate.FaultyStorage;

/** On a simulated disk, where syncing takes no time; {@link DiskLogModelTest} is on a real one. */
final class DiskLogLawsTest extends LogLaws {
  private record Place(FaultyStorage storage, DiskLogOptions options) {}

  private final IdentityHashMap<RewritableLog, Place> places = new IdentityHashMap<>();

  @Override
  protected RewritableLog create(boolean compacted, long segmentBytes) {
    return open(
        new Place(
            new FaultyStorage(),
            new DiskLogOptions(clock, segmentBytes, compacted, Durability.everyAppend())));
  }

  private RewritableLog open(Place place) {
    DiskLog log = DiskLog.open(place.storage, place.options);
    places.put(log, place);
    return log;
  }

  @Override
  protected RewritableLog reopen(RewritableLog log) {
    log.close();
    return open(requireNonNull(places.get(log)));
  }
}
