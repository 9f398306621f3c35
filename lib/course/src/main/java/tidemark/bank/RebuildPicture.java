package tidemark.bank;

import java.util.List;
import tidemark.exercise.LogFacts;
import tidemark.exercise.SnapshotFacts;
import tidemark.show.Tape;

/** What a plan is made from, as a tape whose records are not known. */
final class RebuildPicture {
  private RebuildPicture() {}

  static Tape of(SnapshotFacts snapshot, LogFacts log, List<Long> skipped) {
    Tape tape =
        Tape.unread(log.marks().startOffset(), log.end())
            .snapshotAt(snapshot.nextOffset())
            .suffixFrom(snapshot.nextOffset())
            .lost(log.marks());
    Long epochEnd = log.epochEnds().get(snapshot.epoch());
    if (epochEnd != null && epochEnd != log.end()) {
      tape = tape.mark("its epoch ended at", epochEnd);
    }
    for (long offset : skipped) {
      tape = tape.mark("skipped", offset);
    }
    return tape;
  }
}
