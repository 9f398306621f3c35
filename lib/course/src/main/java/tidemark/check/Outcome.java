package tidemark.check;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How one call ended. Refusing is an answer too: an exception is compared by its class. */
sealed interface Outcome {

  /** It returned, a copy is kept. */
  record Returned(@Nullable Object value) implements Outcome {
    @Override
    public String toString() {
      return Comparison.show(value);
    }
  }

  /** It threw. */
  record Threw(Throwable thrown) implements Outcome {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Threw that && thrown.getClass() == that.thrown.getClass();
    }

    @Override
    public int hashCode() {
      return Objects.hash(thrown.getClass());
    }

    @Override
    public String toString() {
      String message = thrown.getMessage();
      return "throws "
          + thrown.getClass().getSimpleName()
          + (message == null ? "" : ": " + message.lines().findFirst().orElse(""));
    }
  }
}
