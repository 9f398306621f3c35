package tidemark;

import static java.util.Objects.requireNonNull;

import java.time.InstantSource;
import java.util.Map;
import java.util.WeakHashMap;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.log.MemoryLog;
import tidemark.log.RewritableLog;
import tidemark.simulate.FaultyStorage;

/** The kinds of log over which the laws of compaction and rebuild are tested alike. */
public enum LogKind {
  /** In memory. */
  MEMORY,
  /** On a simulated disk. */
  DISK;

  private static final Map<RewritableLog, FaultyStorage> DISKS = new WeakHashMap<>();

  /** A new empty compacted log that does not roll by itself. */
  public RewritableLog create(InstantSource clock) {
    return this == MEMORY
        ? MemoryLog.compacted(clock, MemoryLog.NO_ROLL)
        : open(new FaultyStorage(), clock);
  }

  /** Closes a log, opens it again and gives it back; a log in memory stays as it is. */
  public RewritableLog reopen(RewritableLog log, InstantSource clock) {
    if (this == MEMORY) {
      return log;
    }
    log.close();
    return open(requireNonNull(DISKS.get(log)), clock);
  }

  private static RewritableLog open(FaultyStorage storage, InstantSource clock) {
    RewritableLog log = DiskLog.open(storage, DiskLogOptions.compacted(clock));
    DISKS.put(log, storage);
    return log;
  }
}
