package tidemark.show;

/** A picture or table that a notebook shows if it is the last value of a cell, or is displayed. */
public sealed interface Figure permits Grid, Lanes, Panels, Picture, Tape, Tapes {

  /** Self-contained HTML: a style, and {@code <svg role="img" aria-label=…>} or a table. */
  String html();

  /** The same in plain text, for terminals and screen readers. */
  String text();
}
