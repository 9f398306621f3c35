package tidemark.show;

import java.util.function.Function;
import org.dflib.jjava.jupyter.kernel.BaseKernel;
import org.dflib.jjava.jupyter.kernel.display.Renderer;
import org.dflib.jjava.jupyter.kernel.display.mime.MIMEType;
import org.knowm.xchart.internal.chartpart.Chart;
import tech.tablesaw.table.Relation;
import tidemark.log.Log;
import tidemark.time.DeclaredPolicy;

/** Makes a kernel show charts, tables, logs, tapes and policies, as HTML and as plain text. */
public final class Renderers {
  private Renderers() {}

  /** Adds all renderers to a kernel. Call it once, when the kernel starts. */
  public static void install(BaseKernel kernel) {
    install(kernel.getRenderer());
  }

  static void install(Renderer renderer) {
    add(renderer, Figure.class, Figure::html, Figure::text);
    add(renderer, Log.class, log -> Tape.of(log).html(), log -> Tape.of(log).text());
    add(
        renderer,
        DeclaredPolicy.class,
        policy -> Html.sentences(policy.describe()),
        DeclaredPolicy::describe);
    add(renderer, Relation.class, table -> Grid.of(table).html(), table -> Grid.of(table).text());
    add(renderer, Chart.class, chart -> panel(chart).html(), chart -> panel(chart).text());
  }

  private static Panels panel(Chart<?, ?> chart) {
    return Panels.of(chart);
  }

  private static <T> void add(
      Renderer renderer, Class<T> type, Function<T, String> html, Function<T, String> text) {
    renderer
        .createRegistration(type)
        .preferring(MIMEType.TEXT_HTML)
        .register(
            (value, context) -> {
              context.renderIfRequested(MIMEType.TEXT_HTML, () -> html.apply(value));
              context.renderIfRequested(MIMEType.TEXT_PLAIN, () -> text.apply(value));
            });
  }
}
