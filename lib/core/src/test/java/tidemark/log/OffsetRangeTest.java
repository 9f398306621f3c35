package tidemark.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class OffsetRangeTest {
  @Test
  void rangeIsHalfOpenAndMayBeEmptyButNotEndBeforeItBegins() {
    assertEquals(3, new OffsetRange(4, 7).length());
    assertFalse(new OffsetRange(4, 5).isEmpty());
    assertTrue(new OffsetRange(4, 4).isEmpty());
    assertEquals("[4, 7)", new OffsetRange(4, 7).toString());
    assertThrows(IllegalArgumentException.class, () -> new OffsetRange(5, 4));
  }
}
