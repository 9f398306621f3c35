package tidemark.window;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;

final class PaneTest {
  private final Pane<Integer, Counter> pane = new Pane<>(Aggregate.counting());

  private void addAll(int keys) {
    for (int key = 0; key < keys; key++) {
      pane.accumulatorOf(key);
    }
  }

  @Test
  void eachKeyKeepsItsAccumulatorRevisionAndPlaceHoweverThePaneGrows() {
    Seeds.forEach(
        20,
        (seed, random) -> {
          pane.clear();
          Map<Integer, Long> plain = new LinkedHashMap<>();
          for (int i = 0; i < 1000; i++) {
            Integer key = random.nextInt(600) * 0x9E3779B1;
            Aggregate.<Integer>counting().add(pane.accumulatorOf(key), key);
            long count = plain.merge(key, 1L, Long::sum);
            assertEquals(count, pane.accumulator(pane.slot(key)).count());
            assertEquals((int) count - 1, pane.revision(pane.slot(key)));
            pane.setRevision(pane.slot(key), (int) count);
          }
          List<Integer> keys = new ArrayList<>();
          for (int nth = 0; nth < pane.size(); nth++) {
            keys.add(pane.key(pane.slot(nth)));
          }
          assertEquals(List.copyOf(plain.keySet()), keys);
        });
  }

  @Test
  void onlyALargePaneIsWorthLittleWhenMostOfItIsNotUsed() {
    addAll(64);
    pane.clear();
    assertFalse(pane.isMostlyUnused(), "it has room for 64 keys");
    addAll(65);
    assertFalse(pane.isMostlyUnused());
    pane.clear();
    addAll(15);
    assertTrue(pane.isMostlyUnused(), "15 of 128");
    addAll(16);
    assertFalse(pane.isMostlyUnused(), "16 of 128");
  }
}
