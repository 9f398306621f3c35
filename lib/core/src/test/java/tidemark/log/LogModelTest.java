package tidemark.log;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;
import tidemark.log.RewritableLog.Disposition;

/** A log beside a plain model of it: random operations, compared after each. */
public abstract class LogModelTest {
  /** What the log under test takes append times from. */
  protected final ManualClock clock = new ManualClock(0);

  /** A new empty log. */
  protected abstract RewritableLog create(boolean compacted, long segmentBytes);

  /** Closes a log, opens it again and gives it back; a log in memory stays as it is. */
  protected abstract RewritableLog reopen(RewritableLog log);

  /** How many random runs. */
  protected int runs() {
    return 100;
  }

  @Test
  void logAndModelAgreeAfterEveryOperation() {
    Seeds.forEach(
        runs(),
        (seed, random) -> {
          clock.set(0);
          Run run = new Run(create(random.nextBoolean(), 1 + random.nextInt(400)), random);
          try {
            for (int step = 0; step < 60; step++) {
              run.step();
              run.checkInvariants();
            }
          } catch (AssertionError | RuntimeException failure) {
            throw new AssertionError(failure.getMessage() + " after " + run.steps, failure);
          } finally {
            run.log.close();
          }
        });
  }

  private final class Run {
    private final RandomGenerator random;
    private final List<String> steps = new ArrayList<>();
    private RewritableLog log;

    private final TreeMap<Long, Entry> survivors = new TreeMap<>();
    private final TreeMap<Long, Long> horizons = new TreeMap<>();
    private final List<Long> segments = new ArrayList<>(List.of(0L));
    private long end;
    private Marks marks = Marks.NOTHING_REMOVED;

    Run(RewritableLog log, RandomGenerator random) {
      this.log = log;
      this.random = random;
    }

    void step() {
      clock.advance(random.nextInt(-1, 10));
      switch (random.nextInt(10)) {
        case 0 -> roll();
        case 1 -> retain();
        case 2, 3 -> rewrite();
        case 4 -> {
          steps.add("reopen");
          log = reopen(log);
        }
        default -> append();
      }
    }

    private void append() {
      String key = "k" + random.nextInt(4);
      Event event =
          Event.of(key, random.nextInt(4) == 0 ? null : "v".repeat(random.nextInt(30)))
              .withEventTime(random.nextLong());
      if (random.nextInt(4) == 0) {
        event = event.withHeader(key, event.value());
      }
      steps.add("append");
      long before = log.activeStart();
      assertEquals(end, log.append(event));
      if (log.activeStart() != before) {
        assertEquals(end, log.activeStart(), "a segment starts with the entry that made it");
        segments.add(end);
      }
      survivors.put(end, new Entry(end, clock.millis(), event));
      end++;
    }

    private void roll() {
      steps.add("roll");
      log.roll();
      if (activeStart() < end) {
        segments.add(end);
      }
    }

    private long activeStart() {
      return segments.get(segments.size() - 1);
    }

    private void retain() {
      Retention retention =
          random.nextBoolean()
              ? Retention.since(clock.millis() - random.nextInt(60))
              : Retention.upTo(0);
      if (random.nextBoolean()) {
        retention = retention.keeping(random.nextLong(end + 1));
      }
      steps.add("" + retention);
      long start = log.retain(retention);
      boolean bySize = retention.maxBytes() == 0;
      while (segments.size() > 1
          && segments.get(1) <= retention.neededFromInclusive()
          // How many bytes a segment has is the log's affair: there the model follows it.
          && (bySize ? segments.get(0) < start : newestAppendTime() < retention.minAppendTime())) {
        segments.remove(0);
      }
      assertEquals(segments.get(0), start);
      marks = marks.raisedTo(new Marks(segments.get(0), -1, -1));
      survivors.headMap(marks.startOffset()).clear();
      horizons.headMap(marks.startOffset()).clear();
    }

    private long newestAppendTime() {
      return survivors.subMap(segments.get(0), segments.get(1)).values().stream()
          .mapToLong(Entry::appendTime)
          .max()
          .orElse(Long.MIN_VALUE);
    }

    private void rewrite() {
      long bound = marks.startOffset() + random.nextLong(activeStart() - marks.startOffset() + 1);
      long horizon = clock.millis() + 10;
      TreeMap<Long, Disposition> dispositions = new TreeMap<>();
      survivors
          .headMap(bound)
          .forEach((offset, entry) -> dispositions.put(offset, disposition(entry)));
      steps.add("rewrite to " + bound + " " + dispositions);
      List<Long> judged = new ArrayList<>();
      log.rewrite(
          bound,
          horizon,
          cursor -> {
            judged.add(cursor.offset());
            assertEquals(survivors.get(cursor.offset()), cursor.entry());
            return dispositions.getOrDefault(cursor.offset(), Disposition.KEEP);
          });
      assertEquals(List.copyOf(dispositions.keySet()), judged);
      dispositions.forEach(
          (offset, disposition) -> {
            if (disposition == Disposition.KEEP
                && requireNonNull(survivors.get(offset)).isTombstone()) {
              horizons.putIfAbsent(offset, horizon);
            } else if (disposition != Disposition.KEEP) {
              survivors.remove(offset);
              horizons.remove(offset);
              marks =
                  marks.raisedTo(
                      new Marks(0, offset, disposition == Disposition.PURGED ? offset : -1));
            }
          });
    }

    private Disposition disposition(Entry entry) {
      if (random.nextBoolean()) {
        return Disposition.KEEP;
      }
      return entry.isTombstone() && random.nextBoolean()
          ? Disposition.PURGED
          : Disposition.SUPERSEDED;
    }

    void checkInvariants() {
      assertEquals(marks, log.marks());
      assertEquals(end, log.endOffset());
      assertEquals(activeStart(), log.activeStart());
      assertEquals(List.copyOf(survivors.values()), log.entries(marks.startOffset()));
      long from = marks.startOffset() + random.nextLong(end - marks.startOffset() + 1);
      assertEquals(List.copyOf(survivors.tailMap(from).values()), log.entries(from));
      assertThrows(IllegalArgumentException.class, () -> log.read(end + 1));
      if (marks.startOffset() > 0) {
        assertThrows(RetentionGapException.class, () -> log.read(marks.startOffset() - 1));
      }
      try (Cursor cursor = log.read(from)) {
        while (cursor.next()) {
          assertEquals(
              horizons.getOrDefault(cursor.offset(), Cursor.NO_HORIZON), cursor.deleteHorizon());
        }
        assertEquals(end, cursor.position());
      }
    }
  }
}
