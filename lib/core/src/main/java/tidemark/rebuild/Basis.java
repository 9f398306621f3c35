package tidemark.rebuild;

import tidemark.log.Log;
import tidemark.log.Position;

/**
 * What a rebuild starts from.
 *
 * @param position the next offset to read
 * @param empty whether there is nothing in the state before it
 */
public record Basis(Position position, boolean empty) {
  /** Nothing: an empty snapshot at 0. */
  public static Basis nothing(Log log) {
    return new Basis(log.position(0), true);
  }
}
