package tidemark.simulate;

/** A record that ends the process was met. Let it through: nothing may catch it. */
public final class Killed extends Error {
  private static final long serialVersionUID = 1;

  Killed() {
    super("the simulated process was ended by a record");
  }
}
