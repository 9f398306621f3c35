package tidemark.engines.kafka;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.LeaderNotAvailableException;
import org.apache.kafka.common.errors.NotLeaderOrFollowerException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicIdException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import tidemark.engines.kafka.ClusterException.Problem;

/** Translates Kafka's exceptions into {@link ClusterException}s. */
final class KafkaErrors {
  private KafkaErrors() {}

  /**
   * Runs a call of Kafka's client. An exception of Kafka's becomes a {@link ClusterException};
   * other runtime exceptions pass. If the thread is interrupted, its interrupt flag is set again.
   *
   * @param doing what is done, for the message
   * @param where the topic, partition, group or cluster, for the message
   * @throws InterruptException if the thread is interrupted
   */
  static <T> T translate(String doing, Object where, Callable<T> work) {
    try {
      return work.call();
    } catch (ClusterException ours) {
      throw ours;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new InterruptException(interrupted);
    } catch (ExecutionException | CompletionException wrapped) {
      throw of(doing, where, wrapped.getCause() == null ? wrapped : wrapped.getCause());
    } catch (KafkaException failed) {
      throw of(doing, where, failed);
    } catch (RuntimeException ours) {
      throw ours;
    } catch (Exception checked) {
      throw of(doing, where, checked);
    }
  }

  /**
   * The exception to throw for one of Kafka's; the cause itself if that is a {@link
   * ClusterException} already.
   */
  static RuntimeException of(String doing, Object where, Throwable failed) {
    Throwable known = known(failed);
    if (known instanceof ClusterException ours) {
      return ours;
    }
    Problem problem = problem(known);
    return new ClusterException(
        problem,
        "%s, doing=%s, at=%s: %s: %s; %s"
            .formatted(
                rule(problem),
                doing,
                where,
                known.getClass().getSimpleName(),
                known.getMessage(),
                advice(problem)),
        failed);
  }

  /** The innermost exception in the chain of causes that says more than that time ran out. */
  private static Throwable known(Throwable failed) {
    Throwable known = failed;
    for (Throwable at = failed; at != null; at = at.getCause()) {
      if (at instanceof ApiException || at instanceof ClusterException) {
        known = at instanceof TimeoutException && known instanceof ApiException ? known : at;
      }
    }
    return known;
  }

  private static Problem problem(Throwable failed) {
    if (failed instanceof AuthenticationException) {
      return Problem.AUTHENTICATION_REFUSED;
    } else if (failed instanceof AuthorizationException) {
      return Problem.NOT_AUTHORIZED;
    } else if (failed instanceof UnknownTopicOrPartitionException
        || failed instanceof InvalidTopicException) {
      return Problem.UNKNOWN_TOPIC;
    } else if (failed instanceof UnknownTopicIdException) {
      return Problem.TOPIC_REPLACED;
    } else if (failed instanceof LeaderNotAvailableException
        || failed instanceof NotLeaderOrFollowerException) {
      return Problem.NO_LEADER;
    } else if (failed instanceof RecordTooLargeException) {
      return Problem.RECORD_TOO_LARGE;
    } else if (failed instanceof TimeoutException
        || failed instanceof java.util.concurrent.TimeoutException) {
      return Problem.TIMED_OUT;
    }
    return Problem.OTHER;
  }

  private static String rule(Problem problem) {
    return switch (problem) {
      case AUTHENTICATION_REFUSED -> "a broker must accept the user and the password";
      case NOT_AUTHORIZED -> "a user must be allowed to do this";
      case UNKNOWN_TOPIC -> "a topic and its partition must exist";
      case TOPIC_REPLACED -> "a topic must be the one that was opened";
      case NO_LEADER -> "a partition must have a leader";
      case RECORD_TOO_LARGE -> "a record must not be larger than its topic takes";
      case TIMED_OUT -> "a cluster must answer in time";
      default -> "a cluster must do what it is asked";
    };
  }

  private static String advice(Problem problem) {
    return switch (problem) {
      case AUTHENTICATION_REFUSED ->
          "correct sasl.jaas.config and sasl.mechanism, or the certificates";
      case NOT_AUTHORIZED -> "ask for the right to do it, or take another user";
      case UNKNOWN_TOPIC -> "create it, or correct the name";
      case TOPIC_REPLACED -> "open the log again, and start from empty";
      case NO_LEADER -> "start the brokers that hold the partition, and try again";
      case RECORD_TOO_LARGE -> "raise max.message.bytes, or store the value elsewhere";
      case TIMED_OUT ->
          "see that the brokers run and that their advertised addresses can be reached";
      default -> "read the cause";
    };
  }
}
