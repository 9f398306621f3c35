package tidemark.show;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import org.dflib.jjava.jupyter.kernel.display.Renderer;
import org.dflib.jjava.jupyter.kernel.display.mime.MIMEType;
import org.junit.jupiter.api.Test;
import tech.tablesaw.api.IntColumn;
import tech.tablesaw.api.Table;
import tidemark.log.MemoryLog;
import tidemark.time.BoundedDisorder;
import tidemark.time.DeclaredPolicy;

class RenderersTest {

  @Test
  void whateverTheCourseShowsIsHtmlAndText() {
    Renderer renderer = new Renderer();
    Renderers.install(renderer);
    try (MemoryLog log = MemoryLog.of("a=1 b=2")) {
      List<Object> values =
          List.of(
              Charts.eventTime("A chart", List.of(1L), List.of(0L), Set.of(), 0),
              Panels.of(),
              Tape.of("a=1"),
              Tape.of("a=1").above(Tape.of("b=1")),
              log,
              Grid.of("A grid", "n").row(1),
              BoundedDisorder.of(3).start().policy(),
              Table.create("A table", IntColumn.create("n", 1)));
      for (Object value : values) {
        DisplayData data = renderer.render(value);
        String html = String.valueOf(data.getData(MIMEType.TEXT_HTML));
        String text = String.valueOf(data.getData(MIMEType.TEXT_PLAIN));
        assertTrue(html.contains("class=\"tm-fig\""), value + ": " + html);
        assertTrue(!text.contains("@") && !text.contains("<svg"), text);
      }
    }
  }

  @Test
  void policyIsAParagraphForEachSentenceUnderItsName() {
    Renderer renderer = new Renderer();
    Renderers.install(renderer);
    DeclaredPolicy policy = DeclaredPolicy.of(BoundedDisorder.of(3)).withInputs("<A>");
    String html = String.valueOf(renderer.render(policy).getData(MIMEType.TEXT_HTML));
    for (String part :
        List.of(
            "<p><b>Scope:</b> the input &lt;A&gt;.</p>", "<p><b>Idle:</b> ", "<p>The watermark")) {
      assertTrue(html.contains(part), html);
    }
  }
}
