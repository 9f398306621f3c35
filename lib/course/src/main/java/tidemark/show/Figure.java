package tidemark.show;

/** Something that a notebook shows when it is a cell's last value, or by {@code display(…)}. */
public sealed interface Figure
    permits EventTimePlayer, Grid, Lanes, LogPlayer, Panels, Picture, Player, Tape, Tapes {

  /** Self-contained HTML: a style, and {@code <svg role="img" aria-label=…>} or a table. */
  String html();

  /** The same in plain text. */
  String text();
}
