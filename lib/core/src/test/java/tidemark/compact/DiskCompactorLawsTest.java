package tidemark.compact;

import static java.util.Objects.requireNonNull;

import java.util.IdentityHashMap;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.log.RewritableLog;
import tidemark.simulate.FaultyStorage;

final class DiskCompactorLawsTest extends CompactorLaws {
  private final IdentityHashMap<RewritableLog, FaultyStorage> storages = new IdentityHashMap<>();

  @Override
  protected RewritableLog create() {
    return open(new FaultyStorage());
  }

  private RewritableLog open(FaultyStorage storage) {
    RewritableLog log = DiskLog.open(storage, DiskLogOptions.compacted(clock));
    storages.put(log, storage);
    return log;
  }

  @Override
  protected RewritableLog reopen(RewritableLog log) {
    log.close();
    return open(requireNonNull(storages.get(log)));
  }
}
