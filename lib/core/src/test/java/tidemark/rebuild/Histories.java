package tidemark.rebuild;

import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import tidemark.compact.Compactor;
import tidemark.log.Cursor;
import tidemark.log.History;
import tidemark.log.Log;
import tidemark.log.RewritableLog;
import tidemark.snapshot.Snapshot;

/** Logs with a history, and states of them. */
final class Histories {
  private Histories() {}

  /** The log, with this history appended. */
  static RewritableLog log(RewritableLog log, String history) {
    append(log, history);
    return log;
  }

  static void append(Log log, String history) {
    History.parse(history).forEach(entry -> log.append(entry.event()));
  }

  /** Rolls, and compacts without delete retention as often as asked. */
  static void clean(RewritableLog log, InstantSource clock, int times) {
    log.roll();
    for (int i = 0; i < times; i++) {
      Compactor.of(clock, Duration.ZERO).compact(log);
    }
  }

  /** A state as of {@code endExclusive}, as a snapshot of it. */
  static Snapshot snapshotAt(Log log, long endExclusive, State state) {
    try (Cursor cursor = log.read(0)) {
      while (cursor.position() < endExclusive && cursor.next()) {
        state.apply(cursor);
      }
      return state.snapshot(log.position(endExclusive));
    }
  }

  /** What a rebuild without a plan gives. */
  static <S extends State> S naive(Log log, Snapshot snapshot, S state, Long... skipped) {
    Basis.restored(snapshot, state);
    try (Cursor cursor = log.read(snapshot.position().offset())) {
      while (cursor.next()) {
        if (!Set.of(skipped).contains(cursor.offset())) {
          state.apply(cursor);
        }
      }
    }
    return state;
  }

  static Snapshot nothing(Log log, State state) {
    return state.snapshot(log.position(0));
  }

  /** The same snapshot at another offset. */
  static Snapshot moved(Log log, Snapshot snapshot, long offset) {
    return new Snapshot(log.position(offset), snapshot.sections());
  }
}
