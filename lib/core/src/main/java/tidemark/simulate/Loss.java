package tidemark.simulate;

import java.util.random.RandomGenerator;

/** What a crash takes of that which was not synced yet. Asked for each change, in order. */
@FunctionalInterface
public interface Loss {
  /** The process is killed, the machine goes on: nothing is lost. */
  Loss NOTHING = bytes -> bytes;

  /** A power cut takes all that was not synced. */
  Loss ALL_UNSYNCED = bytes -> 0;

  /**
   * How many bytes of a write survive, from its first on. Any other change counts as one byte: it
   * survives or not.
   */
  int surviving(int bytes);

  /** A power cut takes some writes, parts of others, and some renames, whatever their order. */
  static Loss some(RandomGenerator random) {
    return bytes ->
        switch (random.nextInt(3)) {
          case 0 -> 0;
          case 1 -> random.nextInt(bytes + 1);
          default -> bytes;
        };
  }
}
