package tidemark.bank;

import static tidemark.exercise.Answers.no;
import static tidemark.exercise.Answers.yes;

import java.util.List;
import java.util.Set;
import tidemark.check.Question;
import tidemark.check.Question.Part;

/** Self-test 4 and the predictions of notebook 06. */
final class Questions06 {
  static final List<Question> ALL =
      List.of(
          UpdateKinds.question(),
          Question.of(
              "06-survivors",
              "The last record of a is at 2, of b at 3, of c at 4. A tombstone is the last record of"
                  + " its key like any other.",
              Part.of(
                      "0:a=1 1:b=2 2:a=3 3:b=∅ 4:c=4, compacted. Which offsets are left?",
                      List.of(2, 3, 4))
                  .likely(
                      List.of(2, 4),
                      "b is deleted, so nothing of b seems to be left",
                      "its tombstone is the last record of b, and stays.")
                  .likely(
                      List.of(0, 1, 2),
                      "three records are left, and they seem to move up",
                      "an offset is given once and never changes: nothing is renumbered.")
                  .likely(
                      List.of(0, 1, 4),
                      "the first record of a key looks like the original",
                      "a later record of the same key has replaced it.")
                  .likely(
                      List.of(0, 1, 2, 3, 4),
                      "a log is only ever written at its end",
                      "compaction is the exception: it removes records that were replaced.")
                  .otherwise("Look for the last record of each key: of a, of b and of c.")),
          Question.of(
              "06-renumbered",
              "The survivors are at 0, 1 and 2 now, and none is at 3 or beyond.",
              Part.of("Renumbered to 0, 1, 2 and replayed from 3: how many records are found?", 0)
                  .likely(
                      2,
                      "two of the survivors came after the snapshot",
                      "the replay goes by the offset, and they have other offsets now.")
                  .likely(
                      3,
                      "three records are left",
                      "the replay does not read what lies before its offset.")
                  .likely(
                      1,
                      "one record seems to stand at the place where it begins",
                      "look at the new offsets: which of them is that high?")
                  .otherwise("Compare each of the new offsets with the snapshot's.")),
          Question.of(
              "06-tombstone",
              "The snapshot holds b, and no record is left that says otherwise.",
              Part.of(
                      "Snapshot {a=3, b=2}, then 4:c=4 and nothing else. Which keys are in the"
                          + " table?",
                      Set.of("a", "b", "c"))
                  .likely(
                      Set.of("a", "c"),
                      "that is the truth, and what a rebuild from empty gives",
                      "this rebuild starts with the snapshot, and the snapshot holds b.")
                  .likely(
                      Set.of("a", "b"),
                      "the snapshot holds these two",
                      "the replay goes on from offset 3, and reads 4:c=4.")
                  .otherwise("Start with the snapshot's keys, and apply what is left of the log.")),
          Question.of(
              "06-quiet",
              "Kafka's cleaner looks for new records to clean. In a quiet log it finds none, and"
                  + " runs no pass.",
              Part.of(
                      "Nothing is written after hour 0, the delete retention is 24 hours. At hour"
                          + " 24, is the tombstone gone from Kafka's log?",
                      no())
                  .likely(
                      yes(),
                      "the delete retention is over",
                      "only a pass can purge it, and nothing new starts one.")),
          Question.of(
              "06-slow-reader",
              "It has b from offset 1, and the only record that deletes b is gone when it reads on.",
              Part.of(
                      "a=1 and b=2 are read. Then b's tombstone is purged, and a=3 and c=4 are left."
                          + " Which keys does the reader have at the end?",
                      Set.of("a", "b", "c"))
                  .likely(
                      Set.of("a", "c"),
                      "that is the true table",
                      "somebody would have to tell the reader that b was deleted.")
                  .likely(
                      Set.of("a", "b"),
                      "these two were read before it slept",
                      "it reads on, and finds the key c.")
                  .otherwise("Start with what it has read, and apply what is left of the log.")),
          Question.of(
              "06-increments",
              "Both records have key n, and the last record of a key is kept.",
              Part.of("0:n=+1 1:n=+1 is compacted. How many clicks does the log know of?", 1)
                  .likely(
                      2,
                      "there were two clicks, and compaction should not change what a log says",
                      "compaction does not add: one record of n is left, and it says what it said"
                          + " before.")
                  .likely(
                      0,
                      "both records say the same, so both seem superfluous",
                      "the last record of n stays.")
                  .otherwise("Read what the record says that is left.")),
          Question.of(
              "06-lost",
              "Of each account only the last record is left, and both say 40.",
              Part.of(
                      "Two accounts end at 40, and one of them was at −900. After compaction, can they be"
                          + " told apart?",
                      no())
                  .likely(
                      yes(),
                      "a debt of 900 must leave a trace",
                      "the record that told of it is not the last one of its key.")));

  private Questions06() {}
}
