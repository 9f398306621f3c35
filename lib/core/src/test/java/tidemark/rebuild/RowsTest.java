package tidemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;
import tidemark.log.Bytes;
import tidemark.log.KeyHash;
import tidemark.log.Position;
import tidemark.snapshot.Snapshot;

final class RowsTest {
  /** A hash without secrets: it is the exclusive or of a key's words. */
  private static final KeyHash WEAK = new KeyHash(() -> 0);

  private static ByteBuffer bytes(String text) {
    return Bytes.text(text).buffer();
  }

  private static Rows copy(Rows rows, KeyHash hash) throws IOException {
    Rows copy = new Rows(hash);
    DataInputStream in = new DataInputStream(new ByteArrayInputStream(saved(rows)));
    copy.restore(in);
    assertEquals(0, in.available(), "all is read");
    return copy;
  }

  private static byte[] saved(Rows rows) {
    Snapshot snapshot =
        Snapshot.of(
            new Position(new UUID(0, 0), 0, 0),
            writer -> rows.save(writer.rows("rows", rows.keys()), false));
    return Objects.requireNonNull(snapshot.sections().get("rows")).toByteArray();
  }

  private record Change(long offset, @Nullable String value) {}

  private static void check(Map<String, Change> model, Rows rows, String what) {
    assertEquals(model.size(), rows.keys(), what);
    assertEquals(model.values().stream().filter(c -> c.value != null).count(), rows.alive(), what);
    model.forEach(
        (key, change) -> {
          long row = rows.find(bytes(key));
          assertNotEquals(0, row, what);
          assertEquals(change.offset, rows.lastChange(row), what);
          byte[] value = change.value == null ? null : Bytes.text(change.value).toByteArray();
          assertArrayEquals(value, rows.value(row), what);
        });
    assertEquals(0, rows.find(bytes("never there")));
  }

  @Test
  void rowsAndModelAgreeThroughGrowthMovesForgettingAndSnapshots() throws IOException {
    Seeds.forEach(
        60,
        (seed, random) -> {
          int keys = 1 << random.nextInt(10);
          int longest = 1 << random.nextInt(16);
          Rows rows = new Rows(random.nextInt(4) == 0 ? WEAK : KeyHash.secret());
          Map<String, Change> model = new HashMap<>();
          for (int offset = 0; offset < 3000; offset++) {
            String key = "k".repeat(random.nextInt(20)) + random.nextInt(keys);
            String value =
                random.nextInt(4) == 0
                    ? null
                    : "v".repeat(random.nextInt(1 + random.nextInt(longest)));
            rows.put(bytes(key), offset, value == null ? null : bytes(value));
            model.put(key, new Change(offset, value));
            if (random.nextInt(500) == 0) {
              long below = random.nextLong(offset + 1);
              int before = model.size();
              model.values().removeIf(change -> change.value == null && change.offset < below);
              assertEquals(before - model.size(), rows.forgetDeleted(below));
            }
            if (random.nextInt(700) == 0) {
              rows = copy(rows, KeyHash.secret());
            }
            if (random.nextInt(300) == 0) {
              check(model, rows, "offset=" + offset);
            }
          }
          check(model, rows, "at the end");
          rows.clear();
          check(Map.of(), rows, "cleared");
        });
  }

  @Test
  void hashIsNeverTakenForAKey() {
    Rows rows = new Rows(WEAK);
    String[] keys = {"12345678abcdefgh", "abcdefgh12345678", "", "12345678", "abcdefgh"};
    assertEquals(WEAK.of(bytes(keys[0])), WEAK.of(bytes(keys[1])));
    for (int i = 0; i < keys.length; i++) {
      rows.put(bytes(keys[i]), i, bytes("v" + i));
    }
    for (int i = 0; i < keys.length; i++) {
      assertArrayEquals(Bytes.text("v" + i).toByteArray(), rows.value(rows.find(bytes(keys[i]))));
    }
  }

  @Test
  void rowsLargerThanAPageComeBack() throws IOException {
    Rows rows = new Rows(KeyHash.secret());
    byte[] large = new byte[3 << 20];
    large[large.length - 1] = 7;
    for (int offset = 0; offset < 40; offset++) {
      rows.put(bytes("k" + offset % 3), offset, offset % 2 == 0 ? ByteBuffer.wrap(large) : null);
      rows.put(bytes("s" + offset), offset, bytes("small"));
    }
    Rows copy = copy(rows, KeyHash.secret());
    assertArrayEquals(large, copy.value(copy.find(bytes("k2"))));
    assertNull(copy.value(copy.find(bytes("k0"))));
    assertEquals(43, copy.keys());
  }

  @Test
  void orderOfRowsDoesNotDependOnTheHash() {
    byte[][] saved = new byte[2][];
    for (int i = 0; i < 2; i++) {
      Rows rows = new Rows(KeyHash.secret());
      for (int offset = 0; offset < 1000; offset++) {
        rows.put(bytes("k" + offset % 77), offset, bytes("v".repeat(offset % 50)));
      }
      saved[i] = saved(rows);
    }
    assertArrayEquals(saved[0], saved[1]);
  }
}
