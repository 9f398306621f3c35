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
import org.junit.jupiter.api.Test;
import tidemark.Seeds;
import tidemark.SmallHeap;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Event;
import tidemark.log.MemoryLog;

final class KeyedTableTest {
  private static MemoryLog log() {
    return MemoryLog.uncompacted(InstantSource.fixed(Instant.EPOCH), MemoryLog.NO_ROLL);
  }

  @Test
  void tableAndMapAgreeAlsoThroughSnapshots() {
    Seeds.forEach(
        50,
        (seed, random) -> {
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
          Basis.restored(table.snapshot(log.position(500)), restored);
          for (KeyedTable each : List.of(table, restored)) {
            assertEquals(model, each.toMap());
            assertEquals(model.size(), each.size());
            changes.forEach(
                (key, offset) -> {
                  assertEquals(offset, each.lastChange(Bytes.text(key)));
                  String value = model.get(key);
                  assertEquals(
                      value == null ? null : Bytes.text(value), each.value(Bytes.text(key)));
                });
          }
        });
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
    Basis.restored(table.snapshot(log.position(1)), restored);
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
      Basis.restored(snapshot, restored);
      cursor.next();
      table.apply(cursor);
      assertEquals(Map.of("a", "1"), restored.toMap());
      Basis.restored(snapshot, restored);
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

  @Test
  void deletedKeyIsForgottenOnlyIfItsDeleteLiesBelowTheBound() {
    MemoryLog log = MemoryLog.of("a=1 a=∅ b=1 b=∅ c=1 a=2 a=∅");
    KeyedTable table = new KeyedTable();
    Rebuild.of(log, table).fromEmpty();
    assertEquals(2, table.deletedKeys());
    assertEquals(0, table.forgetDeleted(3), "b's delete is at 3");
    assertEquals(3, table.lastChange(Bytes.text("b")));
    assertEquals(1, table.forgetDeleted(4));
    assertEquals(-1, table.lastChange(Bytes.text("b")));
    assertEquals(6, table.lastChange(Bytes.text("a")), "a was deleted again, later");
    assertEquals(4, table.lastChange(Bytes.text("c")), "a key with a value is never forgotten");
    assertEquals(1, table.forgetDeleted(Long.MAX_VALUE));
    assertEquals(Map.of("c", "1"), table.toMap());
  }

  @Test
  void valuesNeverDependOnWhenDeletedKeysAreForgotten() {
    Seeds.forEach(
        100,
        (seed, random) -> {
          MemoryLog log = log();
          KeyedTable keeps = new KeyedTable();
          KeyedTable forgets = new KeyedTable();
          long bound = 0;
          try (Cursor cursor = log.read(0)) {
            for (int i = 0; i < 300; i++) {
              log.append(
                  Event.of("k" + random.nextInt(20), random.nextInt(2) == 0 ? null : "v" + i));
              cursor.next();
              keeps.apply(cursor);
              forgets.apply(cursor);
              bound = Math.max(bound, random.nextLong(i + 1));
              if (random.nextInt(10) == 0) {
                forgets.forgetDeleted(bound);
                // What a replay of a letter at or after the bound asks: was its key changed since?
                for (int k = 0; k < 20; k++) {
                  Bytes key = Bytes.text("k" + k);
                  for (long origin = bound; origin <= i; origin++) {
                    assertEquals(keeps.lastChange(key) > origin, forgets.lastChange(key) > origin);
                  }
                }
              }
              assertEquals(keeps.toMap(), forgets.toMap());
            }
          }
          Basis.restored(forgets.snapshot(log.position(300)), keeps);
          assertEquals(forgets.toMap(), keeps.toMap());
        });
  }
}
