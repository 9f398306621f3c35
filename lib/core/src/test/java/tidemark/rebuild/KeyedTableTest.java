package tidemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import tidemark.SmallHeap;
import tidemark.log.Bytes;
import tidemark.log.CollidingKeys;
import tidemark.log.Cursor;
import tidemark.log.Event;
import tidemark.log.MemoryLog;

final class KeyedTableTest {
  private static MemoryLog log() {
    return MemoryLog.uncompacted(InstantSource.fixed(Instant.EPOCH), MemoryLog.NO_ROLL);
  }

  @Test
  void tableAndMapAgreeAlsoThroughSnapshots() {
    for (long seed = 1; seed <= 50; seed++) {
      RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
      MemoryLog log = log();
      KeyedTable table = new KeyedTable();
      TreeMap<String, String> model = new TreeMap<>();
      Map<String, Long> changes = new HashMap<>();
      try (Cursor cursor = log.read(0)) {
        for (int i = 0; i < 500; i++) {
          String key = "k" + random.nextInt(1 + random.nextInt(100));
          String value = random.nextInt(3) == 0 ? null : "v".repeat(random.nextInt(40));
          changes.put(key, log.append(Event.of(key, value)));
          if (value == null) {
            model.remove(key);
          } else {
            model.put(key, value);
          }
          cursor.next();
          table.apply(cursor);
        }
      }
      KeyedTable restored = new KeyedTable();
      restored.restore(table.snapshot(log.position(500)).open());
      for (KeyedTable each : List.of(table, restored)) {
        assertEquals(model, each.toMap(), "seed=" + seed);
        assertEquals(model.size(), each.size());
        changes.forEach(
            (key, offset) -> {
              assertEquals(offset, each.lastChange(Bytes.text(key)));
              String value = model.get(key);
              assertEquals(value == null ? null : Bytes.text(value), each.value(Bytes.text(key)));
            });
      }
    }
  }

  @Test
  void hashIsNeverTakenForAKey() {
    MemoryLog log = log();
    log.append(new Event(CollidingKeys.ONE, Bytes.text("1"), 0, List.of()));
    log.append(new Event(CollidingKeys.OTHER, Bytes.text("2"), 0, List.of()));
    KeyedTable table = new KeyedTable();
    Rebuild.of(log, table).fromEmpty();
    assertEquals(Bytes.text("1"), table.value(CollidingKeys.ONE));
    assertEquals(Bytes.text("2"), table.value(CollidingKeys.OTHER));
  }

  @Test
  void unknownKeyHasNoValueAndNoChange() {
    KeyedTable table = new KeyedTable();
    assertNull(table.value(Bytes.text("k")));
    assertEquals(-1, table.lastChange(Bytes.text("k")));
  }

  @Test
  void entryWithoutAKeyIsRefused() {
    MemoryLog log = log();
    log.append(new Event(null, Bytes.text("x"), 0, List.of()));
    try (Cursor cursor = log.read(0)) {
      cursor.next();
      assertThrows(IllegalArgumentException.class, () -> new KeyedTable().apply(cursor));
    }
  }

  @Test
  void emptyKeyAndEmptyValueAreNotNull() {
    MemoryLog log = log();
    log.append(new Event(Bytes.of(), Bytes.of(), 0, List.of()));
    KeyedTable table = new KeyedTable();
    try (Cursor cursor = log.read(0)) {
      cursor.next();
      table.apply(cursor);
    }
    KeyedTable restored = new KeyedTable();
    restored.restore(table.snapshot(log.position(1)).open());
    assertEquals(Bytes.of(), restored.value(Bytes.of()));
    assertEquals(Map.of("", ""), restored.toMap());
  }

  @Test
  void snapshotSharesNothingWithTheTable() {
    MemoryLog log = MemoryLog.of("a=1 a=2");
    KeyedTable table = new KeyedTable();
    try (Cursor cursor = log.read(0)) {
      cursor.next();
      table.apply(cursor);
      var snapshot = table.snapshot(log.position(1));
      KeyedTable restored = new KeyedTable();
      restored.restore(snapshot.open());
      cursor.next();
      table.apply(cursor);
      assertEquals(Map.of("a", "1"), restored.toMap());
      restored.clear();
      restored.restore(snapshot.open());
      assertEquals(Map.of("a", "1"), restored.toMap());
      assertEquals(Map.of("a", "2"), table.toMap());
    }
  }

  @Test
  void valuesThatWereOnceLongDoNotKeepTheirMemory() throws Exception {
    assertEquals(0, SmallHeap.run(Burst.class));
  }

  /** 40 keys with a value of 1 MB once, in 16 MB of heap. */
  static final class Burst {
    private Burst() {}

    public static void main(String[] arguments) {
      KeyedTable table = new KeyedTable();
      for (int i = 0; i < 40; i++) {
        MemoryLog log = log();
        log.append(Event.of("k" + i, "v".repeat(1 << 20)));
        log.append(Event.of("k" + i, "v"));
        try (Cursor cursor = log.read(0)) {
          while (cursor.next()) {
            table.apply(cursor);
          }
        }
      }
      System.exit(table.size() == 40 ? 0 : 1);
    }
  }
}
