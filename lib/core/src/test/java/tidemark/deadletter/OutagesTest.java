package tidemark.deadletter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.StandInForJackson;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.InvalidClassException;
import java.io.UTFDataFormatException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.MalformedInputException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransientConnectionException;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.zip.DataFormatException;
import java.util.zip.ZipException;
import org.junit.jupiter.api.Test;

/**
 * No single type tells an outage from poison: all causes are looked at, and the nearest to the root
 * decides.
 */
final class OutagesTest {
  private static Exception cycle(Exception first) {
    Exception second = new IllegalStateException(first);
    first.initCause(second);
    return second;
  }

  /** A failure whose causes never end. */
  private static final class Endless extends RuntimeException {
    private static final long serialVersionUID = 1;

    @Override
    public synchronized Throwable getCause() {
      return new Endless();
    }
  }

  /** A failure whose cause cannot be had. */
  private static final class NoCause extends IOException {
    private static final long serialVersionUID = 1;

    @Override
    public synchronized Throwable getCause() {
      throw new IllegalStateException("no");
    }
  }

  /** A database error whose state cannot be had. */
  private static final class NoState extends SQLException {
    private static final long serialVersionUID = 1;

    @Override
    public String getSQLState() {
      throw new IllegalStateException("no");
    }
  }

  @Test
  void outageIsFoundThroughAllWrappers() {
    for (Throwable outage :
        List.of(
            new IOException("down"),
            new UncheckedIOException(new IOException("down")),
            new RuntimeException(new ConnectException("refused")),
            new ExecutionException(new IOException("down")),
            new CompletionException(new RuntimeException(new SocketTimeoutException())),
            new InvocationTargetException(new TimeoutException()),
            new IOException(new IllegalArgumentException("tells nothing")),
            new AccessDeniedException("file"),
            new FileSystemException("file", null, "No space left on device"),
            new InterruptedIOException(),
            new ClosedByInterruptException(),
            new RuntimeException(new InterruptedException()),
            new SQLTransientConnectionException(),
            new SQLTimeoutException(),
            new SQLRecoverableException(),
            new IllegalStateException(new SQLException("server closed the connection", "08006")),
            new RuntimeException(new SQLException("deadlock", "40P01")),
            new SQLException("too many connections", "53300"),
            new SQLException("terminating connection due to administrator command", "57P01"),
            new SQLException("the database system is starting up", "57P03"),
            new SQLException("could not read file", "58030"),
            new UnresolvedAddressException(),
            new RuntimeException(new NotYetConnectedException()),
            new ClosedSelectorException(),
            cycle(new ConnectException()),
            new NoCause())) {
      assertTrue(Outages.byType(outage), outage.getClass().getName());
    }
  }

  @Test
  void decodersErrorIsPoisonThoughItIsAnIoException() {
    MalformedInputException malformed = new MalformedInputException(1);
    for (Throwable poison :
        List.of(
            malformed,
            new UncheckedIOException(malformed),
            new IOException("cannot parse", malformed),
            new RuntimeException(new IOException(malformed)),
            new EOFException(),
            new UTFDataFormatException(),
            new ZipException("not in GZIP format"),
            new InvalidClassException("changed"),
            new StandInForJackson("unexpected character"),
            new StandInForJackson.MadeFromIt("mismatched input"),
            new RuntimeException(new StandInForJackson("unexpected character")),
            cycle(malformed))) {
      assertFalse(Outages.byType(poison), poison.getClass().getName());
    }
  }

  @Test
  void connectionLostInsideADecoderIsAnOutage() {
    StandInForJackson reading = new StandInForJackson("while reading");
    reading.initCause(new SocketTimeoutException());
    assertTrue(Outages.byType(reading));
  }

  @Test
  void typesThatTellNothingAreNoOutageAndSuppressedOnesAreNotLookedAt() {
    Exception suppressing = new IllegalStateException();
    suppressing.addSuppressed(new IOException("closing failed too"));
    for (Throwable unknown :
        List.of(
            suppressing,
            new NumberFormatException(),
            new NullPointerException(),
            new SQLIntegrityConstraintViolationException("duplicate", "23505"),
            new SQLException("syntax", "42601"),
            new SQLException("out of range", "22003"),
            new SQLException("not null", "23502"),
            new SQLException("no class", ""),
            new DataFormatException("incorrect header check"),
            new BufferUnderflowException(),
            new DateTimeException("month 13"),
            new SQLException("no state"),
            new NoState(),
            new Endless(),
            cycle(new IllegalArgumentException()))) {
      assertFalse(Outages.byType(unknown), unknown.getClass().getName());
    }
  }

  @Test
  void bytesThatCannotBeDecodedStrictlyBecomeADeadLetterAfterTheirAttempts() {
    DeliveryScene scene = new DeliveryScene();
    ByteBuffer undecodable = ByteBuffer.wrap(new byte[] {0x7B, 0, (byte) 0xFF});
    scene.source("a=0 b=poison c=2");
    scene.delivery.run(
        entry -> {
          if (entry.offset() == 1) {
            StandardCharsets.UTF_8.newDecoder().decode(undecodable.duplicate());
          }
        });
    assertEquals(3, scene.progress.committed());
    assertEquals(3, scene.dead.all().get(0).reason().attempts());
  }

  @Test
  void wrappedOutageStopsAndKeepsTheOffset() {
    for (Exception outage :
        List.of(
            new RuntimeException(new ConnectException()),
            new ExecutionException(new IOException()),
            new IllegalStateException(new SQLTransientConnectionException()))) {
      DeliveryScene scene = new DeliveryScene();
      scene.source("a=0");
      Delivery.StoppedException stopped =
          assertThrows(
              Delivery.StoppedException.class,
              () ->
                  scene.delivery.run(
                      entry -> {
                        throw outage;
                      }));
      assertEquals(List.of(), stopped.deadInARow());
      assertEquals(0, scene.progress.committed());
      assertEquals(List.of(), scene.dead.all());
    }
  }

  @Test
  void userChoosesWhatAnOutageIs() {
    RetryPolicy all = RetryPolicy.bounded(1, Duration.ZERO).withOutage(failure -> true);
    assertEquals(new Decision.Stop(), all.decide(new NumberFormatException(), 1));
    RetryPolicy none = RetryPolicy.bounded(1, Duration.ZERO).withOutage(failure -> false);
    assertEquals(
        new Decision.DeadLetter("1 attempts failed", ReplayPolicy.AFTER_FIX),
        none.decide(new IOException(), 1));
  }
}
