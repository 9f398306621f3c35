package tidemark.show;

/** A figure that is shown as a {@link Player}, which it makes anew each time. */
sealed interface Played extends Figure permits EventTimePlayer, LogPlayer {
  /**
   * Computes all frames.
   *
   * @throws IllegalArgumentException if what was asked for cannot be shown
   */
  Player player();

  @Override
  default String html() {
    return player().html();
  }

  @Override
  default String text() {
    return player().text();
  }
}
