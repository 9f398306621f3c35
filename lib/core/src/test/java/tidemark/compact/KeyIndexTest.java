package tidemark.compact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;
import tidemark.log.KeyHash;

final class KeyIndexTest {
  /** A hash without secrets: it is the exclusive or of a key's words. */
  private static final KeyHash WEAK = new KeyHash(() -> 0);

  private static ByteBuffer key(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void indexAndMapAgree() {
    Seeds.forEach(
        50,
        (seed, random) -> {
          KeyIndex index = new KeyIndex(200_000, random.nextBoolean() ? WEAK : KeyHash.secret());
          Map<String, Long> model = new HashMap<>();
          for (int offset = 0; offset < 2000; offset++) {
            String name = "k".repeat(random.nextInt(30)) + random.nextInt(50);
            assertTrue(index.put(key(name), offset));
            model.put(name, (long) offset);
          }
          assertEquals(model.size(), index.size());
          model.forEach((name, offset) -> assertEquals(offset, index.offset(key(name))));
          assertEquals(-1, index.offset(key("absent")));
          index.clear();
          assertEquals(-1, index.offset(key("k1")));
        });
  }

  @Test
  void keysPutTogetherAreAsIfPutOneByOne() {
    Seeds.forEach(
        100,
        (seed, random) -> {
          long budget = 1000L + random.nextInt(50_000);
          KeyHash hash = random.nextBoolean() ? WEAK : KeyHash.secret();
          KeyIndex together = new KeyIndex(budget, hash);
          KeyIndex oneByOne = new KeyIndex(budget, hash);
          PendingKeys pending = together.pending();
          int names = 1 + random.nextInt(500);
          boolean hasRoom = true;
          for (int offset = 0; hasRoom && offset < 2000; offset++) {
            String name = "k".repeat(random.nextInt(200)) + random.nextInt(names);
            if (!pending.add(key(name), offset)) {
              hasRoom = putAll(pending, together, oneByOne);
              assertTrue(pending.add(key(name), offset));
            }
          }
          putAll(pending, together, oneByOne);
          assertEquals(oneByOne.size(), together.size());
          assertEquals(oneByOne.bytes(), together.bytes());
        });
  }

  /** Puts the waiting keys into both; false if there was no room for one of them. */
  private static boolean putAll(PendingKeys pending, KeyIndex together, KeyIndex oneByOne) {
    int taken = 0;
    while (taken < pending.count() && oneByOne.put(pending.key(taken), pending.offset(taken))) {
      taken++;
    }
    assertEquals(taken, together.put(pending));
    for (int i = 0; i < taken; i++) {
      long newest = oneByOne.offset(pending.key(i));
      assertEquals(newest, together.offset(pending.key(i)));
      assertEquals(newest == pending.offset(i), together.newest().isNewest(pending.offset(i)));
    }
    boolean all = taken == pending.count();
    pending.clear();
    return all;
  }

  @Test
  void aKeyLongerThanAllThatMayWaitIsNotTaken() {
    PendingKeys pending = new KeyIndex(1 << 20, KeyHash.secret()).pending();
    assertFalse(pending.add(key("x".repeat(5000)), 1));
    assertTrue(pending.add(key("x"), 1));
    assertEquals(1, pending.count());
  }

  @Test
  void oneKeyAlwaysFitsHoweverLarge() {
    KeyIndex index = new KeyIndex(1, KeyHash.secret());
    String large = "x".repeat(1 << 20);
    assertTrue(index.put(key(large), 7));
    assertTrue(index.put(key(large), 8));
    assertFalse(index.put(key("y"), 9));
    assertEquals(8, index.offset(key(large)));
    assertEquals(-1, index.offset(key("y")));
  }

  @Test
  void fullIndexRefusesNewKeysButTakesKnownOnes() {
    KeyIndex index = new KeyIndex(4096, KeyHash.secret());
    int keys = 0;
    while (index.put(key("key" + keys), keys)) {
      keys++;
    }
    assertTrue(keys > 10 && keys < 256, "keys=" + keys);
    assertTrue(index.put(key("key0"), 1000));
    assertEquals(1000, index.offset(key("key0")));
    assertEquals(keys, index.size());
  }

  @Test
  void hashIsNeverTakenForAKey() {
    KeyIndex index = new KeyIndex(1 << 20, WEAK);
    ByteBuffer one = key("12345678abcdefgh");
    ByteBuffer other = key("abcdefgh12345678");
    assertEquals(WEAK.of(one), WEAK.of(other));
    assertTrue(index.put(one, 1));
    assertEquals(-1, index.offset(other));
    assertTrue(index.put(other, 2));
    assertEquals(1, index.offset(one));
    assertEquals(2, index.offset(other));
  }

  @Test
  void memoryFollowsTheKeysAndStaysWithinTheBudget() {
    for (long budget : new long[] {1000, 10_000, 1 << 20, 4 << 20}) {
      KeyIndex index = new KeyIndex(budget, KeyHash.secret());
      int keys = 0;
      while (keys < 100_000 && index.put(key("key-of-16-b" + (10_000 + keys)), keys)) {
        keys++;
        assertTrue(index.bytes() <= budget, "budget=" + budget + ", keys=" + keys);
      }
      assertTrue(keys * 80L > Math.min(budget, 4 << 20) / 2, "budget=" + budget + ": " + keys);
      for (int i = 0; i < keys; i++) {
        assertEquals(i, index.offset(key("key-of-16-b" + (10_000 + i))));
      }
    }
  }
}
