package tidemark;

import static java.util.Objects.requireNonNull;

import java.time.InstantSource;
import java.util.Map;
import java.util.WeakHashMap;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.disk.Durability;
import tidemark.log.MemoryLog;
import tidemark.log.RewritableLog;
import tidemark.simulate.FaultyStorage;

/** The kinds of log over which the laws of logs, compaction and rebuild are tested alike. */
public enum LogKind implements LogMaker {
  /** In memory. */
  MEMORY,
  /** On a simulated disk. */
  DISK;

  private record Place(FaultyStorage storage, DiskLogOptions options) {}

  private static final Map<RewritableLog, Place> PLACES = new WeakHashMap<>();

  /** A new empty compacted log that does not roll by itself. */
  public RewritableLog create(InstantSource clock) {
    return create(clock, true, MemoryLog.NO_ROLL);
  }

  @Override
  public RewritableLog create(InstantSource clock, boolean compacted, long segmentBytes) {
    if (this == DISK) {
      DiskLogOptions options =
          new DiskLogOptions(clock, segmentBytes, compacted, Durability.everyAppend());
      return open(new Place(new FaultyStorage(), options));
    }
    return compacted
        ? MemoryLog.compacted(clock, segmentBytes)
        : MemoryLog.uncompacted(clock, segmentBytes);
  }

  @Override
  public RewritableLog reopen(RewritableLog log) {
    if (this == MEMORY) {
      return log;
    }
    log.close();
    return open(requireNonNull(PLACES.get(log)));
  }

  private static RewritableLog open(Place place) {
    RewritableLog log = DiskLog.open(place.storage, place.options);
    PLACES.put(log, place);
    return log;
  }
}
