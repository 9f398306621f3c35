package tidemark.simulate;

/** A pipeline refuses to start, because no way back can be proved right. */
public final class Refused extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** A refusal with its reason. */
  public Refused(String reason) {
    super(reason);
  }
}
