package tidemark.show;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.ArrayList;
import java.util.List;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import org.dflib.jjava.jupyter.kernel.display.Renderer;
import org.dflib.jjava.jupyter.kernel.display.mime.MIMEType;
import org.junit.jupiter.api.Test;

class LiveTest {
  private final List<DisplayData> first = new ArrayList<>();
  private final List<DisplayData> next = new ArrayList<>();

  private Live live() {
    Renderer renderer = new Renderer();
    Renderers.install(renderer);
    return new Live(renderer, first::add, next::add);
  }

  @Test
  void thePictureAppearsOnceAndEachLaterOneTakesItsPlace() throws Exception {
    Live live = live();
    live.show(Tape.of("a=1"));
    live.show(Tape.of("a=1 a=2"));
    live.show(Tape.of("a=1 a=2 a=3"));
    assertEquals(1, first.size());
    assertEquals(2, next.size());
    String id = first.get(0).getDisplayId();
    next.forEach(data -> assertEquals(id, data.getDisplayId()));
    assertEquals("0:a=1 1:a=2 2:a=3; end 3", next.get(1).getData(MIMEType.TEXT_PLAIN));
  }

  @Test
  void twoPlacesDoNotDisturbEachOther() throws Exception {
    live().show("one");
    live().show("two");
    assertEquals(2, first.size());
    assertNotEquals(first.get(0).getDisplayId(), first.get(1).getDisplayId());
  }
}
