package tidemark.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class StreamsTest {
  @Test
  void whoClosesStandardOutputDoesNotMuteTheKernel() {
    ByteArrayOutputStream page = new ByteArrayOutputStream();
    PrintStream out = Streams.routed(new PrintStream(page, true, UTF_8));
    out.close();
    out.print("still here");
    assertEquals("still here", page.toString(UTF_8));
  }
}
