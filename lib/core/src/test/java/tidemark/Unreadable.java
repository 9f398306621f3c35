package tidemark;

import org.jspecify.annotations.Nullable;

/** A failure that somebody else wrote: whatever it is asked, it throws. */
public final class Unreadable {
  private Unreadable() {}

  /** No outage by its type. */
  public static final class Failure extends RuntimeException {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
      throw new IllegalStateException("no message");
    }

    @Override
    public synchronized @Nullable Throwable getCause() {
      throw new IllegalStateException("no cause");
    }

    @Override
    public String toString() {
      throw new IllegalStateException("no text");
    }
  }

  /** An outage by its type. */
  public static final class Outage extends java.io.IOException {
    private static final long serialVersionUID = 1;

    @Override
    public String getMessage() {
      throw new IllegalStateException("no message");
    }

    @Override
    public String toString() {
      throw new IllegalStateException("no text");
    }
  }
}
