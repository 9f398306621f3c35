package tidemark.show;

/** Something that a notebook shows when it is a cell's last value, or by {@code display(…)}. */
public sealed interface Figure permits Grid, Lanes, Panels, Picture, Tape, Tapes {

  /** Self-contained HTML: a style, and {@code <svg role="img" aria-label=…>} or a table. */
  String html();

  /** The same in plain text. */
  String text();
}
