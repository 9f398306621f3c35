package tidemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tidemark.compact.Compactor;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.log.Event;
import tidemark.log.ManualClock;
import tidemark.log.Marks;
import tidemark.rebuild.Rebuild.Rebuilt;
import tidemark.simulate.FaultyStorage;

/** A log on disk whose marks are lost: everything may have been removed. */
final class UnreadableMarksTest {
  private final ManualClock clock = new ManualClock(1000);

  @Test
  void rebuildOvertakenByAPurgeStartsAgainAlsoWithUnreadableMarks() throws IOException {
    FaultyStorage storage = new FaultyStorage();
    DiskLogOptions options = DiskLogOptions.compacted(clock);
    try (DiskLog log = DiskLog.open(storage, options)) {
      log.append(Event.of("a", "1"));
      log.roll();
      log.append(Event.of("b", "1"));
      log.append(Event.of("a", null));
      log.roll();
    }
    storage.tamper("marks", new byte[0]);
    try (DiskLog log = DiskLog.open(storage, options)) {
      assertEquals(Marks.unreadable(0), log.marks());
      KeyedTable table = new KeyedTable();
      Interrupted state =
          new Interrupted(
              table,
              () -> {
                for (int i = 0; i < 2; i++) {
                  Compactor.of(clock, Duration.ZERO).compact(log);
                }
              });
      assertEquals(new Rebuilt(log.position(3), 1, 2), Rebuild.of(log, state).fromEmpty());
      assertEquals(Map.of("b", "1"), table.toMap());
    }
  }
}
