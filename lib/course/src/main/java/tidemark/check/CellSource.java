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

/** Says where a cell declares a name, as JShell reads it; the cell may not compile. */
record CellSource(SourceCodeAnalysis analysis) {
  /** Whether a cell declares a name, and whether JShell can read the declaration. */
  enum Declared {
    NOWHERE,
    READABLE,
    /** In a piece that does not end, or that cannot be read. */
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

  /** Whether the snippet declares a method of that name, or hides it, or fails to declare it. */
  static boolean declares(Snippet snippet, String name) {
    return switch (snippet.kind()) {
      case METHOD -> ((MethodSnippet) snippet).name().equals(name);
      case VAR -> ((VarSnippet) snippet).name().equals(name);
      case TYPE_DECL -> snippet instanceof TypeDeclSnippet type && member(type.source(), name);
      case ERRONEOUS -> headOf(snippet.source(), name);
      default -> false;
    };
  }

  /** A method of a class: its parameters are followed by a brace, as no call's arguments are. */
  private static boolean member(String source, String name) {
    return Pattern.compile(
            "[\\w>\\]]\\s+" + Pattern.quote(name) + "\\s*\\([^()]*\\)\\s*(?:throws[\\w\\s.,]+)?\\{")
        .matcher(source)
        .find();
  }

  /** Source that cannot be read: the name after a type, before a parenthesis, before any brace. */
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
