package tidemark.check;

import java.util.List;
import java.util.regex.Pattern;

/** Looks at Java source that may not compile. */
final class SourceText {
  private SourceText() {}

  /**
   * Whether Java source declares the method: its name comes after a type and before a parenthesis.
   * A call never follows a word, save for a few keywords.
   */
  static boolean declares(String source, String name) {
    return Pattern.compile(
            "(?<![\\w$])(?!(?:return|else|new|throw|case|do|yield|assert)\\b)[A-Za-z_$][\\w$.]*"
                + "\\s*(?:<[\\w\\s.,?<>\\[\\]]*>)?\\s*(?:\\[\\s*]\\s*)*(?<=[\\s>\\]])"
                + Pattern.quote(name)
                + "\\s*\\(")
        .matcher(topLevel(code(source)))
        .find();
  }

  /**
   * The source with an empty string for each literal and a space for each comment. Read by hand: a
   * regular expression calls itself for each character of a literal, and a cell may hold a file.
   */
  static String code(String source) {
    StringBuilder code = new StringBuilder();
    for (int i = 0; i < source.length(); ) {
      int end = skipped(source, i);
      if (end == i) {
        code.append(source.charAt(i));
        end++;
      } else {
        code.append(source.charAt(i) == '/' ? " " : "\"\"");
      }
      i = end;
    }
    return code.toString();
  }

  /** Where the comment or literal that begins at {@code from} ends; {@code from} if none does. */
  private static int skipped(String source, int from) {
    for (String quote : List.of("\"\"\"", "\"", "'")) {
      if (source.startsWith(quote, from)) {
        return afterLiteral(source, from, quote);
      }
    }
    boolean line = source.startsWith("//", from);
    if (line || source.startsWith("/*", from)) {
      int end = source.indexOf(line ? "\n" : "*/", from + 2);
      return end < 0 ? (line ? source.length() : from) : end + (line ? 0 : 2);
    }
    return from;
  }

  private static int afterLiteral(String source, int from, String quote) {
    for (int i = from + quote.length(); i < source.length(); i++) {
      if (source.startsWith(quote, i)) {
        return i + quote.length();
      }
      if (source.charAt(i) == '\n' && quote.length() == 1) {
        return from;
      }
      i += source.charAt(i) == '\\' ? 1 : 0;
    }
    return from;
  }

  /** The code outside all braces; all of it where the braces do not match. */
  private static String topLevel(String code) {
    StringBuilder outside = new StringBuilder();
    int depth = 0;
    for (int i = 0; i < code.length(); i++) {
      char c = code.charAt(i);
      depth += c == '{' ? 1 : 0;
      if (depth == 0) {
        outside.append(c);
      }
      depth -= c == '}' ? 1 : 0;
      if (depth < 0) {
        return code;
      }
    }
    return depth == 0 ? outside.toString() : code;
  }
}
