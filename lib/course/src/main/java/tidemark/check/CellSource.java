package tidemark.check;

import java.util.List;
import java.util.regex.Pattern;
import jdk.jshell.MethodSnippet;
import jdk.jshell.Snippet;
import jdk.jshell.SourceCodeAnalysis;
import jdk.jshell.SourceCodeAnalysis.Completeness;
import jdk.jshell.SourceCodeAnalysis.CompletionInfo;
import jdk.jshell.TypeDeclSnippet;
import jdk.jshell.VarSnippet;

/** Says whether and how a cell declares a name, as JShell reads it. The cell need not compile. */
record CellSource(SourceCodeAnalysis analysis) {
  /** Whether a cell declares a name, and whether JShell can read the declaration. */
  enum Declared {
    NOWHERE,
    READABLE,
    /** Declared in a piece that lacks its end, or that JShell cannot read. */
    UNREADABLE
  }

  /** How {@code cell} declares {@code name}. */
  Declared find(String cell, String name) {
    String rest = cell.contains(name) ? cell : "";
    Declared found = Declared.NOWHERE;
    while (!rest.isBlank()) {
      CompletionInfo piece = analysis.analyzeCompletion(rest);
      if (piece.completeness() == Completeness.EMPTY) {
        return found; // Only comments are left.
      }
      if (!piece.completeness().isComplete() || piece.source() == null) {
        return headOf(rest, name) ? Declared.UNREADABLE : found;
      }
      if (declares(analysis.sourceToSnippets(piece.source()), name)) {
        found = Declared.READABLE;
      }
      if (piece.remaining().length() >= rest.length()) {
        return found;
      }
      rest = piece.remaining();
    }
    return found;
  }

  private static boolean declares(List<Snippet> snippets, String name) {
    return snippets.stream().anyMatch(snippet -> declares(snippet, name));
  }

  /**
   * Whether the snippet declares a method of that name, alone or in a class, or a variable of it,
   * or tries to and has an error.
   */
  static boolean declares(Snippet snippet, String name) {
    return switch (snippet.kind()) {
      case METHOD -> ((MethodSnippet) snippet).name().equals(name);
      case VAR -> ((VarSnippet) snippet).name().equals(name);
      case TYPE_DECL -> snippet instanceof TypeDeclSnippet type && member(type.source(), name);
      case ERRONEOUS -> headOf(snippet.source(), name);
      default -> false;
    };
  }

  /**
   * Whether a class has a method of that name: a brace follows its parameters, but never the
   * arguments of a call.
   */
  private static boolean member(String source, String name) {
    return Pattern.compile(
            "[\\w>\\]]\\s+" + Pattern.quote(name) + "\\s*\\([^()]*\\)\\s*(?:throws[\\w\\s.,]+)?\\{")
        .matcher(source)
        .find();
  }

  /**
   * Whether source that JShell cannot read looks like a method of that name: a type, the name and a
   * parenthesis, all before any brace.
   */
  private static boolean headOf(String source, String name) {
    String head = source.split("\\{", 2)[0];
    return Pattern.compile(
            "(?<![\\w$.])(?!(?:return|else|new|throw|case|yield)\\b)[\\w$.]+"
                + "(?:\\s*<[^(){}=;]*>)?(?:\\s*\\[\\s*])*\\s+"
                + Pattern.quote(name)
                + "\\s*\\(")
        .matcher(head)
        .find();
  }
}
