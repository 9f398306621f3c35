package tidemark.simulate;

/** The simulated process is gone: everything that it still tries ends like this. */
public final class Crash extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final int bytesDone;

  /** The step that is not done; of a write its first {@code bytesDone} bytes are. */
  public Crash(int bytesDone) {
    super("the simulated process crashed");
    this.bytesDone = bytesDone;
  }

  int bytesDone() {
    return bytesDone;
  }
}
