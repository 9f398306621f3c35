package tidemark.mutants;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The reviewed mutants that no input tells from the answer they are of, with the reason. A line
 * names one mutant, or, after {@code ~}, all those of some exercises that read alike:
 *
 * <pre>
 * 08-decide 2: works = false; → ; :: it is false already
 * ~ 03-*: size → Math.max(0, size) :: a size is never negative
 * </pre>
 *
 * <p>In the second kind, which is a rule, {@code *} stands for any text, and the numbers of the
 * answer and of the place are left out. A rule claims that whatever it fits is equivalent: one that
 * fits a refused mutant is false.
 *
 * @param mutants those that are named one by one
 * @param rules in the order of the file
 */
record Equivalent(Set<String> mutants, List<Rule> rules) {

  /** Which mutants are equivalent for one and the same reason. */
  record Rule(String text, Pattern pattern) {
    static Rule of(String text) {
      String regex =
          Stream.of(text.split("\\*", -1)).map(Pattern::quote).collect(Collectors.joining(".*"));
      return new Rule(text, Pattern.compile(regex));
    }

    boolean fits(String mutant) {
      return pattern
          .matcher(mutant.replaceFirst("^(\\S+) \\d+:", "$1:").replaceFirst(" #\\d+$", ""))
          .matches();
    }
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException if a line has no reason or stands there twice
   */
  static Equivalent read(Path file) throws IOException {
    Equivalent all = new Equivalent(new LinkedHashSet<>(), new ArrayList<>());
    Set<String> seen = new LinkedHashSet<>();
    for (String line : Files.readAllLines(file)) {
      int end = line.lastIndexOf(" :: ");
      if (end < 0 || line.substring(end + 4).isBlank() || !seen.add(line.substring(0, end))) {
        throw new IllegalArgumentException(
            "a line must say a mutant once, then ' :: ' and the reason, line=" + line);
      }
      if (line.startsWith("~ ")) {
        all.rules.add(Rule.of(line.substring(2, end)));
      } else {
        all.mutants.add(line.substring(0, end));
      }
    }
    return all;
  }

  /** The rules that fit a mutant. */
  List<Rule> rulesFor(String mutant) {
    return rules.stream().filter(rule -> rule.fits(mutant)).toList();
  }
}
