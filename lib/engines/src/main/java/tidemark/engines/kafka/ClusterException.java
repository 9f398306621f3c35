package tidemark.engines.kafka;

import org.jspecify.annotations.Nullable;

/**
 * Something went wrong with a Kafka cluster. The message says the rule, the values, the cause if it
 * is known, and what to do.
 */
public final class ClusterException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final Problem problem;

  /** The kinds of problem. */
  public enum Problem {
    /** Nobody listens at any of the bootstrap servers. */
    NO_BROKER,
    /** The port speaks TLS, and the client does not. */
    TLS_PORT,
    /** The client speaks TLS, and the port does not. */
    PLAINTEXT_PORT,
    /** The broker refused the user or the password, or wants one and got none. */
    AUTHENTICATION_REFUSED,
    /** The user is known, but may not do this. */
    NOT_AUTHORIZED,
    /** There is no such topic, or it has no such partition. */
    UNKNOWN_TOPIC,
    /** The topic was deleted and made anew under the same name: it is another log. */
    TOPIC_REPLACED,
    /** No broker leads the partition now. */
    NO_LEADER,
    /** The record is larger than the topic takes; it is not in the log. */
    RECORD_TOO_LARGE,
    /** The broker refused the record for another reason; it is not in the log. */
    RECORD_REFUSED,
    /** No acknowledgement came in time: the record may be in the log, or not. */
    OUTCOME_UNKNOWN,
    /** A new leader does not have records that were read already. */
    RECORDS_LOST,
    /** No answer came in time. */
    TIMED_OUT,
    /** Any other error of Kafka's client. */
    OTHER
  }

  ClusterException(Problem problem, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.problem = problem;
  }

  /** Which kind of problem it is. */
  public Problem problem() {
    return problem;
  }
}
