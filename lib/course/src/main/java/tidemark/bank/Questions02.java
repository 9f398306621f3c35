package tidemark.bank;

import static tidemark.exercise.Answers.no;
import static tidemark.exercise.Answers.yes;

import java.util.List;
import tidemark.check.Question;
import tidemark.check.Question.Part;
import tidemark.deadletter.ReplayPolicy;

/** The predictions of notebook 02. */
final class Questions02 {
  static final List<Question> ALL =
      List.of(
          Question.of(
              "02-endless",
              "The committed offset is the next one to read, and that is still 3. The two records"
                  + " behind it are healthy, and nobody gets to them.",
              Part.of(
                      "Six records, 3 is poison, it is tried for ever. Where does the committed"
                          + " offset stand?",
                      3)
                  .likely(
                      2,
                      "2 is the last record that was done",
                      "what is committed is the next offset to read.")
                  .likely(
                      4,
                      "the poison record has been read, many times",
                      "it was never done, and the offset moves past a record only when it is done.")
                  .likely(
                      6,
                      "the records behind the poison are healthy, and there is time enough",
                      "a reader takes its log in order: nothing gets past a record that is tried"
                          + " for ever.")
                  .likely(
                      0,
                      "a reader that cannot go on seems to have done nothing",
                      "the records in front of the poison were done, and that was committed.")
                  .otherwise("Go through the records in order, and ask of each: is it done?")),
          Question.of(
              "02-outage",
              "All six. Without the database no attempt succeeds, and this rule asks for nothing but"
                  + " three failed attempts.",
              Part.of(
                      "The database is away for ten minutes, and a record is given up after three"
                          + " attempts. How many of the six records are given up?",
                      6)
                  .likely(
                      1,
                      "one record is poison, and the others are healthy",
                      "a healthy record cannot be handled either while the database is away.")
                  .likely(
                      0,
                      "the database is at fault, and no record is",
                      "the rule counts attempts. It does not ask whose fault it is.")
                  .likely(
                      5,
                      "one of them is poison anyhow, and does not belong to the outage",
                      "it is given up too: its three attempts fail as well.")
                  .otherwise("Ask of each record: can an attempt at it succeed meanwhile?")),
          Question.of(
              "02-crash-between",
              "The offset says that 3 is done, so nobody reads it again; and its dead letter was"
                  + " never written.",
              Part.of(
                      "Commit first, then the crash. How many dead letters are there of record 3,"
                          + " after the restart?",
                      0)
                  .likely(
                      1,
                      "one record failed, so one dead letter is due",
                      "it was not written before the crash. Who would write it afterwards? The"
                          + " restart begins at offset 4.")
                  .likely(
                      2,
                      "after a crash many things are done twice",
                      "that needs a restart that reads the record again, and this one does not.")
                  .otherwise("Ask at which offset the restart begins.")),
          Question.of(
              "02-policy",
              "A program would book a sum that nobody ordered. A person has to decide, and then the"
                  + " record may be applied.",
              Part.of(
                      "A payment without its currency. Which replay policy should its dead letter"
                          + " carry?",
                      ReplayPolicy.BY_HAND)
                  .likely(
                      ReplayPolicy.AFTER_FIX,
                      "the reader will be repaired, and then it can read the record",
                      "the repaired reader guesses: it books euros, and nobody has looked at it.")
                  .likely(
                      ReplayPolicy.NEVER,
                      "half of the record is missing, and it seems best to leave it out for good",
                      "then Ann is never paid, even when somebody finds out the currency.")),
          Question.of(
              "02-complete",
              "Record 3 was skipped, so the sum of what is there is not the sum of what came.",
              Part.of("3 is a dead letter, committed is 6. Is the output complete below 6?", no())
                  .likely(
                      yes(),
                      "the committed offset has come to the end: the lag is 0",
                      "lag 0 says that nothing waits, not that nothing is missing.")));

  private Questions02() {}
}
