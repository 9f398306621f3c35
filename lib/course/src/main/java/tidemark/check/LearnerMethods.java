package tidemark.check;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import jdk.jshell.DeclarationSnippet;
import jdk.jshell.JShell;
import jdk.jshell.MethodSnippet;
import jdk.jshell.Snippet;
import jdk.jshell.TypeDeclSnippet;
import jdk.jshell.VarSnippet;
import org.dflib.jjava.jupyter.kernel.BaseKernel;
import tidemark.kernel.Cells;
import tidemark.kernel.Kernels;

/**
 * Finds the newest version of a learner's method in the kernel; never an older one.
 *
 * <ol>
 *   <li>JShell lists snippets in the order they were evaluated. An id may be given to another
 *       snippet later, so only this order counts.
 *   <li>The newest snippet that declares the name must be a method that compiled. A declaration
 *       with a syntax error, a variable, or a class with that method does not replace the older
 *       method in JShell, and the older one must not be judged instead.
 *   <li>A cell that lacks a closing brace, or that stopped before it came to the method, makes no
 *       snippet. So the newest cell that declares the name must contain the snippet found.
 *   <li>No other method of that name may be alive: an overload left over from an earlier version
 *       would still answer.
 * </ol>
 */
final class LearnerMethods {
  private final JShell shell;
  private final CellSource cells;

  LearnerMethods(JShell shell) {
    this.shell = shell;
    this.cells = new CellSource(shell.sourceCodeAnalysis());
  }

  /** The methods of the notebook that runs in this kernel. */
  static LearnerMethods inThisKernel() {
    return new LearnerMethods(Kernels.shell(BaseKernel.notebookKernel()));
  }

  /**
   * The learner's method for {@code wanted}, an interface's only method, whose name, parameters and
   * result it must have.
   *
   * @throws NoAnswer if there is none that can be judged; it says why
   */
  MethodHandle find(Method wanted) throws NoAnswer {
    String name = wanted.getName();
    List<Snippet> declaring =
        shell.snippets().filter(snippet -> CellSource.declares(snippet, name)).toList();
    Optional<String> cell =
        Cells.newest(source -> cells.find(source, name) != CellSource.Declared.NOWHERE);
    if (declaring.isEmpty()) {
      throw cell.isPresent()
          ? notReached(cell.get(), name)
          : NoAnswer.notAttempted(
              "there is no method `" + name + "` yet. Run its cell first.",
              List.of(signature(wanted)));
    }
    Snippet newest = declaring.get(declaring.size() - 1);
    if (cell.isPresent() && !squeeze(cell.get()).contains(squeeze(newest.source()))) {
      throw notReached(cell.get(), name);
    }
    if (newest instanceof VarSnippet) {
      throw NoAnswer.doesNotFit(
          "`" + name + "` is a variable now, and a check calls a method. Write it as a method:",
          List.of(signature(wanted)));
    }
    if (newest instanceof TypeDeclSnippet type) {
      throw NoAnswer.doesNotFit(
          "the newest `"
              + name
              + "` stands inside `"
              + type.name()
              + "`, where a check cannot call it. Move it out of the braces, or run the cell of your"
              + " method again.",
          List.of(signature(wanted)));
    }
    return find(newest, declaring, wanted);
  }

  private MethodHandle find(Snippet newest, List<Snippet> declaring, Method wanted)
      throws NoAnswer {
    if (!(newest instanceof MethodSnippet method) || !shell.status(newest).isDefined()) {
      List<String> errors = errors(newest);
      throw errors.isEmpty()
          ? NoAnswer.doesNotCompile(
              "the newest version is no longer in the kernel. Run its cell again.", List.of())
          : NoAnswer.doesNotCompile("the newest version has an error.", errors);
    }
    List<String> missing = shell.unresolvedDependencies(method).toList();
    if (!missing.isEmpty()) {
      throw NoAnswer.doesNotCompile(
          "it uses names that the kernel does not know: " + String.join(", ", missing) + ".",
          List.of());
    }
    onlyOne(declaring, method.name());
    return fitting(method, wanted);
  }

  /** Says why the newest cell with the method did not get it into the kernel. */
  private NoAnswer notReached(String cell, String name) {
    return cells.find(cell, name) == CellSource.Declared.UNREADABLE
        ? NoAnswer.doesNotCompile(
            "the newest cell with `" + name + "` did not compile; an older version is not judged.",
            List.of("Is a brace or bracket missing at its end?"))
        : NoAnswer.doesNotCompile(
            "the newest cell with `"
                + name
                + "` stopped before it came to the method; an older version is not judged.",
            List.of("Run that cell, and read the error below it."));
  }

