package tidemark.bank;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tidemark.check.Catalogue;
import tidemark.check.Question;
import tidemark.check.Question.Part;
import tidemark.check.Variant;
import tidemark.exercise.StreamsOutcome;

/** The predictions whose numbers are a variant's own. */
final class VariedPredictions {
  /** Seeds of the delays in notebook 03 with which 8 of the 40 events are late. */
  static final List<String> SEEDS = List.of("36", "16", "90", "114", "135", "172");

  private VariedPredictions() {}

  static void addTo(Catalogue catalogue) {
    Variant variant = catalogue.variant();
    Stream.of(
            allIdle("04-all-idle", variant),
            mails("05-mails", variant),
            horizon("06-horizon", variant))
        .forEach(varied -> varied.addTo(catalogue));
    catalogue.addTexts(
        Varied.choices(
            "07-streams",
            variant,
            List.of(
                StreamsOutcome.AN_ERROR,
                StreamsOutcome.STARTS_FROM_EMPTY,
                StreamsOutcome.B_IS_GONE,
                StreamsOutcome.B_IS_ALIVE)));
    catalogue.addTexts(
        Map.of(
            "03-disorder.seed", variant.word("03-disorder.seed", SEEDS),
            "03-disorder.choices", choices("03-disorder", variant, "1", "8", "35"),
            "03-flights.choices", choices("03-flights", variant, "4", "40", "400", "4000"),
            "04-flights.choices", choices("04-flights", variant, "4", "90", "400", "1000")));
  }

  /** Numbers to choose from, in a variant's order, as a sentence has them. */
  private static String choices(String id, Variant variant, String... printed) {
    List<String> order = variant.order(id + ".choices", List.of(printed));
    int last = order.size() - 1;
    return String.join(", ", order.subList(0, last)) + " or " + order.get(last);
  }

  private static Varied allIdle(String id, Variant variant) {
    long low = variant.number(id + ".low", 4, 10, 50);
    long high = low + variant.number(id + ".ahead", 1, 2, 30);
    Part part =
        Part.of(
                "The inputs are at %d and %d. Both fall idle. Where is the watermark?"
                    .formatted(high, low),
                high)
            .likely(
                low,
                "so far the minimum of the two decided",
                "that is the minimum of the active inputs, and none is active now.")
            .likely(
                Long.MAX_VALUE,
                "nobody is left to wait for, so nothing holds the watermark",
                "then whatever comes in the morning is late.")
            .likely(
                Long.MIN_VALUE,
                "with no active input nobody claims anything",
                "a watermark never goes back: what was claimed stays claimed.")
            .otherwise("It must come out the same, whichever input fell silent first.");
    String why =
        "The greatest of the inputs' own marks. It is the same whichever fell silent first.";
    return new Varied(
        Question.of(id, why, part), Map.of(id + ".high", high + "", id + ".low", low + ""));
  }

  /** A checkpoint is taken every three records; the crash comes after two more records. */
  private static Varied mails(String id, Variant variant) {
    long checkpoint = 3 * variant.number(id + ".checkpoint", 2, 3, 20);
    long crash = checkpoint + 1;
    long records = checkpoint + variant.number(id + ".after", 4, 5, 12);
    String few = variant.isCourse() ? "ten" : records + "";
    String left = variant.isCourse() ? "four" : records - checkpoint + "";
    Part part =
        Part.of(
                "A checkpoint at %d, a crash after record %d, then on to record %d. How many mails?"
                    .formatted(checkpoint, crash, records - 1),
                records + 2)
            .likely(
                records,
                "there are %s records, with a mail each".formatted(few),
                "the restart goes back to %d, and sends some mails a second time."
                    .formatted(checkpoint))
            .likely(
                records + 1,
                "only the record of the crash seems to come twice",
                "the restart goes back to the checkpoint, and that lies further back.")
            .likely(
                records + records - checkpoint,
                "the restart handles %s records, %d to %d".formatted(left, checkpoint, records - 1),
                (variant.isCourse() ? "two" : records - crash - 1 + "")
                    + " of these were not handled before the crash.")
            .otherwise("Count the mails of the first run, and add those of the second.");
    String why =
        "%s records, and the mails of %d and %d a second time."
            .formatted(variant.isCourse() ? "Ten" : few, checkpoint, crash);
    return new Varied(
        Question.of(id, why, part),
        Map.of(
            id + ".checkpoint",
            checkpoint + "",
            id + ".crash",
            crash + "",
            id + ".last",
            (records - 1) + "",
            id + ".behind",
            variant.isCourse() ? ", which is the eighth." : ".",
            id + ".records",
            "these " + few + " records"));
  }

  private static Varied horizon(String id, Variant variant) {
    long first = variant.number(id + ".first", 1000, 1200, 8000);
    long retention = variant.number(id + ".retention", 100, 110, 900);
    long purged = first + retention;
    Part part =
        Part.of(
                "Delete retention %d, passes at %d, %d and %d. Which one purges?"
                    .formatted(retention, first, purged - 1, purged),
                purged)
            .likely(
                first,
                "the first pass meets the tombstone, and may as well take it",
                "the first pass that meets a tombstone keeps it, and starts its clock.")
            .likely(
                purged - 1,
                variant.isCourse()
                    ? "99 is about a hundred"
                    : "%d is about %d".formatted(retention - 1, retention),
                "that is one short of the horizon: it counts to the millisecond.")
            .otherwise("Add the delete retention to the time of the pass that met it first.");
    String why =
        ("The pass at %d meets the tombstone first: its horizon is %d + %d. The first pass at or"
                + " after %d purges it.")
            .formatted(first, first, retention, purged);
    return new Varied(
        Question.of(id, why, part),
        Map.of(
            id + ".first", first + "",
            id + ".short", (purged - 1) + "",
            id + ".purged", purged + "",
            id + ".retention", retention + ""));
  }
}
