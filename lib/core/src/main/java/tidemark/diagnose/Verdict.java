package tidemark.diagnose;

import java.util.OptionalLong;
import tidemark.time.EventTime;

/** The name of an incident, and the evidence it rests on. */
public sealed interface Verdict {
  /** The evidence, as a sentence for a person. */
  String evidence();

  /** None of the others. */
  record Healthy(long recordsLeft) implements Verdict {
    @Override
    public String evidence() {
      return "no other verdict holds; records left: " + recordsLeft;
    }
  }

  /** It reads, but the log grows faster. Three averages over the series, in order. */
  record GrowingBacklog(long early, long middle, long recent) implements Verdict {
    @Override
    public String evidence() {
      return "the committed offset moves, yet records left rise on average from "
          + (early + " over " + middle + " to " + recent);
    }
  }

  /** It does nothing, though there are records to read. Empty if it never committed. */
  record StoppedConsumer(OptionalLong committed, long forMillis) implements Verdict {
    @Override
    public String evidence() {
      return (committed.isPresent()
              ? "the committed offset stands at " + committed.getAsLong()
              : "nothing was ever committed")
          + (" for " + forMillis + " ms, no attempt was added, and there are records to read");
    }
  }

  /** Retention removed what it had not read. */
  record RetentionGap(long fromInclusive, long endExclusive) implements Verdict {
    @Override
    public String evidence() {
      return "retention removed offsets ["
          + (fromInclusive + ", " + endExclusive + ") before they were read");
    }
  }

  /** It tries the same record again and again. */
  record PoisonStall(long offset, int attempts, int before) implements Verdict {
    @Override
    public String evidence() {
      return "the committed offset stands at "
          + (offset + " while attempts climb from " + before + " to " + attempts);
    }
  }

  /** What was read is old by its own time, and that is not the consumer's delay. */
  record EventTimeLateness(String input, long watermark, long behind) implements Verdict {
    @Override
    public String evidence() {
      return "events of input "
          + input
          + (" are read as they come, yet hold the watermark at " + watermark + ", at least ")
          + (behind + " ms behind their append times");
    }
  }

  /** An input of which nothing is heard holds the watermark of the others. */
  record SilentInput(String input, long mark, long silence) implements Verdict {
    @Override
    public String evidence() {
      return "nothing was heard of input "
          + (input + " for " + silence + " ms; it holds the watermark at ")
          + (EventTime.format(mark) + " while others are further");
    }
  }

  /** What was committed is of another log, or the log was cut. */
  record StaleCommit(long committed, long endOffset) implements Verdict {
    @Override
    public String evidence() {
      return "the committed offset " + committed + " lies beyond the end " + endOffset;
    }
  }
}
