package tidemark.simulate;

import tidemark.log.Entry;

/** The work on one record that a simulated pipeline asks for. */
@FunctionalInterface
public interface Work {
  /** The header in which a record names its input. */
  String INPUT_HEADER = "input";

  /**
   * Says what a record does. It depends on the record alone, unless that says otherwise.
   *
   * @throws PoisonException if the record cannot be handled now
   */
  Effect effectOf(Entry record) throws PoisonException;

  /** The work on a record failed, for a reason that is the record's own. */
  final class PoisonException extends Exception {
    private static final long serialVersionUID = 1;

    PoisonException(String value) {
      super("poison, value=" + value);
    }
  }
}