  private void onlyOne(List<Snippet> declaring, String name) throws NoAnswer {
    List<String> alive =
        declaring.stream()
            .filter(snippet -> snippet instanceof MethodSnippet && shell.status(snippet).isActive())
            .map(snippet -> name + ((MethodSnippet) snippet).signature())
            .distinct()
            .toList();
    if (alive.size() > 1) {
      throw NoAnswer.doesNotFit(
          "there are two methods of that name, and the older one may still answer. Give a helper"
              + " another name, or run Check.forget(\""
              + name
              + "\"); and your cell again.",
          alive);
    }
  }

  /** Drops every method of that name. */
  void forget(String name) {
    shell
        .snippets()
        .filter(snippet -> snippet instanceof MethodSnippet method && method.name().equals(name))
        .filter(snippet -> shell.status(snippet).isActive())
        .toList()
        .forEach(shell::drop);
  }

  private static String squeeze(String source) {
    return source.replaceAll("\\s+", "");
  }

  private List<String> errors(Snippet snippet) {
    List<String> errors =
        shell
            .diagnostics(snippet)
            .filter(diagnostic -> diagnostic.isError())
            .map(
                diagnostic ->
                    line(snippet.source(), diagnostic.getPosition())
                        + diagnostic.getMessage(Locale.ENGLISH))
            .toList();
    if (!errors.isEmpty() || !(snippet instanceof DeclarationSnippet declaration)) {
      return errors;
    }
    return shell.unresolvedDependencies(declaration).map(name -> "unknown: " + name).toList();
  }

  private static String line(String source, long position) {
    long line =
        1
            + source
                .substring(0, (int) Math.max(0, Math.min(position, source.length())))
                .chars()
                .filter(c -> c == '\n')
                .count();
    return "line " + line + ": ";
  }

  private static MethodHandle fitting(MethodSnippet snippet, Method wanted) throws NoAnswer {
    Method found = compiled(snippet);
    String problem = null;
    if (found.getParameterCount() != wanted.getParameterCount()) {
      problem =
          "yours takes %d parameters, the check gives %d"
              .formatted(found.getParameterCount(), wanted.getParameterCount());
    }
    for (int i = 0; problem == null && i < wanted.getParameterCount(); i++) {
      if (!Types.fits(wanted.getGenericParameterTypes()[i], found.getGenericParameterTypes()[i])) {
        problem =
            "parameter %d is %s, the check gives %s"
                .formatted(
                    i + 1,
                    Types.name(found.getGenericParameterTypes()[i]),
                    Types.name(wanted.getGenericParameterTypes()[i]));
      }
    }
    if (problem == null
        && !Types.fits(found.getGenericReturnType(), wanted.getGenericReturnType())) {
      problem =
          "yours returns %s, the check needs %s"
              .formatted(
                  Types.name(found.getGenericReturnType()),
                  Types.name(wanted.getGenericReturnType()));
    }
    if (problem != null) {
      throw NoAnswer.doesNotFit(problem + ".", List.of(signature(wanted)));
    }
    try {
      return MethodHandles.lookup()
          .unreflect(found)
          .asType(MethodType.methodType(wanted.getReturnType(), wanted.getParameterTypes()));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(
          "a method in the kernel must be accessible, method=" + found + "; run ./course doctor",
          e);
    }
  }

  /** The snippet's method in the class that JShell wrapped around it. */
  private static Method compiled(MethodSnippet snippet) {
    try {
      Method className = Snippet.class.getDeclaredMethod("classFullName");
      className.setAccessible(true);
      Class<?> wrapper =
          Class.forName(
              (String) className.invoke(snippet), true, LearnerMethods.class.getClassLoader());
      return Arrays.stream(wrapper.getDeclaredMethods())
          .filter(method -> method.getName().equals(snippet.name()))
          .filter(method -> Modifier.isStatic(method.getModifiers()) && !method.isSynthetic())
          .peek(method -> method.setAccessible(true))
          .findFirst()
          .orElseThrow();
    } catch (NoSuchMethodException
        | IllegalAccessException
        | InvocationTargetException
        | ClassNotFoundException e) {
      throw new IllegalStateException(
          "a method that the kernel compiled must be found in its class, method="
              + snippet.name()
              + "; run ./course doctor",
          e);
    }
  }

  /** The method's head, as a learner would write it. */
  static String signature(Method method) {
    return Arrays.stream(method.getParameters())
        .map(parameter -> Types.name(parameter.getParameterizedType()) + " " + parameter.getName())
        .collect(
            Collectors.joining(
                ", ",
                Types.name(method.getGenericReturnType()) + " " + method.getName() + "(",
                ")"));
  }
}
