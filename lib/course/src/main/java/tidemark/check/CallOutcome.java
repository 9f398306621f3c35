package tidemark.check;

import org.jspecify.annotations.Nullable;
import tidemark.show.Html;

/**
 * How one call ended. To throw may be the right answer, so exceptions are compared too: by their
 * class, never by their message.
 */
sealed interface CallOutcome {

  /** It returned; {@code value} is a copy of the result. */
  record Returned(@Nullable Object value) implements CallOutcome {
    @Override
    public String toString() {
      return Values.show(value);
    }
  }

  /** It threw. */
  record Threw(Throwable thrown) implements CallOutcome {
    /** Whether the stub of an exercise that nobody has edited threw this. */
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

    /**
     * The class that is compared. A class of the learner's, or of this course, counts as the
     * nearest class that it extends in a {@code java} package.
     */
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

    /**
     * The message; null if there is none, or if asking for it throws, as it may in a learner's own
     * exception.
     */
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
