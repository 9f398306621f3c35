package tidemark.check;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * Prints the board of somebody who has done nothing yet, as HTML, for a page that fills in the
 * progress itself. Its argument is the folder with the notebooks that the board links.
 */
public final class BoardPage {
  private BoardPage() {}

  /** Prints to the standard output, in UTF-8 whatever the machine's language. */
  public static void main(String[] args) {
    PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    out.println(Board.of(List.of(), Path.of(args[0])).html());
  }
}
