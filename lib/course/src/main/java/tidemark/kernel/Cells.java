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
 * The cells as they were typed, newest first. JShell never hears of a cell that lacks a closing
 * brace, so without them an earlier version of an answer would be taken for the newest.
 */
public final class Cells {
  private static final int KEPT = 500;
  private static final Deque<String> NEWEST_FIRST = new ArrayDeque<>();

  private Cells() {}

  /** The newest cell that {@code wanted} accepts. */
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
   * The kernel's own stream to standard output. Every cell gives it the request that the cell came
   * with: the one place to see them all.
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
