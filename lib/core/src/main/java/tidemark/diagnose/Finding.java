package tidemark.diagnose;

import java.util.OptionalLong;
import tidemark.time.EventTime;

/** What a diagnosis found: an incident, or that there is none, with the numbers that show it. */
public sealed interface Finding {
  /** The numbers that show it, as a sentence for a person to read. */
  String evidence();

  /**
   * No incident was found.
   *
   * @param recordsLeft in the last sample; 0 if the consumer never committed
   * @param counted whether that is a count; otherwise it is the offset lag, and there may be fewer
   */
  record Healthy(long recordsLeft, boolean counted) implements Finding {
    /** No incident, and so many records left. */
    Healthy(long recordsLeft) {
      this(recordsLeft, true);
    }

    @Override
    public String evidence() {
      return "no incident was found; records left: " + (counted ? "" : "at most ") + recordsLeft;
    }
  }

  /**
   * The consumer reads, but the log grows faster. The three numbers are the averages of records
   * left in the first, the middle and the last third of the series, rounded.
   *
   * @param counted whether records left were counted in each sample; otherwise the numbers are
   *     averages of the offset lag, holes included
   */
  record GrowingBacklog(long early, long middle, long recent, boolean counted) implements Finding {
    /** A backlog that was counted in each sample. */
    GrowingBacklog(long early, long middle, long recent) {
      this(early, middle, recent, true);
    }

    @Override
    public String evidence() {
      return "the committed offset moves, yet "
          + (counted ? "records" : "positions")
          + " left rise on average from "
          + (early + " over " + middle + " to " + recent);
    }
  }

  /**
   * The consumer does nothing, though there are records to read.
   *
   * @param committed empty if it never committed
   * @param forMillis for how long the committed offset has not moved, in ms
   */
  record StoppedConsumer(OptionalLong committed, long forMillis) implements Finding {
    @Override
    public String evidence() {
      return (committed.isPresent()
              ? "the committed offset stands at " + committed.getAsLong()
              : "nothing was ever committed")
          + (" for " + forMillis + " ms, no attempt was added, and there are records to read");
    }
  }

  /** Retention removed {@code [fromInclusive, endExclusive)} before the consumer read it. */
  record RetentionGap(long fromInclusive, long endExclusive) implements Finding {
    @Override
    public String evidence() {
      return "retention removed offsets ["
          + (fromInclusive + ", " + endExclusive + ") before they were read");
    }
  }

  /**
   * The consumer tries the same record again and again.
   *
   * @param offset the committed offset, where that record is; the log's start if nothing was ever
   *     committed
   * @param attempts how often it was tried in all
   * @param before how often it had been tried one patience ago, or when the committed offset had
   *     just come there
   */
  record PoisonStall(long offset, int attempts, int before) implements Finding {
    @Override
    public String evidence() {
      return "the committed offset stands at "
          + (offset + " while attempts climb from " + before + " to " + attempts);
    }
  }

  /**
   * The events of an input were old already when they were appended; it is not the consumer that is
   * slow.
   *
   * @param watermark the input's own watermark, in ms of event time
   * @param behind how far it lies at least behind the append time of the records read last, in ms
   */
  record EventTimeLateness(String input, long watermark, long behind) implements Finding {
    @Override
    public String evidence() {
      return "events of input "
          + input
          + (" are read as they come, yet hold the watermark at " + watermark + ", at least ")
          + (behind + " ms behind their append times");
    }
  }

  /**
   * No event of an input comes, and so it holds the watermark back.
   *
   * @param mark the input's own watermark, in ms of event time; −∞ if it was never heard
   * @param silence for how long no event came, in ms of append time
   */
  record SilentInput(String input, long mark, long silence) implements Finding {
    @Override
    public String evidence() {
      return "nothing was heard of input "
          + (input + " for " + silence + " ms; it holds the watermark at ")
          + (EventTime.format(mark) + " while others are further");
    }
  }

  /**
   * A clock ran ahead: the next record was appended in the future, so that its age is not known.
   *
   * @param byMillis how far in the future, in ms: at least the patience
   */
  record ClockAhead(long byMillis) implements Finding {
    @Override
    public String evidence() {
      return "a clock ran ahead: the next record was appended "
          + (byMillis + " ms in the future, so that its age is not known");
    }
  }

  /**
   * The committed offset lies beyond the end: it belongs to another log, or the log lost its last
   * records.
   */
  record StaleCommit(long committed, long endOffset) implements Finding {
    @Override
    public String evidence() {
      return "the committed offset " + committed + " lies beyond the end " + endOffset;
    }
  }
}
