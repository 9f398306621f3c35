package tidemark.kernel;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.function.Predicate;
import org.dflib.jjava.jupyter.channels.JupyterOutputStream;
import org.dflib.jjava.jupyter.channels.ShellReplyEnvironment;
import org.dflib.jjava.jupyter.messages.Message;
import org.dflib.jjava.jupyter.messages.request.ExecuteRequest;

/**
 * The sources of the last 500 cells as they were typed, newest first. The kernel does not pass a
 * cell that lacks a closing brace to JShell. Without this list an earlier version of an answer
 * would then be taken for the newest. Thread-safe.
 */
public final class Cells {
  private static final int KEPT = 500;
  private static final Deque<String> NEWEST_FIRST = new ArrayDeque<>();

  private Cells() {}

  /** The source of the newest cell that {@code wanted} accepts; empty if there is none. */
  public static synchronized Optional<String> newest(Predicate<String> wanted) {
    return NEWEST_FIRST.stream().filter(wanted).findFirst();
  }

  static synchronized void add(String source) {
    NEWEST_FIRST.addFirst(source);
    if (NEWEST_FIRST.size() > KEPT) {
      NEWEST_FIRST.removeLast();
    }
  }

  /**
   * The kernel's own stream to standard output. The kernel hands it the request of every cell, so
   * this is the one place that sees all cells.
   */
  static final class Recorder extends JupyterOutputStream {
    Recorder() {
      super(ShellReplyEnvironment::writeToStdOut);
    }

    @Override
    public void setEnv(ShellReplyEnvironment env) {
      super.setEnv(env);
      if (env.getContext() instanceof Message<?> message
          && message.getContent() instanceof ExecuteRequest request) {
        add(request.getCode());
      }
    }
  }
}
