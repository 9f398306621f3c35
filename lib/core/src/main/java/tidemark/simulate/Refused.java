package tidemark.simulate;

/** A pipeline does not start, because nothing proves a way back right. */
public final class Refused extends RuntimeException {
  private static final long serialVersionUID = 1;

  /** A refusal, with the reason that it names. */
  public Refused(String reason) {
    super(reason);
  }
}
