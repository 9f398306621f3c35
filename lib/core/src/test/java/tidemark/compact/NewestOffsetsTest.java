package tidemark.compact;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;

final class NewestOffsetsTest {
  @Test
  void bitsAndASetAgree() {
    Seeds.forEach(
        200,
        (seed, random) -> {
          NewestOffsets bits = new NewestOffsets(1 << 20);
          for (int round = 0; round < 2; round++) {
            bits.clear();
            Set<Long> model = new HashSet<>();
            long start = random.nextLong(1L << 40);
            long offset = start - 1;
            for (int i = 0; i < 300; i++) {
              offset += 1 + random.nextInt(1 + random.nextInt(200));
              bits.add(offset);
              model.add(offset);
              long old = start + random.nextLong(offset - start + 1);
              if (model.remove(old)) {
                bits.supersede(old);
              }
            }
            for (long asked = Math.max(0, start - 100); asked <= offset + 100; asked++) {
              if (bits.covers(asked)) {
                assertEquals(model.contains(asked), bits.isNewest(asked), "offset=" + asked);
              } else {
                assertFalse(model.contains(asked), "offset=" + asked);
              }
            }
            assertTrue(bits.covers(offset));
            assertFalse(bits.covers(offset + 1));
          }
        });
  }

  @Test
  void whatLiesTooFarApartIsNotKnownAndTakesNoMemory() {
    NewestOffsets bits = new NewestOffsets(1000);
    bits.add(5);
    bits.add(5 + 1023);
    assertTrue(bits.isNewest(5) && bits.isNewest(5 + 1023));
    bits.add(Long.MAX_VALUE);
    bits.supersede(5);
    bits.add(Long.MAX_VALUE);
    for (long asked : new long[] {0, 5, 6, 5 + 1023, Long.MAX_VALUE - 1, Long.MAX_VALUE}) {
      assertFalse(bits.covers(asked), "offset=" + asked);
    }
    assertTrue(bits.bytes() <= 1000, "bytes=" + bits.bytes());
    bits.clear();
    bits.add(7);
    assertTrue(bits.covers(7) && bits.isNewest(7));
  }

  @Test
  void nothingIsKnownBeforeTheFirstOffset() {
    NewestOffsets bits = new NewestOffsets(1000);
    assertFalse(bits.covers(0));
    bits.add(10);
    assertFalse(bits.covers(9));
    assertTrue(bits.covers(10));
  }
}
