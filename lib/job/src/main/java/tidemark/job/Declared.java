package tidemark.job;

import org.jspecify.annotations.Nullable;
import tidemark.deadletter.Decision;
import tidemark.deadletter.Reason;
import tidemark.log.Entry;
import tidemark.pipeline.Effects;
import tidemark.pipeline.EventHandler;
import tidemark.pipeline.PipelineOptions;
import tidemark.time.EventTime;
import tidemark.window.Windows;

/**
 * What the settings declare, as objects that a task makes once.
 *
 * @param shares how many shares the keys of a partition are kept in
 * @param ends tumbling windows whose starts are exactly the times at which declared windows end
 * @param closings tumbling windows whose starts are exactly the times at which declared windows
 *     close
 */
record Declared(
    PipelineOptions options, EventHandler handler, int shares, Windows ends, Windows closings) {

  /**
   * What became of a record.
   *
   * @param effects what the handler asked for; null if the record is a dead letter
   * @param reason why it is a dead letter; empty if it is none
   */
  record Decided(@Nullable Effects effects, String reason) {}

  /**
   * Makes the objects.
   *
   * @param loader which finds the handler's class
   * @throws IllegalArgumentException if a setting is missing or wrong, or the handler cannot be
   *     made
   */
  static Declared of(JobSettings settings, ClassLoader loader) {
    PipelineOptions options = settings.options();
    Windows windows = options.windows();
    long slide = windows.slide();
    long end = Math.floorMod(windows.offset() + windows.size(), slide);
    long closing = (end + options.policy().late().allowedLateness() % slide) % slide;
    return new Declared(
        options,
        settings.handler(loader),
        settings.shares(),
        Windows.tumbling(slide).withOffset(end),
        Windows.tumbling(slide).withOffset(closing));
  }

  /**
   * Whether a window may end or close in ({@code before}, {@code after}]. It may be true although
   * none does, because it does not know which windows have events; it is never false if one does.
   */
  boolean mayFire(long before, long after) {
    return after > before
        && (!isFinite(before)
            || !isFinite(after)
            || !ends.of(before).equals(ends.of(after))
            || !closings.of(before).equals(closings.of(after)));
  }

  /** Whether a time is neither −∞ nor +∞. */
  static boolean isFinite(long time) {
    return time != EventTime.NEGATIVE_INFINITY && time != EventTime.POSITIVE_INFINITY;
  }

  /**
   * The number of the declared input that a record belongs to, from 0 on; −1 if its input is not
   * declared.
   */
  int input(Entry entry) {
    return options.policy().inputs().indexOf(options.inputOf().apply(entry));
  }

  /** The end, exclusive, of the last window of an event. */
  long lastEnd(long eventTime) {
    return options.windows().of(eventTime).endExclusive();
  }

  /**
   * Calls the handler, and calls it again as often as the retry policy says, waiting in between on
   * this thread. A record of an undeclared input, or one that counts without a finite event time,
   * is a failure too.
   *
   * @throws Exception the last failure, if the policy says to stop: an outage, for example
   */
  Decided decide(Entry entry) throws Exception {
    for (int attempt = 1; ; attempt++) {
      try {
        Effects effects = new Effects();
        handler.handle(entry, effects);
        requireFoldable(entry, effects);
        return new Decided(effects, "");
      } catch (Exception failure) {
        Decision decision = options.retry().decide(failure, attempt);
        if (decision instanceof Decision.DeadLetter letter) {
          // Not the failure's own text: its class is foreign, and its methods may throw.
          return new Decided(null, letter.reason() + ": " + Reason.describe(failure));
        } else if (decision instanceof Decision.Retry retry) {
          Thread.sleep(retry.after().toMillis());
        } else {
          throw failure;
        }
      }
    }
  }

  private void requireFoldable(Entry entry, Effects effects) {
    if (input(entry) < 0) {
      throw new IllegalArgumentException(
          "a record must be of a declared input, input="
              + options.inputOf().apply(entry)
              + ", declared="
              + options.policy().inputs()
              + "; declare it, or write its records to another topic");
    }
    effects.requireTakenByTable();
    for (Effects.Effect effect : effects.all()) {
      if (effect instanceof Effects.Effect.Count) {
        EventTime.requireFinite(entry.event().eventTime());
      }
    }
  }
}
