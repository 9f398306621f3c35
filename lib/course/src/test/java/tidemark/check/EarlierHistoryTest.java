package tidemark.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EarlierHistoryTest {
  private static final String CELLS =
      """
      {"cells": [{"cell_type": "code", "source": ["String compactedIncrements() {\\n",
      "  throw new UnsupportedOperationException(\\"not attempted\\");\\n", "}"]},
      {"cell_type": "code", "source": ["String expiredTombstone() {\\n",
      "  return \\"x=1 | x=\\u2205\\";\\n", "}"]}]}
      """;

  @TempDir private Path folder;

  private static Counterexample asked(String id) {
    return (Counterexample) Catalogue.ofAllBanks().of(id);
  }

  private Optional<String> said(String id, String now) {
    return EarlierHistory.of(asked(id), folder).map(earlier -> earlier.beside(now));
  }

  @Test
  void theHistoryHandedInBeforeIsFoundHoweverItIsWritten() throws IOException {
    Files.writeString(folder.resolve("06-compaction.ipynb"), CELLS);
    String same = said("10-counterexample-tombstone", " 0:x=1  | 1:x=∅ ").orElseThrow();
    assertTrue(same.startsWith("It is the one that you handed in in 06."), same);
    assertEquals(
        Optional.of("It is another one than in 06."),
        said("10-counterexample-tombstone", "y=1 | y=∅"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "a=1 | b=2; 0:a=1 |1:b=2; true",
        "a=1|b=2; a=1 | b=2; true",
        "a=1 b=2; a=1  b=2; true",
        "a=1 | b=2; a=1 b=2; false",
        "a=1 | b=2; | a=1 b=2; false",
        "a=1 | b=2; a=1 b=2 |; false",
        "a=1 b=2 | c=3; a=1 | b=2 c=3; false",
        "a=1 | b=2 | c=3; a=1 | b=2 c=3; false",
        "a=1 | | b=2; a=1 | b=2; false",
        "a=1 | b=2; b=2 | a=1; false",
        "a=1 | b=2; 0:a=1 | 2:b=2; false",
        "no  history | at all; no history | at all; true",
        "no history | at all; no | history at all; false",
      })
  void historiesThatDifferInTheSnapshotsPlaceAreNotTheSame(String one, String other, boolean same) {
    assertEquals(same, EarlierHistory.normal(one).equals(EarlierHistory.normal(other)));
  }

  @Test
  void recordsOfTwoExercisesAreTheSameWhereverASnapshotWasTaken() {
    for (String other : new String[] {"a=1 b=2", "a=1 b=2 |", "| 0:a=1 1:b=2", "a=1|b=2"}) {
      assertEquals(EarlierHistory.records("a=1 | b=2"), EarlierHistory.records(other));
    }
    assertNotEquals(EarlierHistory.records("a=1 | b=2"), EarlierHistory.records("b=2 | a=1"));
  }

  @Test
  void whereNothingWasHandedInNothingIsSaid() throws IOException {
    assertEquals(Optional.empty(), said("10-counterexample-tombstone", "y=1 | y=∅"));
    Path notebook = folder.resolve("06-compaction.ipynb");
    Files.writeString(notebook, CELLS);
    assertEquals(Optional.empty(), said("10-counterexample-increments", "a=+1 a=+2"));
    assertEquals(Optional.empty(), said("10-counterexample-watermark", "A=1 B=2"));
    for (String damaged : new String[] {"", "{", "\u0000", "expiredTombstone() return \\\""}) {
      Files.writeString(notebook, damaged);
      assertEquals(Optional.empty(), said("10-counterexample-tombstone", "y=1 | y=∅"));
    }
    Files.write(notebook, new byte[] {(byte) 0xff, (byte) 0xfe});
    assertEquals(Optional.empty(), said("10-counterexample-tombstone", "y=1 | y=∅"));
  }
}
