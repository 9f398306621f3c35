package tidemark.simulate;

/** The simulated process has ended: from then on every step that it still tries throws this. */
public final class Crash extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int bytesDone;

  /**
   * A crash before a step is done.
   *
   * @param bytesDone if the step is a write, how many of its bytes are written first; 0 for none
   */
  public Crash(int bytesDone) {
    super("the simulated process crashed");
    this.bytesDone = bytesDone;
  }

  int bytesDone() {
    return bytesDone;
  }
}
