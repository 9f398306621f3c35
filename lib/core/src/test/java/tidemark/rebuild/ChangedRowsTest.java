package tidemark.rebuild;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.junit.jupiter.api.Test;
import tidemark.log.Bytes;

final class ChangedRowsTest {
  @Test
  void aKeyThatIsRemovedTwiceIsTakenOnce() {
    ChangedRows changed = new ChangedRows();
    changed.begin(7);
    changed.addGone(Bytes.text("a"), 1000);
    changed.addGone(Bytes.text("b"), 1000);
    changed.addGone(Bytes.text("a"), 1000);
    assertEquals(Set.of(Bytes.text("a"), Bytes.text("b")), Set.copyOf(changed.gone()));
    assertEquals(2, changed.gone().size());
    changed.begin(8);
    assertEquals(Set.of(), changed.gone());
  }
}
