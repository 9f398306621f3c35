package tidemark.kernel;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Standard output and error, by thread. A thread under {@link #capture}, and every thread it
 * starts, prints into its own {@link Printed}, for as long as it lives: one that outlives its check
 * never prints into a later cell. All other threads print as before.
 */
public final class Streams {
  private static final InheritableThreadLocal<@Nullable Printed> CAPTURE =
      new InheritableThreadLocal<>();

  private Streams() {}

  /**
   * A stream that prints to the capture of the printing thread, else to {@code elsewhere}. Closing
   * it only flushes: the kernel has this one for all cells, and would be mute until its restart.
   */
  static PrintStream routed(PrintStream elsewhere) {
    return new PrintStream(new Router(elsewhere), true, StandardCharsets.UTF_8) {
      @Override
      public void close() {
        flush();
      }
    };
  }

  /** From now on this thread prints into {@code printed}. */
  public static void capture(Printed printed) {
    CAPTURE.set(printed);
  }

  /**
   * Throws away what a killed thread left half written in the shared streams, where the next print
   * would push it out.
   */
  public static void discardLeftovers() {
    CAPTURE.set(new Printed());
    try {
      System.out.print("");
      System.err.print("");
    } finally {
      CAPTURE.remove();
    }
  }

  private static final class Router extends OutputStream {
    private final PrintStream elsewhere;

    Router(PrintStream elsewhere) {
      this.elsewhere = elsewhere;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) {
      Printed printed = CAPTURE.get();
      if (printed == null) {
        elsewhere.write(from, offset, length);
      } else {
        printed.write(from, offset, length);
      }
    }

    @Override
    public void flush() {
      if (CAPTURE.get() == null) {
        elsewhere.flush();
      }
    }
  }
}
