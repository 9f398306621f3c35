package tidemark.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;
import tidemark.log.Bytes;
import tidemark.log.Position;
import tidemark.snapshot.Snapshot;
import tidemark.time.BoundedDisorder;
import tidemark.time.DeclaredPolicy;
import tidemark.time.IdleRule;
import tidemark.time.LateRule;
import tidemark.time.Watermarks;

/** Replay decides what the first run decided: at any speed, from a snapshot at any position. */
class ReplayTest {
  private static final int HISTORIES = 150;
  private static final UUID LOG = new UUID(7, 7);

  private record Arrival(int input, String key, long timestamp, long appendTime) {}

  private static final class Consumer {
    final Recorded out = new Recorded();
    final Watermarks watermarks;
    final WindowOperator<String, Long, Counter> operator;

    Consumer(DeclaredPolicy policy, Windows windows) {
      watermarks = policy.start();
      operator = new WindowOperator<>(windows, policy, Aggregate.counting(), out);
    }

    void passTo(long appendTime) {
      operator.advance(watermarks.passTo(appendTime));
    }

    void consume(Arrival record) {
      passTo(record.appendTime());
      operator.add(record.key(), record.timestamp(), record.timestamp());
      operator.advance(watermarks.arrive(record.input(), record.timestamp()));
    }

    /** One moment of both, at the next offset, through the bytes that a store would keep. */
    Snapshot snapshot(int nextOffset) throws IOException {
      ByteArrayOutputStream marks = new ByteArrayOutputStream();
      watermarks.save(new DataOutputStream(marks));
      ByteArrayOutputStream windows = new ByteArrayOutputStream();
      operator.save(new DataOutputStream(windows), KeyCodec.text());
      Map<String, Bytes> sections = new LinkedHashMap<>();
      sections.put("watermarks", Bytes.of(marks.toByteArray()));
      sections.put("windows", Bytes.of(windows.toByteArray()));
      Snapshot taken = new Snapshot(new Position(LOG, 0, nextOffset), sections);
      return Snapshot.parse(taken.bytes().buffer());
    }

    Consumer restored(Snapshot snapshot, Windows windows) throws IOException {
      Consumer restored = new Consumer(watermarks.policy(), windows);
      DataInputStream marks = section(snapshot, "watermarks");
      restored.watermarks.restore(marks);
      DataInputStream open = section(snapshot, "windows");
      restored.operator.restore(open, KeyCodec.text());
      assertEquals(0, marks.available() + open.available());
      return restored;
    }

    private static DataInputStream section(Snapshot snapshot, String name) {
      Bytes bytes = snapshot.sections().getOrDefault(name, Bytes.of());
      return new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
    }
  }

  /** What all histories together met. */
  private static final class Met {
    private int late;
    private int fired;
    private int ahead;
    private int allIdle;
  }

  @Test
  void replayDecidesWhatTheFirstRunDecided() throws IOException {
    Met met = new Met();
    Seeds.forEach(
        HISTORIES,
        (seed, random) -> {
          DeclaredPolicy policy = policy(random);
          Windows windows = Windows.hopping(20, random.nextBoolean() ? 20 : 7);
          List<Arrival> history = history(random, policy.inputs().size());
          Consumer first = new Consumer(policy, windows);
          List<Snapshot> snapshots = new ArrayList<>();
          List<Integer> written = new ArrayList<>();
          for (Arrival record : history) {
            snapshots.add(first.snapshot(snapshots.size()));
            written.add(first.out.lines.size());
            first.consume(record);
            met.allIdle += first.watermarks.isIdle(0) ? 1 : 0;
          }
          String where = policy.toString();
          Snapshot atTheEnd = first.snapshot(history.size());
          for (int from = 0; from < history.size(); from++) {
            Consumer replay = first.restored(snapshots.get(from), windows);
            Consumer slow = first.restored(snapshots.get(from), windows);
            assertEquals(snapshots.get(from), replay.snapshot(from), where);
            history.subList(from, history.size()).forEach(replay::consume);
            consumeSlowly(slow, history, from, random);
            for (Consumer other : List.of(replay, slow)) {
              assertEquals(atTheEnd, other.snapshot(history.size()), where + " from=" + from);
              assertEquals(
                  first.out.lines.subList(written.get(from), first.out.lines.size()),
                  other.out.lines,
                  where + " from=" + from);
            }
          }
          met.late += (int) first.operator.lateCount();
          met.ahead += (int) first.watermarks.aheadCount();
          met.fired += first.out.lines.size();
        });
    if (Seeds.all()) {
      assertTrue(met.late > HISTORIES && met.ahead > HISTORIES);
      assertTrue(met.fired > HISTORIES && met.allIdle > HISTORIES);
    }
  }

  /** A slow reader sees append time pass in many steps, a fast one only with the records. */
  private static void consumeSlowly(
      Consumer slow, List<Arrival> history, int from, RandomGenerator random) {
    long now = history.get(Math.max(from - 1, 0)).appendTime();
    for (Arrival record : history.subList(from, history.size())) {
      for (; now < record.appendTime(); now += random.nextLong(1, 30)) {
        slow.passTo(now);
      }
      slow.consume(record);
    }
  }

  private static DeclaredPolicy policy(RandomGenerator random) {
    String[] names = random.nextBoolean() ? new String[] {"A", "B", "C"} : new String[] {"A", "B"};
    BoundedDisorder disorder = BoundedDisorder.of(random.nextLong(30));
    return DeclaredPolicy.of(random.nextInt(3) == 0 ? disorder : disorder.withMaxAhead(50))
        .withInputs(names)
        .withIdle(random.nextInt(4) == 0 ? IdleRule.never() : IdleRule.after(60))
        .withLate(
            random.nextBoolean()
                ? LateRule.belowWatermark()
                : LateRule.windowClosed(random.nextInt(30)));
  }

  /**
   * Inputs that fall silent, clocks that run ahead, append times that pause, jump and step back.
   */
  private static List<Arrival> history(RandomGenerator random, int inputs) {
    List<Arrival> history = new ArrayList<>();
    long now = random.nextLong(-1000, 1000);
    int loudest = 0;
    for (int step = 0; step < 60; step++) {
      now += random.nextInt(10) == 0 ? random.nextLong(150) : random.nextLong(-2, 12);
      now += random.nextInt(25) == 0 ? random.nextLong(-2000, 2000) : 0;
      if (random.nextInt(15) == 0) {
        loudest = random.nextInt(inputs);
      }
      int input = random.nextInt(4) == 0 ? random.nextInt(inputs) : loudest;
      long skew = random.nextInt(10) == 0 ? random.nextLong(10_000) : -random.nextLong(40);
      history.add(new Arrival(input, "k" + random.nextInt(3), now + skew, now));
    }
    return history;
  }
}
