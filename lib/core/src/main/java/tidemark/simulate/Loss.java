package tidemark.simulate;

import java.util.random.RandomGenerator;

/** Decides how much of each change that was not synced survives a crash; asked in their order. */
@FunctionalInterface
public interface Loss {
  /** The process is killed, the machine goes on: nothing is lost. */
  Loss NOTHING = bytes -> bytes;

  /** A power cut: all that was not synced is lost. */
  Loss ALL_UNSYNCED = bytes -> 0;

  /**
   * How many bytes of a write survive, counted from its first one. Any other change counts as one
   * byte: with 0 it is lost, otherwise it survives.
   *
   * @param bytes how many bytes the write has; 1 for other changes
   */
  int surviving(int bytes);

  /** A power cut: of all changes, whatever their order, some are lost and some in part. */
  static Loss some(RandomGenerator random) {
    return bytes ->
        switch (random.nextInt(3)) {
          case 0 -> 0;
          case 1 -> random.nextInt(bytes + 1);
          default -> bytes;
        };
  }
}
