package tidemark.engines.broker;

import org.jspecify.annotations.Nullable;

/** A broker could not be started, or Kafka tried to end this process. */
public final class BrokerException extends RuntimeException {
  private static final long serialVersionUID = 1;

  BrokerException(String message, @Nullable Throwable cause) {
    super(message, cause);
  }
}
