package tidemark.show;

import java.util.UUID;
import java.util.function.Consumer;
import org.dflib.jjava.jupyter.kernel.BaseKernel;
import org.dflib.jjava.jupyter.kernel.DisplayStream;
import org.dflib.jjava.jupyter.kernel.display.DisplayData;
import org.dflib.jjava.jupyter.kernel.display.Renderer;

/**
 * One place in a cell's output, whose picture changes while the cell runs. The last picture stays.
 *
 * <pre>{@code
 * Live live = Live.start();
 * live.show(chart);      // appears
 * live.show(nextChart);  // takes its place
 * }</pre>
 *
 * <p>Not thread-safe: only the thread that runs the cell may use it.
 */
public final class Live {
  /** Least time between two pictures, in ms, so that each can be seen. */
  static final long MILLIS_EACH = 50;

  private final Renderer renderer;
  private final Consumer<DisplayData> first;
  private final Consumer<DisplayData> next;
  private final String id = UUID.randomUUID().toString();
  private boolean isShown;

  Live(Renderer renderer, Consumer<DisplayData> first, Consumer<DisplayData> next) {
    this.renderer = renderer;
    this.first = first;
    this.next = next;
  }

  /** A new place, still empty. Works only in a running notebook. */
  public static Live start() {
    BaseKernel kernel = BaseKernel.notebookKernel();
    DisplayStream stream = kernel.getIO().display;
    return new Live(kernel.getRenderer(), stream::display, stream::updateDisplay);
  }

  /**
   * Shows a figure, chart, table or log here, in place of the one before. Only the first is shown
   * at once; for each other one it waits {@value #MILLIS_EACH} ms.
   *
   * @throws InterruptedException if the cell is interrupted during the wait; the picture before
   *     stays
   */
  public void show(Object value) throws InterruptedException {
    DisplayData data = renderer.render(value);
    // Not setDisplayId: its type differs from one version of the kernel to the next.
    data.putTransientData("display_id", id);
    if (isShown) {
      Thread.sleep(MILLIS_EACH);
    }
    (isShown ? next : first).accept(data);
    isShown = true;
  }
}
