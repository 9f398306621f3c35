package tidemark.job;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.MalformedInputException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.pipeline.Effects;
import tidemark.pipeline.EventHandler;
import tidemark.pipeline.PipelineOptions;

/** What the job makes of a record whose handler fails, whatever the failure is. */
class DeclaredTest {
  /** What a handler may throw. */
  enum Foreign {
    MESSAGE_THROWS,
    LOCALIZED_MESSAGE_THROWS,
    TEXT_THROWS,
    CAUSE_THROWS,
    CAUSE_IS_ITSELF_AGAIN,
    NO_MESSAGE,
    EMPTY_MESSAGE,
    LONG_MESSAGE,
    HALF_A_CHARACTER,
    STACK_TRACE_THROWS,
    HASH_CODE_THROWS,
    DECODING
  }

  /** An exception of somebody else's, one of whose methods does not do what it should. */
  private static final class ForeignException extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final Foreign kind;

    ForeignException(Foreign kind) {
      this.kind = kind;
    }

    private void breakIf(Foreign broken) {
      if (kind == broken) {
        throw new IllegalStateException("broken");
      }
    }

    @Override
    public @Nullable String getMessage() {
      breakIf(Foreign.MESSAGE_THROWS);
      return switch (kind) {
        case NO_MESSAGE -> null;
        case EMPTY_MESSAGE -> "";
        case LONG_MESSAGE -> "long".repeat(1 << 20);
        case HALF_A_CHARACTER -> "\ud800";
        default -> "foreign";
      };
    }

    @Override
    public @Nullable String getLocalizedMessage() {
      breakIf(Foreign.LOCALIZED_MESSAGE_THROWS);
      return getMessage();
    }

    @Override
    public String toString() {
      breakIf(Foreign.TEXT_THROWS);
      return super.toString();
    }

    @Override
    public synchronized @Nullable Throwable getCause() {
      breakIf(Foreign.CAUSE_THROWS);
      return kind == Foreign.CAUSE_IS_ITSELF_AGAIN ? this : null;
    }

    @Override
    public StackTraceElement[] getStackTrace() {
      breakIf(Foreign.STACK_TRACE_THROWS);
      return super.getStackTrace();
    }

    @Override
    public int hashCode() {
      breakIf(Foreign.HASH_CODE_THROWS);
      return 1;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return this == other;
    }
  }

  /** What the handler does now: the job makes the handler itself. */
  private static EventHandler behaviour = (entry, effects) -> {};

  /** Does what the test has put there. */
  public static final class Behaving implements EventHandler {
    @Override
    public void handle(Entry entry, Effects effects) throws Exception {
      behaviour.handle(entry, effects);
    }
  }

  private static Declared declared() {
    Map<String, String> settings =
        new HashMap<>(Map.of("name", "job", "bound", "0", "window.size", "10", "inputs", "web"));
    settings.put("handler", Behaving.class.getName());
    settings.put("attempts", "2");
    settings.put("retry.wait", "0");
    return Declared.of(new JobSettings(settings), DeclaredTest.class.getClassLoader());
  }

  private static Entry entry(String input) {
    Event event = Event.of("k", "v").withEventTime(1);
    return new Entry(3, 1, event.withHeader(PipelineOptions.INPUT_HEADER, Bytes.text(input)));
  }

  @ParameterizedTest
  @EnumSource
  void failureOfAnyForeignClassMakesADeadLetterThatNamesTheClass(Foreign kind) throws Exception {
    Exception failure =
        kind == Foreign.DECODING ? new MalformedInputException(1) : new ForeignException(kind);
    behaviour =
        (entry, effects) -> {
          throw failure;
        };
    Declared.Decided decided = declared().decide(entry("web"));
    assertNull(decided.effects());
    String told = decided.reason();
    assertTrue(told.startsWith("2 attempts failed: "), told);
    assertTrue(told.contains(failure.getClass().getName()), told);
    assertTrue(told.length() < 5000, "length=" + told.length());
  }

  @Test
  @SuppressWarnings("NullAway") // What a handler written without it may do.
  void effectThatTheTableDoesNotTakeMakesADeadLetter() throws Exception {
    behaviour = (entry, effects) -> effects.count(null);
    assertTrue(declared().decide(entry("web")).reason().contains("must have a key"));
    behaviour = (entry, effects) -> effects.put(Bytes.of(new byte[1 << 21]), Bytes.text("v"));
    assertTrue(declared().decide(entry("web")).reason().contains("key and headers must have"));
  }

  @Test
  void outageStopsTheJobAndMakesNoDeadLetter() {
    IOException down = new IOException("down");
    behaviour =
        (entry, effects) -> {
          throw down;
        };
    assertSame(down, assertThrows(IOException.class, () -> declared().decide(entry("web"))));
  }

  @Test
  void recordOfAnUndeclaredInputIsADeadLetterThatSaysWhatToDo() throws Exception {
    behaviour = (entry, effects) -> {};
    Declared declared = declared();
    assertEquals("", declared.decide(entry("web")).reason());
    String told = declared.decide(entry("app")).reason();
    assertTrue(told.contains("input=app, declared=[web]; declare it"), told);
  }
}
