package tidemark.simulate;

import tidemark.log.Entry;

/** Tells a simulated pipeline what a record does. */
@FunctionalInterface
public interface Work {
  /** The header in which a record names its input. */
  String INPUT_HEADER = "input";

  /**
   * What a record does. It depends on the record alone, except that a record may fail now and
   * succeed later: see {@link Action.Append}.
   *
   * @throws PoisonException if the record cannot be handled now
   */
  Effect effectOf(Entry record) throws PoisonException;

  /** A record could not be handled, and the record itself is the reason. */
  final class PoisonException extends Exception {
    private static final long serialVersionUID = 1;

    PoisonException(String value) {
      super("poison, value=" + value);
    }
  }
}
