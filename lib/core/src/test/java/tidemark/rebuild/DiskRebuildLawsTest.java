package tidemark.rebuild;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import tidemark.log.DiskLog;
import tidemark.log.DiskLogOptions;
import tidemark.log.RewritableLog;

final class DiskRebuildLawsTest extends RebuildLaws {
  @TempDir Path directory;
  private int logs;

  @Override
  protected RewritableLog create() {
    return DiskLog.open(directory.resolve("log" + logs++), DiskLogOptions.compacted(clock));
  }
}
