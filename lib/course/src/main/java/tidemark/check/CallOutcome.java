package tidemark.check;

import org.jspecify.annotations.Nullable;
import tidemark.show.Html;

/** How one call ended. Refusing is an answer too: an exception is compared by its class. */
sealed interface CallOutcome {

  /** It returned, a copy is kept. */
  record Returned(@Nullable Object value) implements CallOutcome {
    @Override
    public String toString() {
      return Values.show(value);
    }
  }

  /** It threw. */
  record Threw(Throwable thrown) implements CallOutcome {
    /** Whether it is the stub of an untouched exercise. */
    boolean notAttempted() {
      return thrown.getClass() == UnsupportedOperationException.class
          && "not attempted".equals(thrown.getMessage());
    }

    /** Whether it is JShell's stand-in for code with an unknown name. */
    boolean unresolved() {
      return thrown.getClass().getName().equals("jdk.jshell.spi.SPIResolutionException");
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Threw that && kind() == that.kind();
    }

    @Override
    public int hashCode() {
      return kind().hashCode();
    }

    /** An exception of a learner's own counts as the one of the JDK that it extends. */
    private Class<?> kind() {
      Class<?> kind = thrown.getClass();
      while (!kind.getName().startsWith("java.")) {
        kind = kind.getSuperclass();
      }
      return kind;
    }

    @Override
    public String toString() {
      String message = message();
      return "throws "
          + thrown.getClass().getSimpleName()
          + (message == null ? "" : ": " + message.lines().findFirst().orElse(""));
    }

    /** A learner's own exception may throw one itself. */
    private @Nullable String message() {
      try {
        String message = thrown.getMessage();
        return message == null ? null : Html.shorten(message, Values.SHOWN);
      } catch (RuntimeException none) {
        return null;
      }
    }
  }
}
