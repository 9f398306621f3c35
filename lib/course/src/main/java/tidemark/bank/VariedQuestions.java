package tidemark.bank;

import static tidemark.exercise.Answers.no;
import static tidemark.exercise.Answers.offset;
import static tidemark.exercise.Answers.offsets;
import static tidemark.exercise.Answers.records;
import static tidemark.exercise.Answers.seconds;
import static tidemark.exercise.Answers.yes;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tidemark.check.Catalogue;
import tidemark.check.Question;
import tidemark.check.Question.Part;
import tidemark.check.Variant;
import tidemark.exercise.LateEventFate;

/**
 * The self-tests, whose numbers and order are a variant's own. Each is asked in its notebook and
 * again, with numbers of its own, in notebook 10.
 */
final class VariedQuestions {
  private static final List<LateEventFate> FATES =
      List.of(
          LateEventFate.CANNOT_ARRIVE,
          LateEventFate.COUNTED_IN_ITS_WINDOW,
          LateEventFate.LATE_SIDE_OUTPUT,
          LateEventFate.DROPPED);

  private VariedQuestions() {}

  static void addTo(Catalogue catalogue) {
    Variant variant = catalogue.variant();
    Stream.of(
            lag("01-self-test-1", variant),
            fate("03-self-test-2", variant),
            replayStart("05-self-test-3", variant),
            balance("06-self-test-4", variant),
            lag("10-self-test-1", variant),
            fate("10-self-test-2", variant),
            replayStart("10-self-test-3", variant),
            balance("10-self-test-4", variant))
        .forEach(varied -> varied.addTo(catalogue));
  }

  private static Varied lag(String id, Variant variant) {
    long lag = variant.number(id + ".lag", 30, 12, 480);
    long committed = variant.number(id + ".committed", 70, 500, 900);
    long end = committed + lag;
    Part part =
        Part.of(
                "A dense log, end offset %d, committed offset %d: what is the offset lag?"
                    .formatted(end, committed),
                offsets(lag))
            .likely(
                seconds(lag),
                "lag sounds like a delay, and delays are told in seconds",
                "an offset lag says nothing about time.")
            .likely(
                records(lag),
                "in a dense log there are as many records as positions",
                "a lag counts positions all the same: after compaction the two differ.")
            .likely(
                offsets(lag - 1),
                "the record at the committed offset looks like one that is done",
                "the committed offset is the next to be read: nothing is taken off.")
            .likely(
                offsets(lag + 1),
                "both ends seem to count",
                "the end offset is the next to be written: there is no record there yet.")
            .likely(
                offsets(end),
                "the end says how far the log goes",
                "what is committed is read already, and does not lag.")
            .likely(
                offsets(committed),
                "the committed offset is the reader's own number",
                "it says how far the reader has come, not how far it still has to go.")
            .otherwise(
                "Count the positions from the committed offset up to the end offset, and say"
                    + " what your number counts.");
    String why =
        ("Lag is end − committed: %d offset positions. In a compacted log fewer records may be left,"
                + " and how long they take is another question.")
            .formatted(lag);
    return new Varied(
        Question.of(id, why, part),
        Map.of(id + ".end", end + "", id + ".committed", committed + ""));
  }

  /**
   * The window of the timestamp is open; if it were not, the rule of windows would call it late
   * too.
   */
  private static Varied fate(String id, Variant variant) {
    long window = 10 * variant.number(id + ".window", 0, 2, 8);
    long watermark = window + variant.number(id + ".watermark", 9, 6, 9);
    long timestamp = window + variant.number(id + ".timestamp", 4, 0, 4);
    Part part =
        Part.of(
                ("Under the toy policy the watermark is %d. What becomes of an event with timestamp"
                        + " %d?")
                    .formatted(watermark, timestamp),
                LateEventFate.LATE_SIDE_OUTPUT)
            .likely(
                LateEventFate.CANNOT_ARRIVE,
                "a watermark reads like a promise that nothing older comes",
                "it is a claim with assumptions, and no proof.")
            .likely(
                LateEventFate.COUNTED_IN_ITS_WINDOW,
                "its window [%d, %d) has not fired yet".formatted(window, window + 10),
                "that is what Flink's window rule asks; the toy policy compares the event itself"
                    + " with the watermark.")
            .likely(
                LateEventFate.DROPPED,
                "late data are often simply thrown away",
                "the toy policy loses nothing without a trace.");
    String why =
        "A watermark predicts progress from the timestamps seen; it does not hold events back. A"
            + " delayed one may still arrive, and then the declared rule for late data applies.";
    Map<String, String> texts = Varied.choices(id, variant, FATES);
    texts.put(id + ".watermark", watermark + "");
    texts.put(id + ".timestamp", timestamp + "");
    return new Varied(Question.of(id, why, part), texts);
  }

