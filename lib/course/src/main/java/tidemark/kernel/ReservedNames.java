package tidemark.kernel;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import jdk.jshell.DeclarationSnippet;
import jdk.jshell.ImportSnippet;
import jdk.jshell.JShell;
import jdk.jshell.MethodSnippet;
import jdk.jshell.Snippet;
import jdk.jshell.Snippet.Status;
import jdk.jshell.SnippetEvent;
import tidemark.exercise.Answers;

/**
 * Refuses declarations in cells that would hide a name which the checks or the kernel use: a cell
 * with {@code class Check} would be judged by its own class. A type, a variable or a single import
 * must not have the name of a public type of {@code java.lang}, {@code java.util} or the library,
 * nor of a package root. A whole package must not be imported if it has a type of a name that cells
 * often use. A method hides no type, and is refused only if it has the name and the parameters of a
 * method of {@link Answers}, with which questions are answered. One with other parameters does not
 * replace that method, because these methods are imported one by one.
 *
 * <p>The declaration is dropped as soon as JShell has made it, and its cell fails. The initialiser
 * of a variable has run by then.
 */
final class ReservedNames {
  private static final Set<String> ROOTS =
      Set.of("java", "javax", "jdk", "tidemark", "org", "tech");

  /** Types of {@code java.util} that cells use: a package with one of them makes it ambiguous. */
  private static final List<String> SAID_OF_JAVA_UTIL =
      List.of(
          "ArrayList",
          "Arrays",
          "Collection",
          "Collections",
          "Comparator",
          "HashMap",
          "Iterator",
          "List",
          "Map",
          "Objects",
          "Optional",
          "OptionalLong",
          "Random",
          "Set",
          "SortedMap",
          "TreeMap");

  private static final Set<Status> GONE =
      Set.of(Status.DROPPED, Status.OVERWRITTEN, Status.REJECTED);

  private final JShell shell;
  private final List<String> packages;

  private ReservedNames(JShell shell, List<String> packages) {
    this.shell = shell;
    this.packages = packages;
  }

  /** Refuses such declarations in {@code shell} from now on; drops those that it has already. */
  static void install(JShell shell) {
    ReservedNames names = new ReservedNames(shell, packages());
    shell
        .snippets()
        .filter(snippet -> !GONE.contains(shell.status(snippet)))
        .filter(snippet -> names.refusal(snippet).isPresent())
        .toList()
        .forEach(shell::drop);
    // A cell's `import static …Answers.*` brings only what no method of a cell is named like.
    answers()
        .map(Method::getName)
        .distinct()
        .forEach(name -> shell.eval("import static " + Answers.class.getName() + "." + name + ";"));
    shell.onSnippetEvent(names::refuse);
  }

  /** The packages whose public types are reserved: the library's are those of the first cell. */
  private static List<String> packages() {
    List<String> packages = new ArrayList<>(List.of("java.lang", "java.util"));
    try (InputStream cell = ReservedNames.class.getResourceAsStream("/tidemark/first-cell.java")) {
      if (cell == null) {
        throw new IllegalStateException(
            "the course's jar must hold the first cell, missing=/tidemark/first-cell.java; run ./course doctor");
      }
      Pattern.compile("import (tidemark\\.\\w+)\\.\\*;")
          .matcher(new String(cell.readAllBytes(), StandardCharsets.UTF_8))
          .results()
          .map((MatchResult found) -> found.group(1))
          .forEach(packages::add);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packages;
  }

  private void refuse(SnippetEvent event) {
    // Dropping a snippet causes events for it and for the snippets that depend on it.
    if (event.causeSnippet() != null || GONE.contains(event.status())) {
      return;
    }
    refusal(event.snippet())
        .ifPresent(
            reason -> {
              shell.drop(event.snippet());
              throw new NameRefused(reason);
            });
  }

  private Optional<String> refusal(Snippet snippet) {
    if (snippet instanceof ImportSnippet imported) {
      return imported.name().endsWith("*") ? ambiguous(imported) : hiddenBy(imported);
    }
    if (snippet instanceof MethodSnippet method) {
      return anAnswer(method);
    }
    return snippet instanceof DeclarationSnippet declared
        ? reserved(declared.name())
            .map(
                owner ->
                    "a cell must not declare `"
                        + declared.name()
                        + "`, because "
                        + owner
                        + " and the checks need it. Choose another name, and run the cell again.")
        : Optional.empty();
  }

  private static Stream<Method> answers() {
    return Arrays.stream(Answers.class.getMethods())
        .filter(method -> method.getDeclaringClass() == Answers.class);
  }

  private static Optional<String> anAnswer(MethodSnippet declared) {
    String parameters = declared.parameterTypes().replaceAll("\\s|\\w+\\.", "");
    return answers()
        .filter(method -> method.getName().equals(declared.name()))
        .filter(method -> parameters(method).equals(parameters))
        .findFirst()
        .map(
            method ->
                "a cell must not declare `%s(%s)`, because questions are answered with the method of"
                        .formatted(declared.name(), parameters)
                    + " that name and with these parameters. Choose another name, and run the cell again.");
  }

  private static String parameters(Method method) {
    return Arrays.stream(method.getParameterTypes())
        .map(Class::getSimpleName)
        .collect(Collectors.joining(","));
  }

  /** Why a name is reserved; empty if it is not. */
  private Optional<String> reserved(String name) {
    return ROOTS.contains(name)
        ? Optional.of("packages begin with that name")
        : packages.stream()
            .filter(each -> exists(each, name))
            .findFirst()
            .map(each -> each + " has a type of that name");
  }

  private Optional<String> hiddenBy(ImportSnippet imported) {
    String simple = imported.name().substring(imported.name().lastIndexOf('.') + 1);
    boolean itself =
        packages.stream().anyMatch(each -> imported.fullname().equals(each + "." + simple));
    return itself
        ? Optional.empty()
        : reserved(simple)
            .map(
                owner ->
                    "a cell must not import `"
                        + imported.fullname()
                        + "`, because "
                        + owner
                        + " and the checks need it. Write the full name where you use it.");
  }

  private Optional<String> ambiguous(ImportSnippet imported) {
    String from = imported.fullname().replaceFirst("\\.\\*$", "");
    return packages.contains(from) || imported.isStatic()
        ? Optional.empty()
        : Stream.concat(SAID_OF_JAVA_UTIL.stream(), Stream.of("Check", "Log", "Event", "Entry"))
            .filter(name -> exists(from, name))
            .findFirst()
            .map(
                name ->
                    "a cell must not import `"
                        + from
                        + ".*`, because `"
                        + name
                        + "` would mean two types in every later cell. Import the types you need, one"
                        + " by one.");
  }

  private static boolean exists(String owner, String name) {
    try {
      Class.forName(owner + "." + name, false, ReservedNames.class.getClassLoader());
      return true;
    } catch (ClassNotFoundException | LinkageError no) {
      return false; // Or one that differs by case, on a file system that does not tell.
    }
  }

  /** Ends the cell that declared the name. */
  private static final class NameRefused extends RuntimeException {
    private static final long serialVersionUID = 1;

    NameRefused(String reason) {
      super(reason, null, false, false);
    }
  }
}
