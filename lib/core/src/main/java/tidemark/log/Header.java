package tidemark.log;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * One header of an event. An event may have several of one name, and keeps their order.
 *
 * @param name text that UTF-8 can encode; half a surrogate pair, which would be read back changed,
 *     is refused with {@link IllegalArgumentException}
 * @param value any bytes; null is kept apart from empty
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

  /** Name and value. Null is printed as {@value History#NULL}, and no bytes are printed like it. */
  @Override
  public String toString() {
    return "Header[name=" + name + ", value=" + History.text(value) + "]";
  }
}
