package tidemark.deadletter;

import java.io.CharConversionException;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectStreamException;
import java.io.UTFDataFormatException;
import java.io.UnsupportedEncodingException;
import java.net.MalformedURLException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.CharacterCodingException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.InvalidPropertiesFormatException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * The default rule that tells an outage, which any record would have met, from poison, which is the
 * fault of one record.
 *
 * <ol>
 *   <li>A failure and all its causes are looked at; suppressed exceptions are not. Of those whose
 *       type is named below, the one nearest to the root cause decides, because the others only
 *       wrap it. If they do not tell an outage, the next exceptions of an {@link SQLException} are
 *       looked at in the same way: a driver hangs the lost connection behind the failure of a
 *       batch.
 *   <li>Outage: {@link IOException}, {@link TimeoutException}, {@link InterruptedException}, and
 *       the errors of a database that say that trying again may help: {@link
 *       SQLTransientException}, {@link SQLRecoverableException}, {@link
 *       SQLNonTransientConnectionException}, and SQL states of class 08 (connection), 40
 *       (rollback), 53 (out of resources), 57 (an operator stopped it), 58 (system error) and HYT
 *       (ODBC's time-outs); 53, 57 and 58 are PostgreSQL's and Db2's. A host that was not resolved,
 *       and a channel that is not connected or was closed, tell it too, although they are no {@code
 *       IOException}s. So do Kafka's retriable errors, and those of its authentication and
 *       authorization: they are all unchecked.
 *   <li>Poison, although an {@code IOException}: what decoders throw about bytes, such as {@link
 *       CharacterCodingException} and the exceptions of Jackson, Gson, Moshi, Protocol Buffers,
 *       Avro, Commons CSV, Zstandard and ImageIO, and any {@code IOException} that code of the
 *       JDK's which only decodes bytes has made: of Base64, manifests, properties, certificates.
 *       {@link EOFException} is among them: both a truncated record and a lost connection throw it.
 *       To take a lost connection for poison is the smaller mistake, because the dead letter can be
 *       replayed; to take a truncated record for an outage would stop the consumer for ever.
 *       Kafka's {@code CorruptRecordException} is poison although it is retriable: a record without
 *       a key for a compacted topic causes it too.
 *   <li>If no type is named below, the failure counts as poison. If it was an outage after all, the
 *       breaker of {@link Delivery} stops after a few records.
 * </ol>
 */
public final class Outages {
  /** Causes beyond this many are not looked at: a foreign {@code getCause} may go on for ever. */
  private static final int MAX_CAUSES = 100;

  private static final List<Class<?>> DECODING =
      List.of(
          CharacterCodingException.class,
          CharConversionException.class,
          EOFException.class,
          UTFDataFormatException.class,
          ObjectStreamException.class,
          UnsupportedEncodingException.class,
          MalformedURLException.class,
          InvalidPropertiesFormatException.class,
          ZipException.class);

  private static final List<Class<?>> OUTAGES =
      List.of(
          IOException.class,
          TimeoutException.class,
          InterruptedException.class,
          SQLTransientException.class,
          SQLRecoverableException.class,
          SQLNonTransientConnectionException.class,
          UnresolvedAddressException.class,
          NotYetConnectedException.class,
          ClosedSelectorException.class);

  /** Classes of SQL states that any record would have met. */
  private static final List<String> SQL_STATES = List.of("08", "40", "53", "57", "58", "HYT");

  /**
   * Packages and classes of decoders whose exceptions are {@code IOException}s. They are named,
   * because the library needs none of them.
   */
  private static final List<String> DECODERS =
      List.of(
          "com.fasterxml.jackson.",
          "org.codehaus.jackson.",
          "com.google.gson.",
          "com.google.protobuf.",
          "com.squareup.moshi.",
          "org.apache.avro.InvalidNumberEncodingException",
          "org.apache.commons.csv.CSVException",
          "com.github.luben.zstd.ZstdIOException",
          "javax.imageio.",
          "org.apache.kafka.common.errors.CorruptRecordException");

  /** Unchecked exceptions of clients that any record would have met, and all that extend them. */
  private static final List<String> CLIENTS =
      List.of(
          "org.apache.kafka.common.errors.RetriableException",
          "org.apache.kafka.common.errors.AuthenticationException",
          "org.apache.kafka.common.errors.AuthorizationException");

  /** Code that decodes what was read, and throws a plain {@code IOException} if it cannot. */
  private static final List<String> DECODING_CODE =
      List.of(
          "java.util.Base64",
          "java.util.jar.Attributes",
          "java.util.jar.Manifest",
          "com.sun.imageio.",
          "sun.security.util.Der",
          "sun.security.util.ObjectIdentifier",
          "sun.security.pkcs",
          "sun.security.provider.X509Factory",
          "sun.security.x509.");

  private Outages() {}

  /**
   * Whether a failure is an outage, by its type and the types of its causes, or by those of an
   * exception of the same batch. Throws nothing.
   */
  public static boolean byType(Throwable failure) {
    List<Throwable> causes = chain(failure, Failures::cause);
    return decides(causes)
        || causes.stream()
            .flatMap(cause -> chain(cause, Outages::nextOfBatch).stream().skip(1))
            .anyMatch(next -> decides(chain(next, Failures::cause)));
  }

  /** Whether the one nearest to the root whose type is named says that it is an outage. */
  private static boolean decides(List<Throwable> causes) {
    boolean outage = false;
    for (Throwable next : causes) {
      if (isOneOf(DECODING, next) || isNamed(DECODERS, next) || isMadeByDecoding(next)) {
        outage = false;
      } else if (isOneOf(OUTAGES, next) || isNamed(CLIENTS, next) || isRetriedBySqlState(next)) {
        outage = true;
      }
    }
    return outage;
  }

  /** A failure and those that {@code step} leads to, each once, at most {@value #MAX_CAUSES}. */
  private static List<Throwable> chain(Throwable failure, Step step) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    List<Throwable> chain = new ArrayList<>();
    for (Throwable next = failure;
        next != null && seen.size() < MAX_CAUSES && seen.add(next);
        next = step.from(next)) {
      chain.add(next);
    }
    return chain;
  }

  /** Leads from one failure to another one; null if there is none. */
  private interface Step {
    @Nullable Throwable from(Throwable failure);
  }

  /** What a database says after this one about the same batch; null if that is all. */
  @SuppressWarnings("CatchingUnchecked") // whatever a driver's getNextException throws
  private static @Nullable Throwable nextOfBatch(Throwable failure) {
    try {
      return failure instanceof SQLException sql ? sql.getNextException() : null;
    } catch (Throwable foreign) {
      return null;
    }
  }

  private static boolean isOneOf(List<Class<?>> types, Throwable failure) {
    return types.stream().anyMatch(type -> type.isInstance(failure));
  }

  /** Whether the name of the class, or of one that it extends, begins with one of these. */
  private static boolean isNamed(List<String> names, Throwable failure) {
    Class<?> type = failure.getClass();
    while (type != Throwable.class) {
      String name = type.getName();
      if (names.stream().anyMatch(name::startsWith)) {
        return true;
      }
      type = type.getSuperclass();
    }
    return false;
  }

  /** Only for the plain type: what fails to read has an exception of its own, or other code. */
  private static boolean isMadeByDecoding(Throwable failure) {
    if (failure.getClass() != IOException.class) {
      return false;
    }
    StackTraceElement[] trace = failure.getStackTrace();
    return trace.length > 0 && DECODING_CODE.stream().anyMatch(trace[0].getClassName()::startsWith);
  }

  private static boolean isRetriedBySqlState(Throwable failure) {
    try {
      String state = failure instanceof SQLException sql ? sql.getSQLState() : null;
      return state != null && SQL_STATES.stream().anyMatch(state::startsWith);
    } catch (RuntimeException foreign) {
      return false;
    }
  }
}
