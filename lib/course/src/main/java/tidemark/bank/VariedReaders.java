package tidemark.bank;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tidemark.check.Catalogue;
import tidemark.check.Question;
import tidemark.check.Question.Part;
import tidemark.check.Variant;

/** The predictions about what a reader commits, retries and skips; the history is a variant's. */
final class VariedReaders {
  private static final List<String> KEYS =
      List.of(
          "a", "b", "c", "d", "e", "f", "g", "h", "i", "k", "m", "n", "p", "q", "r", "s", "t", "u");

  private VariedReaders() {}

  static void addTo(Catalogue catalogue) {
    Variant variant = catalogue.variant();
    Stream.of(
            committed("01-committed", variant),
            order("02-order", variant),
            killer("02-killer", variant),
            overwrite("02-overwrite", variant),
            skipped("07-skipped", variant))
        .forEach(varied -> varied.addTo(catalogue));
  }

  private static Varied committed(String id, Variant variant) {
    long last = variant.number(id + ".last", 3, 5, 90);
    String handled = variant.isCourse() ? "0, 1, 2 and 3" : "0 to " + last;
    Part part =
        Part.of(
                "The records at %s are handled. Which offset is committed?".formatted(handled),
                last + 1)
            .likely(
                last,
                "the record at %d is the last one handled, and that is what one remembers"
                    .formatted(last),
                "a restart goes on at the committed offset: with a %d it would handle that record again."
                    .formatted(last))
            .likely(
                last + 2,
                variant.isCourse()
                    ? "the next record is the fifth"
                    : "the next record is number %d".formatted(last + 2),
                variant.isCourse()
                    ? "offsets start at 0: the fifth record does not stand at offset 5."
                    : "offsets start at 0: record number %d does not stand at offset %d."
                        .formatted(last + 2, last + 2))
            .otherwise(
                "Ask where a restart must go on, so that no record is handled twice and none is left"
                    + " out.");
    String why = "A reader commits the next offset to read, so that a restart goes on there.";
    return new Varied(Question.of(id, why, part), Map.of(id + ".handled", "offsets " + handled));
  }

  private static Varied order(String id, Variant variant) {
    long older = variant.number(id + ".older", 1, 10, 49);
    long newer = variant.number(id + ".newer", 2, 50, 99);
    Part part =
        Part.of(
                "0:k=%d fails once and is set aside, 1:k=%d is applied, then 0 is tried again. What is k?"
                    .formatted(older, newer),
                older)
            .likely(
                newer,
                "%d is the newer value, and the newer one ought to stay".formatted(newer),
                "a table does not know which value is newer: the last write stays, and the second"
                    + " try writes last.")
            .otherwise("Write down in which order the two records are applied.");
    String why = "The newer value came first, and the older one, on its second try, wrote over it.";
    return new Varied(
        Question.of(id, why, part),
        Map.of(
            id + ".first", "0:k=" + older,
            id + ".second", "1:k=" + newer,
            id + ".older", older + "",
            id + ".newer", newer + ""));
  }

  private static Varied killer(String id, Variant variant) {
    long allowed = variant.number(id + ".allowed", 3, 4, 30);
    String number = variant.isCourse() ? "Three" : allowed + "";
    Part part =
        Part.of(
                "%s starts are allowed. Which process gets past record 3?".formatted(number),
                allowed + 1)
            .likely(
                allowed,
                variant.isCourse()
                    ? "the third start is the last one that is allowed"
                    : "start %d is the last one that is allowed".formatted(allowed),
                "it is allowed, so that process too touches the record, and dies.")
            .likely(
                1L,
                "the count is there from the beginning",
                "it is still zero then: the first process starts on the record like any other.")
            .otherwise("Ask of each process: how many starts does it find written down?");
    String why =
        variant.isCourse()
            ? "Processes 1, 2 and 3 start on the record and die. The fourth finds that the three starts"
                + " are used up, and writes a dead letter without a try."
            : ("Processes 1 to %d start on the record and die. Number %d finds that the starts are used"
                    + " up, and writes a dead letter without a try.")
                .formatted(allowed, allowed + 1);
    return new Varied(
        Question.of(id, why, part),
        Map.of(
            id + ".starts",
            number,
            id + ".allowed",
            allowed + "",
            id + ".more",
            variant.isCourse() ? "three" : number,
            id + ".processes",
            allowed + 1 + ""));
  }

  private static Varied overwrite(String id, Variant variant) {
    long repaired = variant.number(id + ".repaired", 4, 10, 49);
    long newer = variant.number(id + ".newer", 9, 50, 99);
    Part part =
        Part.of(
                "At offset 7, b became %d. Then 3:b=%d is replayed. What is b afterwards?"
                    .formatted(newer, repaired),
                repaired)
            .likely(
                newer,
                "%d is the newer value, and the newer one ought to stay".formatted(newer),
                "a plain replay is a write like any other: nobody compares the offsets.")
            .otherwise("Write down in which order the two values reach the table.");
    String why =
        "The replay comes last, so its value stays: the older one, over the %d.".formatted(newer);
    return new Varied(
        Question.of(id, why, part),
        Map.of(id + ".repaired", repaired + "", id + ".newer", newer + ""));
  }

  /** The names of the two keys are a variant's: the answer is the second. */
  private static Varied skipped(String id, Variant variant) {
    List<String> keys = variant.order(id + ".keys", KEYS);
    String key = keys.get(0);
    String other = keys.get(1);
    String history = "0:%s=1 1:%s=2 2:%s=4".formatted(key, other, key);
    String poison = "3:%s=poison".formatted(key);
    Part part =
        Part.of(
                ("%s and %s, which was skipped. After compaction a replay from empty skips 3 as well."
                        + " Which keys does the table have?")
                    .formatted(history, poison),
                Set.of(other))
            .likely(
                Set.of(key, other),
                "that is the table of the first run, and the replay skips the same record",
                "compaction has removed 0 and 2: a later record has their key.")
            .likely(
                Set.of(key),
                "all the trouble is about " + key,
                "1:%s=2 is the only record of %s, and stays.".formatted(other, other))
            .likely(
                Set.of(),
                "a poison record seems to spoil the whole log",
                "it is skipped, and the replay goes on.")
            .otherwise("Compact the log first. Then apply what is left, without offset 3.");
    String why =
        "For the compactor the poison record is the newest of %s, so it removed 2:%s=4, and nobody applies 3."
            .formatted(key, key);
    String table =
        key.compareTo(other) < 0
            ? "{%s=4, %s=2}".formatted(key, other)
            : "{%s=2, %s=4}".formatted(other, key);
    return new Varied(
        Question.of(id, why, part),
        Map.of(
            id + ".history",
            history + " " + poison,
            id + ".table",
            table,
            id + ".left",
            "1:%s=2 %s".formatted(other, poison),
            id + ".key",
            key));
  }
}
