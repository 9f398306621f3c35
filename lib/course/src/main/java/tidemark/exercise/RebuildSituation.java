package tidemark.exercise;

import java.util.List;
import java.util.Map;
import tidemark.log.Marks;
import tidemark.show.Tape;

/**
 * A snapshot, and a log whose records shall be applied to it: what <i>judge ten situations</i>
 * shows.
 *
 * @param title what is rebuilt, and from what
 * @param survivors what is left of the log, as a history
 * @param snapshot what the snapshot says of itself
 * @param log what the log says of itself
 * @param kind what the records say about their keys
 * @param skipped offsets that the first run skipped as poison
 */
public record RebuildSituation(
    String title,
    String survivors,
    SnapshotFacts snapshot,
    LogFacts log,
    UpdateKind kind,
    List<Long> skipped) {

  private static final String ORDERS = "orders";

  private static final List<RebuildSituation> ALL =
      List.of(
          of("a table, snapshot {a=3, b=2}", "2:a=3 4:c=4", at(3), log(5, 0, 3, 3)),
          of(
              "a table, snapshot {a=3, b=2} of log “prices”; this is log “orders”",
              "0:x=1 1:y=2 2:z=3 3:x=4",
              new SnapshotFacts("prices", 1, 3, false),
              log(4, 0, -1, -1)),
          of("a table, snapshot {a=3, b=2}", "2:a=3 4:c=4 5:b=∅", at(3), log(6, 0, 3, -1)),
          new RebuildSituation(
              "sums of increments, snapshot {n=3}",
              "4:n=+1",
              at(3),
              log(5, 0, 3, -1),
              UpdateKind.INCREMENT,
              List.of()),
          of("a table, snapshot {a=1, c=7}", "7:c=1 8:a=4 9:b=2", at(5), log(10, 7, -1, -1)),
          of(
              "a table, snapshot {}: it holds no key",
              "4:c=4",
              new SnapshotFacts(ORDERS, 1, 2, true),
              log(5, 0, 3, 3)),
          of(
              "a table, snapshot {a=9, b=2} of epoch 1; this log: a restored backup",
              "0:a=1 1:b=2 2:c=5 3:a=7 4:d=1",
              at(4),
              new LogFacts(ORDERS, 5, Map.of(1L, 2L, 2L, 5L), new Marks(0, -1, -1))),
          new RebuildSituation(
              "a table, snapshot {a=1}; record 3 is poison, and was skipped",
              "1:b=2 3:a=?",
              at(1),
              log(4, 0, 2, -1),
              UpdateKind.REPLACEMENT,
              List.of(3L)),
          of(
              "a table, snapshot {a=1, b=2}; a colleague: “the tombstone was c's”",
              "1:b=2 4:a=5",
              at(2),
              log(5, 0, 3, 3)),
          of(
              "a table, snapshot {a=3, f=1}; a power cut took the log's last record",
              "0:a=1 1:b=2 2:a=3 3:d=1 4:e=1",
              at(6),
              log(5, 0, -1, -1)));

  private static RebuildSituation of(
      String title, String survivors, SnapshotFacts snapshot, LogFacts log) {
    return new RebuildSituation(title, survivors, snapshot, log, UpdateKind.REPLACEMENT, List.of());
  }

  private static SnapshotFacts at(long nextOffset) {
    return new SnapshotFacts(ORDERS, 1, nextOffset, false);
  }

  private static LogFacts log(long end, long start, long removed, long purged) {
    return new LogFacts(ORDERS, end, Map.of(1L, end), new Marks(start, removed, purged));
  }

  /** The ten situations, in order. */
  public static List<RebuildSituation> all() {
    return ALL;
  }

  /** The ten situations as pictures, numbered from 1. */
  public static List<Tape> tapes() {
    return ALL.stream().map(each -> each.tape(ALL.indexOf(each) + 1)).toList();
  }

  private Tape tape(int number) {
    Tape tape =
        Tape.of(survivors)
            .end(log.end())
            .start(log.marks().startOffset())
            .title(number + " · " + title)
            .snapshotAt(snapshot.nextOffset())
            .suffixFrom(snapshot.nextOffset())
            .lost(log.marks());
    long epochEnd = log.epochEnds().getOrDefault(snapshot.epoch(), log.end());
    if (epochEnd < log.end()) {
      tape = tape.mark("epoch " + snapshot.epoch() + " ended at", epochEnd);
    }
    for (long offset : skipped) {
      tape = tape.note(offset, "skipped");
    }
    return tape;
  }
}
