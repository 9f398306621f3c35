package tidemark.log;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One header of an event. A name may come again; order is kept.
 *
 * @param name text that UTF-8 can write: half a surrogate pair would not come back as it was
 */
public record Header(String name, @Nullable Bytes value) {
  public Header {
    if (!StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
      throw new IllegalArgumentException(
          "a header's name must be text that UTF-8 can write, name="
              + name
              + "; put bytes into its value");
    }
  }
}
