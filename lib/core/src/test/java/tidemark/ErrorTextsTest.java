package tidemark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * What the library's errors say: the rule with "must", then name=value, then the cause if it is
 * known, and what to do. Read from the sources, where the texts are.
 */
final class ErrorTextsTest {
  private static final Path SOURCES =
      Path.of(System.getProperty("basedir", "."), "src/main/java/tidemark");

  /** Their users are the course's authors and the command's usage text says the rest. */
  private static final List<String> LEFT_OUT = List.of("simulate", "command");

  private static final Pattern THROWN =
      Pattern.compile(
          "new (IllegalArgument|IllegalState|UncheckedIO|UnsupportedOperation|StalePosition|Fenced|IO)Exception\\(");

  private static final Pattern LITERAL = Pattern.compile("\"((?:[^\"\\\\]|\\\\.)*)\"");

  /**
   * What to do: {@code , name=value; do this}, or after a colon. A reason of the file system has it
   * too: see {@code Storage.reason}.
   */
  private static final Pattern ADVICE = Pattern.compile("[;:] ?\\p{L}");

  /** Faults of the library itself, or of Java, which no user can mend. */
  private static final List<String> NOBODY_CAN_MEND =
      List.of(
          "a result must be made by a record",
          "a writer must have published its epoch",
          "a saved row must have a key",
          "every Java must have");

  @Test
  void eachErrorSaysARuleWithMustAndWhatToDo() throws IOException {
    List<String> wrong = new ArrayList<>();
    int texts = 0;
    for (Path file : sources()) {
      String source = Files.readString(file);
      Matcher thrown = THROWN.matcher(source);
      while (thrown.find()) {
        int end = closing(source, thrown.end());
        String made = source.substring(thrown.end(), end);
        String text = literals(made);
        if (text.matches(".*\\p{L}.*") && NOBODY_CAN_MEND.stream().noneMatch(text::startsWith)) {
          texts++;
          boolean advises = ADVICE.matcher(text).find() || made.contains("Storage.reason(");
          if (!text.contains(" must ") || !advises) {
            wrong.add(file.getFileName() + ": " + text);
          }
        }
      }
    }
    assertEquals(List.of(), wrong);
    assertTrue(texts > 80, "texts found: " + texts);
  }

  private static List<Path> sources() throws IOException {
    try (Stream<Path> files = Files.walk(SOURCES)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> LEFT_OUT.stream().noneMatch(p -> file.toString().contains("/" + p + "/")))
          .sorted()
          .toList();
    }
  }

  /** Where the parenthesis closes that was opened before {@code from}; literals may hold some. */
  private static int closing(String source, int from) {
    Matcher literal = LITERAL.matcher(source);
    int at = from;
    for (int depth = 1; depth > 0; at++) {
      if (source.charAt(at) == '"' && literal.find(at) && literal.start() == at) {
        at = literal.end() - 1;
      } else {
        depth += source.charAt(at) == '(' ? 1 : source.charAt(at) == ')' ? -1 : 0;
      }
    }
    return at;
  }

  private static String literals(String made) {
    StringBuilder text = new StringBuilder();
    Matcher literal = LITERAL.matcher(made);
    while (literal.find()) {
      text.append(literal.group(1));
    }
    return text.toString();
  }
}
