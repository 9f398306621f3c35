package tidemark.kernel;

import jdk.jshell.JShell;
import org.dflib.jjava.jupyter.kernel.BaseKernel;

/** Gives access to the part of a kernel that its published classes do not show. */
public final class Kernels {
  private Kernels() {}

  /**
   * The JShell that runs the cells.
   *
   * @throws IllegalStateException if the kernel has none that can be reached
   */
  public static JShell shell(BaseKernel kernel) {
    try {
      // The kernel's own class is not among the published artifacts' classes we compile against.
      return (JShell) kernel.getClass().getMethod("getJShell").invoke(kernel);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "the kernel must run on JShell, and its shell cannot be reached; run ./course doctor", e);
    }
  }
}
