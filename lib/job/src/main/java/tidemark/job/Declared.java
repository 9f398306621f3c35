package tidemark.job;

import org.jspecify.annotations.Nullable;
import tidemark.deadletter.Decision;
import tidemark.log.Entry;
import tidemark.pipeline.Effects;
import tidemark.pipeline.EventHandler;
import tidemark.pipeline.PipelineOptions;
import tidemark.time.EventTime;
import tidemark.window.Windows;

/**
 * What the settings say, made once in each task.
 *
 * @param ends windows that start where the declared ones end
 * @param closings windows that start where the declared ones close
 */
record Declared(
    PipelineOptions options, EventHandler handler, int shares, Windows ends, Windows closings) {

  /**
   * What became of a record.
   *
   * @param effects null if it is a dead letter
   * @param reason why it is one, or empty
   */
  record Decided(@Nullable Effects effects, String reason) {}

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

  /** Whether a window may end or close above the one watermark and not above the other. */
  boolean mayFire(long before, long after) {
    return after > before
        && (!isFinite(before)
            || !isFinite(after)
            || !ends.of(before).equals(ends.of(after))
            || !closings.of(before).equals(closings.of(after)));
  }

  static boolean isFinite(long time) {
    return time != EventTime.NEGATIVE_INFINITY && time != EventTime.POSITIVE_INFINITY;
  }

  /** The number of the declared input that a record is of, −1 if it is of none. */
  int input(Entry entry) {
    return options.policy().inputs().indexOf(options.inputOf().apply(entry));
  }

  /** The end of the last window of an event. */
  long lastEnd(long eventTime) {
    return options.windows().of(eventTime).endExclusive();
  }

  /**
   * Calls the handler, again after a wait where the retry policy says so.
   *
   * @throws Exception the failure, if it is not the record's
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
          return new Decided(null, letter.reason() + ": " + failure);
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
              + options.policy().inputs());
    }
    for (Effects.Effect effect : effects.all()) {
      if (effect instanceof Effects.Effect.Count) {
        EventTime.requireFinite(entry.event().eventTime());
      }
    }
  }
}
