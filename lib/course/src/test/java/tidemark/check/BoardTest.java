package tidemark.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tidemark.check.Progress.Kept;
import tidemark.exercise.Answers;

class BoardTest {
  @TempDir private Path folder;

  private static Kept kept(String exercise, String state, int points, String mistake) {
    return new Kept(exercise, state, points, mistake);
  }

  @Test
  void aNotebookIsDoneBegunOrOpenAndSaysSoInWordsAndByASign() throws Exception {
    Files.createFile(folder.resolve("00-start-here.ipynb"));
    Files.createFile(folder.resolve("03-event-time.ipynb"));
    Board board =
        Board.of(
            List.of(kept("00-warm-up", "right", 1, ""), kept("03-toy-policy", "wrong", 0, "")),
            folder);
    assertTrue(board.text().contains("✓ 00 · start here: 1 of 1 points"), board.text());
    assertTrue(board.text().contains("◐ 03 · event time: 0 of"), board.text());
    assertTrue(board.text().contains("○ 06: 0 of"), board.text());
    assertTrue(board.html().contains("href=\"03-event-time.ipynb\""), board.html());
    assertFalse(board.html().contains("href=\"\""), board.html());
  }

  @Test
  void theMapHasASignAtEachPlaceOfANotebookAndALinkWhereTheNotebookIsThere() throws Exception {
    Files.createFile(folder.resolve("01-lag.ipynb"));
    String map =
        Board.of(List.of(kept("01-offset-lag", "right", 3, "")), folder)
            .html()
            .split("<nav ", -1)[0];
    assertEquals(2, map.split("href=\"01-lag.ipynb\"", -1).length - 1, map);
    assertEquals(2, map.split("◐</span> 01<", -1).length - 1, map);
    assertEquals(10, map.split("○</span> ", -1).length - 1, map);
    Catalogue.ofAllBanks()
        .all()
        .forEach(
            each ->
                assertTrue(map.contains("data-notebook=\"" + each.notebook() + "\""), each.id()));
  }

  @Test
  void whatComesNextIsTheFirstExerciseThatIsNotRight() {
    Board board = Board.of(List.of(kept("00-warm-up", "right", 1, "")), folder);
    assertTrue(board.text().contains("Next: Offset lag, in 01."), board.text());
  }

  @Test
  void guessesAreCountedApart() {
    Board board =
        Board.of(
            List.of(kept("03-late", "wrong", 0, ""), kept("03-fired", "right", 0, "")), folder);
    assertTrue(board.text().contains("Guesses: 2 made, 1 of them right."), board.text());
    assertTrue(board.text().contains("○ 03: 0 of"), "a guess begins no notebook");
  }

  @Test
  void theMistakesOfQuestionsAndCounterexamplesAreKeptToo() {
    Question question = (Question) Catalogue.ofAllBanks().of("01-self-test-1");
    Verdict wrong = QuestionComparison.of(question, Answers.seconds(30), false);
    String thought = Progress.named(question, wrong);
    assertFalse(thought.isEmpty());
    Board board = Board.of(List.of(kept("01-self-test-1", "wrong", 0, thought)), folder);
    assertFalse(board.text().contains("one that " + thought), board.text());
    assertFalse(board.text().contains(". ("), board.text());
    assertTrue(board.text().contains("(still there)"), board.text());
    Counterexample unsafe =
        (Counterexample) Catalogue.ofAllBanks().of("04-counterexample-watermark");
    String missing = Progress.named(unsafe, CounterexampleComparison.of(unsafe, "A=2 A=12 A=4"));
    assertTrue(missing.startsWith("Only one input speaks"), missing);
    Question guess = (Question) Catalogue.ofAllBanks().of("01-committed");
    Verdict guessed = QuestionComparison.of(guess, Answers.offset(3), true);
    assertEquals("", Progress.named(guess, guessed), "a guess is no mistake");
  }

  @Test
  void aMistakeIsToldByNameOnceAndWhetherItIsMended() {
    Kept mistake = kept("03-toy-policy", "wrong", 0, "starts the watermark at 0, not at −∞");
    Board board = Board.of(List.of(mistake, mistake), folder);
    String told = "The toy policy: one that starts the watermark at 0, not at −∞ (still there)";
    assertEquals(2, board.text().split(java.util.regex.Pattern.quote(told), -1).length);
    Board mended = Board.of(List.of(mistake, kept("03-toy-policy", "right", 6, "")), folder);
    assertTrue(mended.text().contains("(mended)"), mended.text());
  }

  @Test
  void aNamedMistakeIsKeptInTheLineOfAWrongAnswer() {
    Exercise exercise = Catalogue.ofAllBanks().of("03-toy-policy");
    String line = Progress.json(exercise, VerdictState.WRONG, "drops \"late\" events");
    assertTrue(line.contains("\"mistake\":\"drops 'late' events\""), line);
  }
}
