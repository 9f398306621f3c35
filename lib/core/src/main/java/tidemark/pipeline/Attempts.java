package tidemark.pipeline;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tidemark.deadletter.Breaker;
import tidemark.deadletter.DeadLetter;
import tidemark.deadletter.DeadLetters;
import tidemark.deadletter.Decision;
import tidemark.deadletter.Partition;
import tidemark.deadletter.Reason;
import tidemark.deadletter.ReplayPolicy;
import tidemark.log.Entry;
import tidemark.pipeline.Pipeline.StoppedException;

/**
 * Calls the handler, and decides whether a record is applied or becomes a dead letter. One thread.
 */
final class Attempts {
  private final PipelineOptions options;
  private final EventHandler handler;
  private final Partition events;
  private final Decisions decisions;
  private final DeadLetters deadLetters;
  private final Breaker breaker;
  private Consumer<Duration> sleeper = Attempts::sleep;

  Attempts(PipelineOptions options, EventHandler handler, Parts parts) {
    this.options = options;
    this.handler = handler;
    this.events = parts.events();
    this.decisions = parts.decisions();
    this.deadLetters = parts.deadLetters();
    this.breaker = new Breaker(events, deadLetters, options.limits().maxDeadInARow());
  }

  void sleepBy(Consumer<Duration> newSleeper) {
    sleeper = newSleeper;
  }

  /** Makes one attempt. Returns the failure, or null if it succeeded. */
  @Nullable Exception attempt(Entry entry, FoldedState state, Effects effects) {
    try {
      handler.handle(entry, effects);
      state.requireFoldable(entry, effects);
      return null;
    } catch (FencedException fenced) {
      throw fenced;
    } catch (Exception failure) {
      return failure;
    }
  }

  /**
   * Calls the handler again for a record that was applied before.
   *
   * @param rule why this must not fail
   * @throws StoppedException if it fails
   */
  Effects again(Entry entry, FoldedState state, String rule) {
    Effects effects = new Effects();
    Exception failure = attempt(entry, state, effects);
    if (failure != null) {
      throw stopped(entry, rule, failure);
    }
    return effects;
  }

  /** Tries a record by itself. Returns its effects, or null if it is a durable dead letter now. */
  @Nullable Effects decide(Entry entry, FoldedState state) {
    int before = decisions.starts(entry.offset());
    if (before >= options.limits().maxStarts()) {
      String rule = "the process ended at it, " + before + " times";
      deadLetter(entry, new Reason(rule, null, null, before), ReplayPolicy.BY_HAND);
      return null;
    }
    decisions.start(entry.offset());
    Effects effects = new Effects();
    Exception failure = attempt(entry, state, effects);
    return failure == null ? effects : decideAfter(entry, state, failure);
  }

  /** Goes on after an attempt that failed. */
  @Nullable Effects decideAfter(Entry entry, FoldedState state, Exception first) {
    Exception failure = first;
    for (int attempt = Math.max(1, decisions.starts(entry.offset())); ; attempt++) {
      if (failed(entry, failure, attempt)) {
        return null;
      }
      Effects effects = new Effects();
      failure = attempt(entry, state, effects);
      if (failure == null) {
        return effects;
      }
    }
  }

  /**
   * Lets the policy decide. True if the record is a dead letter now; false if to be tried again.
   */
  private boolean failed(Entry entry, Exception failure, int attempt) {
    Decision decision = decision(entry, failure, attempt);
    if (decision instanceof Decision.Retry retry) {
      sleeper.accept(retry.after());
      return false;
    }
    if (decision instanceof Decision.DeadLetter dead) {
      if (!breaker.fullRowBefore(entry.offset()).isEmpty()) {
        decisions.takeBackStart(entry.offset());
      }
      deadLetter(entry, Reason.of(dead.reason(), failure, attempt), dead.replay());
      return true;
    }
    decisions.takeBackStart(entry.offset());
    throw stopped(entry, "a pipeline must stop where the fault is not the record's", failure);
  }

  /** Asks the policy. One that throws says nothing about the record, so the pipeline stops. */
  private Decision decision(Entry entry, Exception failure, int attempt) {
    try {
      return options.retry().decide(failure, attempt);
    } catch (RuntimeException broken) {
      if (broken != failure) {
        broken.addSuppressed(failure);
      }
      decisions.takeBackStart(entry.offset());
      throw stopped(entry, "a retry policy must decide, and not throw", broken);
    }
  }

  private void deadLetter(Entry entry, Reason reason, ReplayPolicy replay) {
    List<Long> row = breaker.fullRowBefore(entry.offset());
    if (!row.isEmpty()) {
      throw new StoppedException(
          "a pipeline must stop after too many dead letters in a row, offset="
              + entry.offset()
              + ", deadInARow="
              + row
              + ": if something else is broken mend it, run again and replay those letters; if they"
              + " are poison release the breaker; the last failure: "
              + reason,
          null);
    }
    deadLetters.add(DeadLetter.of(events, entry, reason, replay));
  }

  private static StoppedException stopped(Entry entry, String rule, Exception cause) {
    if (cause instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    return new StoppedException(
        rule
            + ", offset="
            + entry.offset()
            + "; mend what failed and run again: "
            + Reason.describe(cause),
        cause);
  }

  private static void sleep(Duration duration) {
    try {
      Thread.sleep(duration.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new StoppedException(
          "a wait between attempts must not be interrupted; the record is tried again by the next"
              + " run",
          interrupted);
    }
  }
}
