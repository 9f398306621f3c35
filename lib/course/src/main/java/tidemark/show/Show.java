package tidemark.show;

import org.dflib.jjava.jupyter.kernel.BaseKernel;

/**
 * Shows several things in one cell. The kernel's own {@code display} would print an id with each.
 */
public final class Show {
  private Show() {}

  /** Shows figures, charts, tables and logs, from top to bottom. It needs a running notebook. */
  public static void all(Object... values) {
    BaseKernel kernel = BaseKernel.notebookKernel();
    for (Object value : values) {
      kernel.display(kernel.getRenderer().render(value));
    }
  }
}
