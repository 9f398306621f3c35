package tidemark.show;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;
import tidemark.compact.Compaction;
import tidemark.compact.Compactor;
import tidemark.log.Cursor;
import tidemark.log.History;
import tidemark.log.MemoryLog;
import tidemark.log.Retention;
import tidemark.log.RetentionGapException;
import tidemark.rebuild.Basis;
import tidemark.rebuild.KeyedTable;
import tidemark.rebuild.RebuildPlan;
import tidemark.snapshot.SnapshotSource;

/**
 * Runs a log player's steps on a real log. A second log keeps everything: the table of that one is
 * the right one. Not thread-safe.
 */
final class LogRun {
  private final boolean hasReader;
  private long now;
  private final Compactor compactor;
  private final MemoryLog log;
  private final MemoryLog everything;
  private final KeyedTable right = new KeyedTable();
  private final Cursor rightCursor;
  private final KeyedTable read = new KeyedTable();
  private final Cursor reader;
  private @Nullable SnapshotSource snapshot;

  LogRun(Duration deleteRetention, boolean hasReader) {
    this.hasReader = hasReader;
    this.compactor = Compactor.of(() -> Instant.ofEpochMilli(now), deleteRetention);
    this.log = MemoryLog.compacted(() -> Instant.ofEpochMilli(now), MemoryLog.NO_ROLL);
    this.everything = MemoryLog.compacted(() -> Instant.ofEpochMilli(now), MemoryLog.NO_ROLL);
    this.reader = log.read(0);
    this.rightCursor = everything.read(0);
  }

  static String name(LogPlayer.Step step) {
    if (step instanceof LogPlayer.Append append) {
      return "append " + written(append);
    }
    if (step instanceof LogPlayer.Wait wait) {
      return "wait " + words(wait.time().toMillis());
    }
    return step instanceof LogPlayer.Roll
        ? "roll"
        : step instanceof LogPlayer.Compact
            ? "compact"
            : step instanceof LogPlayer.Read
                ? "read"
                : step instanceof LogPlayer.Retain ? "retention" : "snapshot";
  }

  static String written(LogPlayer.Append append) {
    String entry = History.format(append.entry());
    return entry.substring(entry.indexOf(':') + 1);
  }

  /** Runs a step and says in a sentence what it did. */
  String run(LogPlayer.Step step) {
    if (step instanceof LogPlayer.Append append) {
      long offset = log.append(append.entry().event());
      everything.append(append.entry().event());
      while (rightCursor.next()) {
        right.apply(rightCursor);
      }
      return "%s gets offset %d.".formatted(written(append), offset);
    }
    if (step instanceof LogPlayer.Roll) {
      log.roll();
      return "The segment is closed. A compaction looks at closed segments only.";
    }
    if (step instanceof LogPlayer.Compact) {
      return compact();
    }
    if (step instanceof LogPlayer.Wait wait) {
      now += wait.time().toMillis();
      return "Time passes. The log stays as it is until the next compaction.";
    }
    if (step instanceof LogPlayer.Retain) {
      return "Retention removes whole closed segments. The log starts at offset %d."
          .formatted(log.retain(Retention.activeSegmentOnly()));
    }
    if (step instanceof LogPlayer.Read) {
      return read();
    }
    snapshot = right.snapshot(log.position(log.endOffset()));
    return "The snapshot has %s and the next offset, %d.".formatted(right.toMap(), log.endOffset());
  }

  private String compact() {
    Compaction done = compactor.compact(log);
    return done.nothingClosed()
        ? "No segment is closed, so nothing is compacted."
        : "Compaction keeps %d, removes %d because a later record of the key exists, and purges %d because the horizon passed."
            .formatted(done.kept(), done.superseded(), done.purged());
  }

  private String read() {
    try {
      if (!reader.next()) {
        return "The reader is at the end.";
      }
    } catch (RetentionGapException gap) {
      return "The reader cannot go on: it needs offset %d, and the log starts at %d."
          .formatted(gap.fromInclusive(), gap.startOffset());
    }
    read.apply(reader);
    return "The reader reads %s. Its table is %s."
        .formatted(History.format(reader.entry()), read.toMap());
  }

  /** The log as it was after a step. */
  record Shown(Tape tape, String caption) {}

  /** The log as it is now. */
  Shown shown(String title, String caption) {
    StringBuilder said = new StringBuilder(caption);
    Tape tape;
    if (snapshot == null) {
      tape = Tape.of(log).lost(log.marks());
    } else {
      Basis basis = Basis.restored(snapshot, new KeyedTable());
      RebuildPlan plan = RebuildPlan.of(log, basis);
      tape = PlanTape.of(log, basis, plan);
      said.append(plan instanceof RebuildPlan.Refused ? "" : rebuilt(basis));
    }
    if (log.activeStart() > log.startOffset()) {
      tape = tape.range("closed", log.startOffset(), log.activeStart());
    }
    if (log.endOffset() > log.activeStart()) {
      tape = tape.range("active", log.activeStart(), log.endOffset());
    }
    if (hasReader) {
      tape = tape.mark("reader", reader.position());
      said.append(
          readerIsWrong()
              ? " It is at the end, and the right table is " + right.toMap() + "."
              : "");
    }
    // The picture may cut it on a narrow page; the caption does not.
    said.append(tape.verdict.isEmpty() ? "" : " The plan: " + tape.verdict + ".");
    tape = horizons(tape).title(title + ", clock " + words(now));
    return new Shown(tape, said.toString());
  }

  private boolean readerIsWrong() {
    return reader.position() == log.endOffset() && !read.toMap().equals(right.toMap());
  }

  /**
   * Says what the snapshot and the suffix give, whatever the plan says; empty if that is the right
   * table.
   */
  private String rebuilt(Basis basis) {
    KeyedTable table = new KeyedTable();
    Basis.restored(java.util.Objects.requireNonNull(snapshot), table);
    try (Cursor suffix = log.read(basis.position().offset())) {
      while (suffix.next()) {
        table.apply(suffix);
      }
    }
    SortedMap<String, String> found = table.toMap();
    return found.equals(right.toMap())
        ? ""
        : " Snapshot and suffix give %s; right is %s.".formatted(found, right.toMap());
  }

  /** Notes below each tombstone how long it is still kept. */
  private Tape horizons(Tape tape) {
    Tape noted = tape;
    try (Cursor cursor = log.read(log.startOffset())) {
      while (cursor.next()) {
        if (cursor.isTombstone()) {
          long horizon = cursor.deleteHorizon();
          String word =
              horizon == Cursor.NO_HORIZON
                  ? "no horizon"
                  : horizon <= now ? "may go now" : words(horizon - now) + " left";
          noted = noted.note(cursor.offset(), word);
        }
      }
    }
    return noted;
  }

  /** A time span in the largest unit that it is a whole number of. */
  private static String words(long millis) {
    long size = 1;
    String unit = "ms";
    for (Unit each : UNITS) {
      if (millis % each.millis == 0) {
        size = each.millis;
        unit = each.name;
      }
    }
    return millis / size + " " + unit;
  }

  private record Unit(long millis, String name) {}

  private static final List<Unit> UNITS =
      List.of(new Unit(1_000, "s"), new Unit(60_000, "min"), new Unit(3_600_000, "h"));
}