  private static Varied replayStart(String id, Variant variant) {
    long last = variant.number(id + ".offset", 2, 5, 90);
    String unit = "a place and an amount are both numbers";
    String place = "this is an amount, and a place in a log is written offset(…).";
    Part part =
        Part.of(
                "Where does the replay start, for the snapshot after offset %d?".formatted(last),
                offset(last + 1))
            .likely(
                offset(last),
                "%d is the number that the snapshot is known by".formatted(last),
                ("offset %d is in the snapshot already: its effect would come twice, even if"
                        + " replacement records hide it.")
                    .formatted(last))
            .likely(
                offset(0),
                "to start in front looks safest",
                "what the snapshot contains need not be replayed, and must not be.")
            .likely(
                offset(last + 2),
                "to leave one out looks safer than to do one twice",
                "a record that is left out is lost.")
            .likely(offsets(last + 1), unit, place)
            .likely(records(last + 1), unit, place)
            .otherwise(
                "Ask for the first record that the snapshot does not contain. A place in a log is"
                    + " written offset(…).");
    String why =
        "The snapshot after offset %d contains offset %d, so its position is %d."
            .formatted(last, last, last + 1);
    return new Varied(Question.of(id, why, part), Map.of(id + ".offset", last + ""));
  }

  /** A question about a compacted log, and its wording in the notebooks. */
  private record Asked(String said, Part part) {}

  private static Varied balance(String id, Variant variant) {
    List<Asked> order =
        variant.order(id + ".order", List.of(current(), history(variant), increments()));
    Map<String, String> texts = new LinkedHashMap<>();
    for (int i = 0; i < order.size(); i++) {
      texts.put(id + ".question-" + (i + 1), order.get(i).said());
    }
    String why =
        "Latest-value compaction keeps a state, not how it came about; and it keeps the state only"
            + " if each record replaces the whole value.";
    return new Varied(
        Question.of(id, why, order.stream().map(Asked::part).toArray(Part[]::new)), texts);
  }

  private static Asked current() {
    return new Asked(
        "Each record holds the whole balance. Is the current balance kept?",
        Part.of(
                "Each record holds the whole balance. Does latest-value compaction keep the current"
                    + " balance?",
                yes())
            .likely(
                no(),
                "compaction removes records, and with money every record seems to matter",
                "the last record of a key is kept, and it holds the balance."));
  }

  /**
   * The printed question refers to the one before it. A variant may change the order, so there the
   * question says all by itself.
   */
  private static Asked history(Variant variant) {
    String printed = "And the history of transactions, for an audit?";
    String balance = "Each record holds the whole balance. ";
    boolean alone = !variant.isCourse();
    return new Asked(
        alone ? balance + "Is the history of transactions kept, for an audit?" : printed,
        Part.of(
                alone
                    ? balance + "Does it keep the history of transactions, for an audit?"
                    : printed,
                no())
            .likely(
                yes(),
                "a log is a history",
                "the earlier records of a key are what compaction removes."));
  }

  private static Asked increments() {
    return new Asked(
        "Each record holds an amount to add. Is the current balance kept?",
        Part.of("Each record holds an amount to add. Does it keep the current balance?", no())
            .likely(
                yes(),
                "the last record of each key is kept",
                "it holds one amount: those that were removed are missing from the sum."));
  }
}
