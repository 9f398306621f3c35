package tidemark.kernel;

import jdk.jshell.JShell;
import org.dflib.jjava.jupyter.kernel.BaseKernel;

/** What a kernel has that the published artifacts' classes do not show. */
public final class Kernels {
  private Kernels() {}

  /** The JShell that runs the cells. */
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
