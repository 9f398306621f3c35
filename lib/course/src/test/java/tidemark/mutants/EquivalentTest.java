package tidemark.mutants;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EquivalentTest {
  @TempDir Path folder;

  private Equivalent read(String... lines) throws Exception {
    return Equivalent.read(Files.write(folder.resolve("equivalent.txt"), List.of(lines)));
  }

  @Test
  void aLineNamesOneMutantAndARuleThoseThatReadAlike() throws Exception {
    Equivalent all =
        read("08-decide 2: f = a; → ; :: false", "~ 03-*: size → Math.max(0, size) :: never below");
    assertEquals(Set.of("08-decide 2: f = a; → ;"), all.mutants());
    Equivalent.Rule rule = all.rules().get(0);
    assertEquals(List.of(rule), all.rulesFor("03-toy 11: size → Math.max(0, size)"));
    assertEquals(List.of(rule), all.rulesFor("03-toy 11: size → Math.max(0, size) #12"));
    assertEquals(List.of(), all.rulesFor("04-toy 11: size → Math.max(0, size)"));
    assertEquals(List.of(), all.rulesFor("03-toy 11: size → Math.max(0, size) + 1"));
    assertEquals(List.of(), all.rulesFor("03-toy 11: resize → Math.max(0, resize)"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"08-decide 2: f = a; → ;", "08-decide 2: f = a; → ; :: "})
  void aLineWithoutAReasonIsRefused(String line) {
    assertThrows(IllegalArgumentException.class, () -> read(line));
  }

  @Test
  void aLineThatStandsThereTwiceIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> read("a 1: b → c :: d", "a 1: b → c :: e"));
  }
}
