package tidemark.compact;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import tidemark.LogKind;
import tidemark.Seeds;
import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.ManualClock;
import tidemark.log.RewritableLog;

/** The compactor beside a plain model, on random histories, over every kind of log. */
@ParameterizedClass
@EnumSource(LogKind.class)
final class CompactorModelTest {
  private final LogKind kind;
  private final ManualClock clock = new ManualClock(0);

  CompactorModelTest(LogKind kind) {
    this.kind = kind;
  }

  /** A plain model of one compaction, on entries and horizons. */
  private record Model(
      TreeMap<Long, Entry> entries, Map<Long, Long> horizons, TreeSet<Long> purged) {
    void compact(long endExclusive, long now, long retention) {
      Map<Bytes, Long> last = new HashMap<>();
      var closed = entries.headMap(endExclusive);
      closed.forEach((offset, entry) -> last.put(bytes(entry), offset));
      closed.entrySet().removeIf(e -> last.getOrDefault(bytes(e.getValue()), -1L) > e.getKey());
      closed
          .values()
          .removeIf(
              entry -> {
                boolean expired =
                    entry.isTombstone()
                        && horizons.getOrDefault(entry.offset(), Long.MAX_VALUE) <= now;
                return expired && purged.add(entry.offset());
              });
      closed.forEach(
          (offset, entry) -> {
            if (entry.isTombstone()) {
              horizons.putIfAbsent(offset, now + retention);
            }
          });
    }

    private static Bytes bytes(Entry entry) {
      return java.util.Objects.requireNonNull(entry.key());
    }
  }

  @Test
  void compactorAndModelAgreeWhateverTheBudget() {
    Seeds.forEach(
        200,
        (seed, random) -> {
          clock.set(0);
          Model model = new Model(new TreeMap<>(), new HashMap<>(), new TreeSet<>(Set.of(-1L)));
          try (RewritableLog log = kind.create(clock)) {
            for (int step = 0; step < 120; step++) {
              clock.advance(random.nextInt(5));
              switch (random.nextInt(12)) {
                case 0, 1 -> log.roll();
                case 2 -> {
                  long budget = random.nextBoolean() ? 1 + random.nextInt(700) : 1 << 20;
                  long retention = random.nextInt(20);
                  Compactor.of(clock, Duration.ofMillis(retention)).withBudget(budget).compact(log);
                  model.compact(log.activeStart(), clock.millis(), retention);
                }
                default -> {
                  int length = random.nextInt(random.nextInt(30) == 0 ? 9000 : 20);
                  String key = "k".repeat(length) + random.nextInt(3);
                  Event event = Event.of(key, random.nextInt(3) == 0 ? null : "v" + step);
                  long offset = log.append(event);
                  model.entries.put(offset, new Entry(offset, clock.millis(), event));
                }
              }
              assertEquals(
                  List.copyOf(model.entries.values()), log.entries(0), "after step " + step);
            }
          }
        });
  }
}
