package tidemark.exercise;

import java.util.List;
import tidemark.show.Tape;

/** What a process has written over all its lives. Not thread-safe. */
interface CrashedProcess {
  /** Its lives and its writes. */
  ProcessLives lives();

  /** Starts it, as {@link ProcessLives#live} does. */
  String live(int crashAfter);

  /** What a restart would begin with, in words. */
  String found();

  /** What is durable now. */
  Tape tape(String title);

  /** What is wrong with it, a sentence without its full stop each; none if nothing is. */
  List<String> problems();

  /** Says that nothing is wrong. */
  String rightSentence();

  /** Whether nothing is wrong. */
  default boolean isRight() {
    return problems().isEmpty();
  }

  /** Says what is wrong, or that nothing is. */
  default String sentence() {
    return isRight() ? rightSentence() : String.join(". ", problems()) + ".";
  }
}
