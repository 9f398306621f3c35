package tidemark.check;

/**
 * Thrown by a check that did not end <em>right</em>, so that a headless run sees it. The verdict
 * was shown already: no cause, no stack.
 */
public final class NotRight extends RuntimeException {
  private static final long serialVersionUID = 1;

  NotRight(String id, VerdictState state) {
    super(id + ": " + state.word(), null, false, false);
  }
}
