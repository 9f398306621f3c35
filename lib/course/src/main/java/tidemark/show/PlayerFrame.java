package tidemark.show;

/**
 * One picture of a player.
 *
 * @param picture an SVG that is not closed yet; its label is the text for screen readers
 * @param caption what to see in it, in a sentence or two
 */
record PlayerFrame(Svg picture, String caption) {
  PlayerFrame {
    if (caption.isBlank() || picture.label.isBlank()) {
      throw new IllegalArgumentException(
          "a frame must have a caption and a text alternative, caption=%s, alternative=%s; say what is to be seen"
              .formatted(caption, picture.label));
    }
  }
}
