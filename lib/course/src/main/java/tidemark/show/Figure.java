package tidemark.show;

/** Something that a notebook shows when it is a cell's last value, or by {@code display(…)}. */
public sealed interface Figure permits Panels, Picture, Tape, Tapes {

  /** Self-contained HTML: a style, and one {@code <svg role="img" aria-label=…>} or more. */
  String html();

  /** The same in plain text. */
  String text();
}
