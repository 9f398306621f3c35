package tidemark.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;
import tidemark.time.BoundedDisorder;
import tidemark.time.DeclaredPolicy;

/**
 * Keys that were chosen so that a hash table becomes a list. Comparisons are counted, not timed.
 */
final class HostileKeysTest {
  private static final int KEYS = 1 << 14;

  /** About 128²/2 before the pane notices, then a few for each level of a tree. */
  private static final long MOST_COMPARISONS = 200L * KEYS;

  private static long comparisons;

  /** Counts how often it is compared; its hash code is chosen by whoever makes it. */
  private record Key(int number, int hash) implements Comparable<Key> {
    @Override
    public boolean equals(@Nullable Object other) {
      comparisons++;
      return other instanceof Key that && number == that.number;
    }

    @Override
    public int hashCode() {
      return hash;
    }

    @Override
    public int compareTo(Key other) {
      comparisons++;
      return Integer.compare(number, other.number);
    }
  }

  private static WindowOperator<String, Long, Counter> texts(Recorded out) {
    return new WindowOperator<>(
        Windows.tumbling(10), DeclaredPolicy.of(BoundedDisorder.of(0)), Aggregate.counting(), out);
  }

  /** Texts with one {@link String#hashCode}. */
  private static String text(int number) {
    StringBuilder text = new StringBuilder();
    for (int bit = 0; bit < 14; bit++) {
      text.append((number >> bit & 1) == 0 ? "Aa" : "BB");
    }
    return text.toString();
  }

  private static void assertFindsAllWithFewComparisons(List<Key> keys) {
    Pane<Key, Counter> pane = new Pane<>(Aggregate.counting());
    comparisons = 0;
    for (int round = 1; round <= 2; round++) {
      for (Key key : keys) {
        int slot = pane.slot(key);
        assertEquals(round - 1, pane.revision(slot));
        pane.setRevision(slot, round);
      }
    }
    assertTrue(comparisons < MOST_COMPARISONS, keys.get(0) + " comparisons=" + comparisons);
    assertEquals(keys.size(), pane.size());
    for (int nth = 0; nth < keys.size(); nth++) {
      assertEquals(keys.get(nth), pane.key(pane.slot(nth)));
    }
  }

  @Test
  void keysOfOneHashCodeNeedFewComparisons() {
    List<Key> same = new ArrayList<>();
    List<Key> neighbours = new ArrayList<>();
    int inverse = 1;
    for (int i = 0; i < 5; i++) {
      inverse *= 2 - 0x9E3779B9 * inverse;
    }
    for (int i = 0; i < KEYS; i++) {
      same.add(new Key(i, 7));
      neighbours.add(new Key(i, inverse * i)); // different codes that are made the same place
    }
    assertFindsAllWithFewComparisons(same);
    assertFindsAllWithFewComparisons(neighbours);
  }

  @Test
  void keysChosenByChanceStayInTheTable() {
    Pane<Key, Counter> pane = new Pane<>(Aggregate.counting());
    RandomGenerator random = Seeds.random(1);
    for (int i = 0; i < KEYS; i++) {
      pane.slot(new Key(i, random.nextInt()));
    }
    // Slots are given in order only where the pane finds its keys by a map.
    assertTrue(IntStream.range(0, KEYS).anyMatch(nth -> pane.slot(nth) != nth));
  }

  @Test
  void clearedPaneForgetsHostileKeysAndReusesItsAccumulators() {
    Aggregate<Key, Counter> counting = Aggregate.counting();
    Pane<Key, Counter> pane = new Pane<>(counting);
    for (int life = 0; life < 3; life++) {
      for (int i = 0; i < 1000; i++) {
        int slot = pane.slot(new Key(i, life == 1 ? i : 7));
        assertEquals(0, pane.revision(slot));
        assertEquals("0", pane.accumulator(slot).toString());
        counting.add(pane.accumulator(slot), new Key(i, 7));
        pane.setRevision(slot, 1);
      }
      assertEquals(1000, pane.size());
      pane.clear();
    }
  }

  @Test
  void operatorWithTextsOfOneHashCodeIsSavedAndRestored() throws IOException {
    Recorded before = new Recorded();
    WindowOperator<String, Long, Counter> saved = texts(before);
    for (int i = 0; i < KEYS; i++) {
      saved.add(text(i), 5, 5L);
    }
    assertEquals(text(0).hashCode(), text(KEYS - 1).hashCode());
    byte[] bytes = WindowOperatorTest.bytes(saved);
    Recorded after = new Recorded();
    WindowOperator<String, Long, Counter> restored = texts(after);
    restored.restore(new DataInputStream(new ByteArrayInputStream(bytes)), KeyCodec.text());
    assertEquals(KEYS, restored.openEntries());
    saved.advance(10);
    restored.advance(10);
    assertEquals(KEYS, before.lines.size());
    assertEquals(before.lines, after.lines);
  }
}
