package tidemark.show;

/** What a notebook can show: as the last value of a cell, or by {@code display(…)}. */
public sealed interface Figure permits Grid, Lanes, Panels, Picture, Played, Player, Tape, Tapes {

  /** Self-contained HTML: a style, and {@code <svg role="img" aria-label=…>} or a table. */
  String html();

  /** The same in plain text, for terminals and screen readers. */
  String text();
}
