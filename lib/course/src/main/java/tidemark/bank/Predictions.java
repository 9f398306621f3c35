package tidemark.bank;

import static tidemark.exercise.Answers.no;
import static tidemark.exercise.Answers.yes;

import java.util.List;
import java.util.Map;
import tidemark.check.Question;
import tidemark.check.Question.Part;
import tidemark.deadletter.ReplayPolicy;

/** What a learner predicts before something is broken, in notebooks 01 to 06. */
final class Predictions {
  static final List<Question> ALL =
      List.of(
          Question.of(
              "01-holes",
              "Only records are read. In [1, 10) there are two: those at 5 and 9.",
              new Part(
                  "Records at 0, 5 and 9, end 10, committed 1. How many records are left?",
                  2,
                  Map.of(
                      9, "that is the distance: it counts the holes too.",
                      3, "the record at 0 is handled: the next one to read is at 1 or above."))),
          Question.of(
              "01-lost",
              "Only the too slow reader falls behind the start. The stuck one comes near it: 450 of"
                  + " 500.",
              new Part(
                  "How many of the four readers have lost records after two hours?",
                  1,
                  Map.of(
                      0,
                      "one of them is so slow that retention overtakes it.",
                      2,
                      "the stuck one is 450 behind, and the log keeps 500: nothing is lost"
                          + " yet."))),
          Question.of(
              "02-policy",
              "A program would book a sum that nobody ordered. A person has to decide, and then the"
                  + " record may be applied.",
              new Part(
                  "A payment without its currency. Which replay policy should its dead letter carry?",
                  ReplayPolicy.BY_HAND,
                  Map.of(
                      ReplayPolicy.AFTER_FIX,
                      "then the repaired reader books euros, and nobody has looked at it.",
                      ReplayPolicy.NEVER,
                      "then Ann is never paid, even when somebody finds out the currency."))),
          Question.of(
              "03-boundary",
              "The claim is: nothing below 9. A 9 is not below 9.",
              new Part(
                  "The watermark is 9, and a 9 arrives. Is it late?",
                  no(),
                  Map.of(yes(), "late is strictly below the watermark: 9 is not below 9."))),
          Question.of(
              "03-flink",
              "Flink's window operator asks whether the window has closed. At our watermark 9 the"
                  + " window [0, 10) is open, so the 4 is counted beside the 2.",
              new Part(
                  "Flink's default rule, 2, 12, 4 with bound 3: how many events in [0, 10)?",
                  2,
                  Map.of(
                      1,
                          "that is our rule: the 4 is below the watermark. Flink asks for the window.",
                      0, "the 2 is on time under every rule."))),
          Question.of(
              "04-valve",
              "Between operators Flink leaves an input out until it has caught up, so the watermark"
                  + " follows A alone. Ours waits for B.",
              new Part(
                  "B woke up behind the watermark. Between operators, does Flink's watermark stand?",
                  no(),
                  Map.of(yes(), "that is our rule, and Flink's within one source."))),
          Question.of(
              "06-quiet",
              "Kafka's cleaner looks for new records to clean. In a quiet log it finds none, and"
                  + " runs no pass.",
              new Part(
                  "Nothing is written after hour 0, the delete retention is 24 hours. At hour 24, is"
                      + " the tombstone gone from Kafka's log?",
                  no(),
                  Map.of(yes(), "only a pass can purge it, and nothing new starts one."))),
          Question.of(
              "05-mask",
              "a=3 twice is a=3. A replacement record hides the mistake; an increment does not.",
              new Part(
                  "The snapshot after offset 2 is replayed from offset 2. Does the table come out"
                      + " wrong?",
                  no(),
                  Map.of(yes(), "a=3 is applied twice, and a is 3 both times."))),
          Question.of(
              "05-two-files",
              "The count is of the second evening, the position of the first: 5, and records 3 and 4"
                  + " once more.",
              new Part(
                  "Count 5 and position 3 are restored, and the log ends at 5. What is the count?",
                  7,
                  Map.of(
                      5, "the position says 3: records 3 and 4 are read again, and counted again.",
                      3, "the count file has 5 already."))),
          Question.of(
              "05-shared",
              "The snapshot holds the shop's own map, and a map has one content.",
              new Part(
                  "A snapshot holds the shop's own map. The next visitor comes. Its count?",
                  4,
                  Map.of(3, "it would be 3 if the snapshot held a copy."))),
          Question.of(
              "05-mails",
              "Ten records, and the mails of 6 and 7 a second time.",
              new Part(
                  "A checkpoint at 6, a crash after record 7, then on to record 9. How many mails?",
                  12,
                  Map.of(
                      10, "the restart goes back to 6: mails 6 and 7 are sent again.",
                      11, "two records lie between the checkpoint and the crash: 6 and 7."))),
          Question.of(
              "06-horizon",
              "The pass at 1000 meets the tombstone first: its horizon is 1000 + 100. The first pass"
                  + " at or after 1100 purges it.",
              new Part(
                  "Delete retention 100, passes at 1000, 1099 and 1100. Which one purges?",
                  1100,
                  Map.of(
                      1000, "the first pass that meets a tombstone keeps it, and starts its clock.",
                      1099, "that is one short of the horizon, 1000 + 100."))),
          Question.of(
              "06-increments",
              "Both records have key n, and the last record of a key is kept.",
              new Part(
                  "0:n=+1 1:n=+1 is compacted. How many clicks does the log know of?",
                  1,
                  Map.of(
                      2, "compaction does not add: it keeps one record of n, and that says +1.",
                      0, "the last record of n stays."))));

  private Predictions() {}
}
