package tidemark.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintStream;
import java.lang.reflect.Field;
import java.util.concurrent.ThreadPoolExecutor;
import jdk.jshell.JShell;
import jdk.jshell.execution.LoaderDelegate;
import jdk.jshell.spi.ExecutionControl;
import org.dflib.jjava.jupyter.Extension;
import org.dflib.jjava.jupyter.kernel.BaseKernel;
import org.dflib.jjava.jupyter.kernel.JupyterIO;
import org.dflib.jjava.jupyter.kernel.LanguageInfo;
import tidemark.show.Renderers;

/**
 * Installs Tidemark in the kernel: streams by thread, the list of cells, classes in any order, the
 * reserved names, the renderers. The kernel finds and loads this class on the class path.
 * Installing twice changes nothing.
 *
 * <p>The kernel has no hook for any of these and sets its own streams anew in every cell, so they
 * are put into its fields.
 */
public final class TidemarkExtension implements Extension {
  /** The Java that the notebooks are written in, as their metadata say it, whatever the JDK. */
  private static final String LANGUAGE_VERSION = "17";

  private static boolean installed;

  @Override
  public void install(BaseKernel kernel) {
    synchronized (TidemarkExtension.class) {
      if (installed) {
        return;
      }
      installed = true;
    }
    JupyterIO io = kernel.getIO();
    Cells.Recorder recorder = new Cells.Recorder();
    set(JupyterIO.class, "jupyterOut", io, recorder);
    PrintStream out = Streams.routed(new PrintStream(recorder, true, UTF_8));
    PrintStream err = Streams.routedErrors(io.err, out, CellThread::is);
    set(JupyterIO.class, "out", io, out);
    set(JupyterIO.class, "err", io, err);
    // In the cell that loads this the streams are set already; later cells take the kernel's.
    System.setOut(Streams.routed(System.out));
    System.setErr(err);
    Object control = read(read(kernel, "evaluator"), "execControl");
    ThreadPoolExecutor cells = (ThreadPoolExecutor) read(control, "executor");
    set(control.getClass(), "executor", control, CellThread.noting(cells.getThreadFactory()));
    set(
        JShell.class,
        "executionControl",
        Kernels.shell(kernel),
        CellClasses.inAnyOrder(
            (ExecutionControl) control, (LoaderDelegate) read(control, "loaderDelegate")));
    // With the JDK's own version JupyterLab would change each notebook as soon as it is opened.
    set(LanguageInfo.class, "version", kernel.getLanguageInfo(), LANGUAGE_VERSION);
    Renderers.install(kernel);
    ReservedNames.install(Kernels.shell(kernel));
  }

  private static Object read(Object owner, String name) {
    try {
      Field field = owner.getClass().getDeclaredField(name);
      field.setAccessible(true);
      return field.get(owner);
    } catch (ReflectiveOperationException e) {
      throw otherKernel(owner.getClass(), name, e);
    }
  }

  private static void set(Class<?> owner, String name, Object target, Object value) {
    try {
      Field field = owner.getDeclaredField(name);
      field.setAccessible(true);
      field.set(target, value);
    } catch (ReflectiveOperationException e) {
      throw otherKernel(owner, name, e);
    }
  }

  private static IllegalStateException otherKernel(Class<?> owner, String name, Exception cause) {
    return new IllegalStateException(
        "the kernel must be the one that Tidemark is made for, missing field="
            + owner.getSimpleName()
            + "."
            + name
            + "; run ./course doctor",
        cause);
  }
}
