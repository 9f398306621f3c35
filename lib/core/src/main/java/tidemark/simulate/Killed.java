package tidemark.simulate;

/** A record has ended the simulated process. A pipeline must not catch this. */
public final class Killed extends Error {
  private static final long serialVersionUID = 1;

  Killed() {
    super("the simulated process was ended by a record");
  }
}
