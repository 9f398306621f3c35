package tidemark.mutants;

/** Ends mutants that loop for ever: each turn of a loop and each call of a method burns a unit. */
public final class Fuel {
  /** More than any right answer burns on all of a check's probes. */
  private static final long FULL = 4_000_000;

  private static long left;

  /** Nothing is left. An error, so that a mutant does not catch it as an exception of its own. */
  static final class Spent extends Error {
    private static final long serialVersionUID = 1;

    Spent() {
      super("the mutant does not end", null, false, false);
    }
  }

  private Fuel() {}

  static void fill() {
    left = FULL;
  }

  /** Called by mutants, which are compiled into another package. */
  public static void burn() {
    left--;
    if (left < 0) {
      throw new Spent();
    }
  }
}
