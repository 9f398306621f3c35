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
import org.dflib.jjava.jupyter.kernel.BaseKernel;
import tidemark.kernel.Cells;

/**
 * Finds a learner's method in the kernel, the newest version of it or none.
 *
 * <ol>
 *   <li>JShell lists snippets in the order they were evaluated. An id may be given to another
 *       snippet later, so only this order counts.
 *   <li>The newest snippet that declares the name must have compiled. One with a syntax error
 *       leaves the version before it alive, which must not be judged in its place.
 *   <li>A cell that never ends, for want of a brace, reaches no snippet at all: the newest cell
 *       that declares the name must contain the snippet found.
 *   <li>No other method of that name may be alive: an overload left over from an earlier version
 *       would still answer.
 * </ol>
 */
final class Learner {
  /** Why there is no method to judge. */
  static final class Unfit extends Exception {
    private static final long serialVersionUID = 1;
    private final VerdictState state;
    private final transient List<String> details;

    Unfit(VerdictState state, String sentence, List<String> details) {
      super(sentence);
      this.state = state;
      this.details = details;
    }

    VerdictState state() {
      return state;
    }

    List<String> details() {
      return details;
    }

    String sentence() {
      return String.valueOf(getMessage());
    }
  }

  private final JShell shell;

  Learner(JShell shell) {
    this.shell = shell;
  }

  /** The notebook that runs in this kernel. */
  static Learner inThisKernel() {
    BaseKernel kernel = BaseKernel.notebookKernel();
    try {
      // The kernel's own class is not among the published artifacts' classes we compile against.
      return new Learner((JShell) kernel.getClass().getMethod("getJShell").invoke(kernel));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("no JShell in this kernel; run ./course doctor", e);
    }
  }

  /**
   * The learner's method for {@code wanted}, an interface's only method, whose name, parameters and
   * result it must have.
   */
  MethodHandle find(Method wanted) throws Unfit {
    String name = wanted.getName();
    List<Snippet> declaring = shell.snippets().filter(snippet -> declares(snippet, name)).toList();
    Optional<String> cell = Cells.newest(source -> SourceText.declares(source, name));
    if (declaring.isEmpty()) {
      throw cell.isPresent()
          ? new Unfit(VerdictState.DOES_NOT_COMPILE, "a brace or bracket is missing.", List.of())
          : new Unfit(
              VerdictState.NOT_ATTEMPTED,
              "there is no method `" + name + "` yet. Run its cell first.",
              List.of(signature(wanted)));
    }
    Snippet newest = declaring.get(declaring.size() - 1);
    if (!(newest instanceof MethodSnippet method) || !shell.status(newest).isDefined()) {
      throw new Unfit(
          VerdictState.DOES_NOT_COMPILE,
          "the newest version is not in the kernel.",
          errors(newest));
    }
    if (cell.isPresent() && !squeeze(cell.get()).contains(squeeze(newest.source()))) {
      throw new Unfit(
          VerdictState.DOES_NOT_COMPILE,
          "the newest cell with `" + name + "` did not compile; an older version is not judged.",
          List.of("Is a brace or bracket missing at its end?"));
    }
    List<String> missing = shell.unresolvedDependencies(method).toList();
    if (!missing.isEmpty()) {
      throw new Unfit(
          VerdictState.DOES_NOT_COMPILE,
          "it uses names that the kernel does not know: " + String.join(", ", missing) + ".",
          List.of());
    }
    onlyOne(declaring, name);
    return fitting(method, wanted);
  }

  private void onlyOne(List<Snippet> declaring, String name) throws Unfit {
    List<String> alive =
        declaring.stream()
            .filter(snippet -> snippet instanceof MethodSnippet && shell.status(snippet).isActive())
            .map(snippet -> name + ((MethodSnippet) snippet).signature())
            .distinct()
            .toList();
    if (alive.size() > 1) {
      throw new Unfit(
          VerdictState.DOES_NOT_FIT,
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

  /** Whether the snippet declares a method of that name, or fails to. */
  private static boolean declares(Snippet snippet, String name) {
    return switch (snippet.kind()) {
      case METHOD -> ((MethodSnippet) snippet).name().equals(name);
      case ERRONEOUS -> SourceText.declares(snippet.source(), name);
      default -> false;
    };
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

  private static MethodHandle fitting(MethodSnippet snippet, Method wanted) throws Unfit {
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
      throw new Unfit(VerdictState.DOES_NOT_FIT, problem + ".", List.of(signature(wanted)));
    }
    try {
      return MethodHandles.lookup()
          .unreflect(found)
          .asType(MethodType.methodType(wanted.getReturnType(), wanted.getParameterTypes()));
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("the kernel hides a method, method=" + found, e);
    }
  }

  /** The snippet's method in the class that JShell wrapped around it. */
  private static Method compiled(MethodSnippet snippet) {
    try {
      Method className = Snippet.class.getDeclaredMethod("classFullName");
      className.setAccessible(true);
      Class<?> wrapper =
          Class.forName((String) className.invoke(snippet), true, Learner.class.getClassLoader());
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
          "the kernel hides a method it compiled, method=" + snippet.name(), e);
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
