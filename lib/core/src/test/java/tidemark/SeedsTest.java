package tidemark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

final class SeedsTest {
  @Test
  void failureSaysTheSeedOfItsRun() {
    var failure =
        assertThrows(
            AssertionError.class,
            () -> Seeds.forEach(null, 5, (seed, random) -> assertEquals(1, seed)));
    assertEquals(
        "run again with -Dtidemark.seed=2: expected: <1> but was: <2>", failure.getMessage());
  }

  @Test
  void pastedSeedDoesThatRunAloneExactlyAsBefore() {
    Map<Long, List<Integer>> all = new TreeMap<>();
    Seeds.forEach(
        null, 5, (seed, random) -> all.put(seed, List.of(random.nextInt(), random.nextInt())));
    assertEquals(5, all.size());
    for (long pasted = 1; pasted <= 5; pasted++) {
      List<List<Integer>> again = new ArrayList<>();
      Seeds.forEach(
          pasted, 5, (seed, random) -> again.add(List.of(random.nextInt(), random.nextInt())));
      assertEquals(List.of(all.getOrDefault(pasted, List.of())), again);
    }
  }
}
