package tidemark.kernel;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Separates standard output and error by thread. A thread made by {@link #capturing}, and every
 * thread that it starts, prints into one {@link Printed} as long as it lives: even if it outlives
 * its check, it never prints into a later cell. All other threads print as before. Thread-safe.
 */
public final class Streams {
  private static final InheritableThreadLocal<@Nullable PrintStream> CAPTURE =
      new InheritableThreadLocal<>();

  private Streams() {}

  /** A thread, not yet started, whose prints go to {@code printed}. */
  public static Thread capturing(Printed printed, Runnable body, String name) {
    PrintStream capture = new PrintStream(new Into(printed), true, StandardCharsets.UTF_8);
    return new Thread(
        () -> {
          CAPTURE.set(capture);
          body.run();
        },
        name);
  }

  /** Whether this thread was made by {@link #capturing}, or by a thread that was. */
  public static boolean captured() {
    return CAPTURE.get() != null;
  }

  /** A stream that prints to the capture of the printing thread, else to {@code elsewhere}. */
  static PrintStream routed(PrintStream elsewhere) {
    return new Router(elsewhere, elsewhere, thread -> true);
  }

  /**
   * As {@link #routed}, but only what a cell's own thread prints goes to {@code errors}: a grader
   * takes any line there for a failure of the cell. Lines of other threads go to {@code output},
   * each with the name of its thread.
   */
  static PrintStream routedErrors(
      PrintStream errors, PrintStream output, Predicate<Thread> ofTheCell) {
    PrintStream others = new PrintStream(new NamedLines(output), true, StandardCharsets.UTF_8);
    return new Router(errors, others, ofTheCell);
  }

  /** Writes whole lines, each after the name of the thread that wrote it. */
  private static final class NamedLines extends OutputStream {
    private final PrintStream output;
    private final ThreadLocal<ByteArrayOutputStream> begun =
        ThreadLocal.withInitial(ByteArrayOutputStream::new);

    NamedLines(PrintStream output) {
      this.output = output;
    }

    @Override
    public void write(int b) {
      if (b == '\n') {
        String line = begun.get().toString(StandardCharsets.UTF_8);
        begun.get().reset();
        output.println("[stderr of " + Thread.currentThread().getName() + "] " + line);
      } else {
        begun.get().write(b);
      }
    }
  }

  private static final class Into extends OutputStream {
    private final Printed printed;

    Into(Printed printed) {
      this.printed = printed;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] from, int offset, int length) {
      printed.write(from, offset, length);
    }
  }

  /**
   * Hands every call on, and takes no lock of its own: an answer that holds the lock of {@code
   * System.out} for ever stops no other thread. Closing only flushes: the kernel uses this stream
   * for all cells, and could print nothing more until its restart.
   */
  private static final class Router extends PrintStream {
    private final PrintStream own;
    private final PrintStream others;
    private final Predicate<Thread> ofTheCell;

    Router(PrintStream own, PrintStream others, Predicate<Thread> ofTheCell) {
      super(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
      this.own = own;
      this.others = others;
      this.ofTheCell = ofTheCell;
    }

    private PrintStream target() {
      PrintStream capture = CAPTURE.get();
      if (capture != null) {
        return capture;
      }
      return ofTheCell.test(Thread.currentThread()) ? own : others;
    }

    @Override
    public void flush() {
      target().flush();
    }

    @Override
    public void close() {
      flush();
    }

    @Override
    public boolean checkError() {
      return target().checkError();
    }

    @Override
    public void write(int b) {
      target().write(b);
    }

    @Override
    public void write(byte[] from, int offset, int length) {
      target().write(from, offset, length);
    }

    @Override
    public void write(byte[] from) {
      target().write(from, 0, from.length);
    }

    @Override
    public void writeBytes(byte[] from) {
      target().write(from, 0, from.length);
    }

    @Override
    public void print(boolean value) {
      target().print(value);
    }

    @Override
    public void print(char value) {
      target().print(value);
    }

    @Override
    public void print(int value) {
      target().print(value);
    }

    @Override
    public void print(long value) {
      target().print(value);
    }

    @Override
    public void print(float value) {
      target().print(value);
    }

    @Override
    public void print(double value) {
      target().print(value);
    }

    @Override
    public void print(char[] value) {
      target().print(value);
    }

    @Override
    public void print(@Nullable String value) {
      target().print(value);
    }

    @Override
    public void print(@Nullable Object value) {
      target().print(value);
    }

    @Override
    public void println() {
      target().println();
    }

    @Override
    public void println(boolean value) {
      target().println(value);
    }

    @Override
    public void println(char value) {
      target().println(value);
    }

    @Override
    public void println(int value) {
      target().println(value);
    }

    @Override
    public void println(long value) {
      target().println(value);
    }

    @Override
    public void println(float value) {
      target().println(value);
    }

    @Override
    public void println(double value) {
      target().println(value);
    }

    @Override
    public void println(char[] value) {
      target().println(value);
    }

    @Override
    public void println(@Nullable String value) {
      target().println(value);
    }

    @Override
    public void println(@Nullable Object value) {
      target().println(value);
    }

    @Override
    public PrintStream printf(String format, @Nullable Object... arguments) {
      return format(format, arguments);
    }

    @Override
    public PrintStream printf(
        @Nullable Locale locale, String format, @Nullable Object... arguments) {
      return format(locale, format, arguments);
    }

    @Override
    public PrintStream format(String format, @Nullable Object... arguments) {
      target().format(format, arguments);
      return this;
    }

    @Override
    public PrintStream format(
        @Nullable Locale locale, String format, @Nullable Object... arguments) {
      target().format(locale, format, arguments);
      return this;
    }

    @Override
    public PrintStream append(@Nullable CharSequence text) {
      target().append(text);
      return this;
    }

    @Override
    public PrintStream append(@Nullable CharSequence text, int start, int end) {
      target().append(text, start, end);
      return this;
    }

    @Override
    public PrintStream append(char c) {
      target().append(c);
      return this;
    }
  }
}
