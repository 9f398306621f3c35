package tidemark.engines.pager;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;
import java.util.TreeSet;

/**
 * The code that a pager gives when it is over, for the check: {@code 46-at-once-1a2b3c4d}. Its end
 * cannot be guessed from another night's code. Whoever reads this class can compute it, as whoever
 * reads the bank can find any other right answer.
 */
final class ClosingCode {
  private static final int BYTES = 4;

  private ClosingCode() {}

  /**
   * The code of a night.
   *
   * @param truth what was wrong
   * @param first what was suspected at first
   * @param last what was suspected in the end
   */
  static String of(long night, Set<Cause> truth, Set<Cause> first, Set<Cause> last) {
    String named = !truth.equals(last) ? "not-named" : truth.equals(first) ? "at-once" : "later";
    String said = night + "-" + named;
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest((said + new TreeSet<>(truth)).getBytes(UTF_8));
      return said + "-" + HexFormat.of().formatHex(digest, 0, BYTES);
    } catch (NoSuchAlgorithmException cannotBe) {
      throw new IllegalStateException("a JDK must have SHA-256", cannotBe);
    }
  }
}
