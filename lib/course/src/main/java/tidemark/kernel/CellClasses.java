package tidemark.kernel;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import jdk.jshell.execution.LoaderDelegate;
import jdk.jshell.spi.ExecutionControl;
import jdk.jshell.spi.ExecutionControl.ClassBytecodes;
import jdk.jshell.spi.ExecutionControl.ClassInstallException;

/**
 * Loads the classes of a cell whatever their order, so that a changed cell always takes effect.
 *
 * <p>Without it the kernel can go on running the older version of a method or type for ever:
 *
 * <ol>
 *   <li>JShell hands over the classes of a declaration in no fixed order. A class that extends
 *       another may come before it.
 *   <li>The kernel defines them one by one. To define a subclass also defines its superclass, so
 *       the superclass's own turn fails as a duplicate, and those after it are left out.
 *   <li>JShell takes the classes that failed for classes that were never loaded, and gives the next
 *       version of the cell the same class name.
 *   <li>A class loader defines a name once. The next version fails too, and the older one answers.
 * </ol>
 *
 * <p>So a load that failed is a success if every class can be found afterwards. A class name is
 * then never used for two versions, because JShell renames what was loaded before.
 */
final class CellClasses implements InvocationHandler {
  private final ExecutionControl control;
  private final LoaderDelegate loader;

  private CellClasses(ExecutionControl control, LoaderDelegate loader) {
    this.control = control;
    this.loader = loader;
  }

  /** The same control; its loads do not depend on the order of the classes. */
  static ExecutionControl inAnyOrder(ExecutionControl control, LoaderDelegate loader) {
    return (ExecutionControl)
        Proxy.newProxyInstance(
            CellClasses.class.getClassLoader(),
            new Class<?>[] {ExecutionControl.class},
            new CellClasses(control, loader));
  }

  @Override
  @SuppressWarnings("NullAway") // a method without a result returns null to its proxy
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(control, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof ClassInstallException
          && method.getName().equals("load")
          && Arrays.stream((ClassBytecodes[]) arguments[0]).allMatch(this::found)) {
        return null;
      }
      throw e.getCause();
    }
  }

  private boolean found(ClassBytecodes bytecodes) {
    try {
      loader.findClass(bytecodes.name());
      return true;
    } catch (ClassNotFoundException | LinkageError e) {
      return false;
    }
  }
}
