package tidemark.bank;

import static tidemark.exercise.Answers.offsets;
import static tidemark.exercise.Answers.records;
import static tidemark.exercise.Answers.seconds;

import java.util.List;
import java.util.Map;
import tidemark.check.Question;
import tidemark.check.Question.Part;

/** Self-test 1 and the predictions of notebook 01. */
final class Questions01 {
  static final List<Question> ALL =
      List.of(
          Question.of(
              "01-committed",
              "A reader commits the next offset to read, so that a restart goes on there.",
              new Part(
                  "The records at 0, 1, 2 and 3 are handled. Which offset is committed?",
                  4,
                  Map.of(3, "that is the last one handled: a restart would handle it again."))),
          Question.of(
              "01-self-test-1",
              "Lag is end − committed: 30 offset positions. In a compacted log fewer records may be"
                  + " left, and how long they take is another question.",
              new Part(
                  "A dense log, end offset 100, committed offset 70: what is the offset lag?",
                  offsets(30),
                  Map.of(
                      seconds(30),
                      "an offset lag says nothing about time.",
                      records(30),
                      "in this dense log there are 30 records, but a lag counts positions: after"
                          + " compaction the two differ.",
                      offsets(29),
                      "the committed offset is the next to read, and the end offset the next to be"
                          + " written: nothing is to be taken off.",
                      offsets(31),
                      "the end offset is the next to be written: there is no record there yet."))));

  private Questions01() {}
}
