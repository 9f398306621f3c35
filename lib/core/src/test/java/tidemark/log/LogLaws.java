package tidemark.log;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;
import tidemark.LogMaker;
import tidemark.log.RewritableLog.Disposition;

/**
 * What the tests of the laws of {@link Log} and {@link RewritableLog} share: each of them runs on
 * every kind of log. Another module runs them on a kind of its own by classes that extend them.
 */
@ParameterizedClass
@MethodSource("tidemark.LogMaker#all")
abstract class LogLaws {
  /** Never rolls by size. */
  static final long LARGE = 1 << 24;

  /** What the log under test takes append times from. */
  final ManualClock clock = new ManualClock(1000);

  private final LogMaker maker;

  LogLaws(LogMaker maker) {
    this.maker = maker;
  }

  /** A new empty log whose segments roll at about {@code segmentBytes}. */
  RewritableLog create(boolean compacted, long segmentBytes) {
    return maker.create(clock, compacted, segmentBytes);
  }

  /** Closes a log, opens it again and gives it back; a log in memory stays as it is. */
  RewritableLog reopen(RewritableLog log) {
    return maker.reopen(log);
  }

  /** A new compacted log with these events. */
  RewritableLog table(String history) {
    RewritableLog log = create(true, LARGE);
    History.parse(history).forEach(entry -> log.append(entry.event()));
    return log;
  }

  /** Removes offsets from the closed segments. */
  static void remove(RewritableLog log, Disposition disposition, Long... offsets) {
    Set<Long> gone = Set.of(offsets);
    log.rewrite(
        log.activeStart(),
        0,
        entry -> gone.contains(entry.offset()) ? disposition : Disposition.KEEP);
  }

  /** All entries, in the notation of {@link History}. */
  static String text(Log log) {
    return History.format(log.entries(log.startOffset()));
  }

  /** The offsets of the entries at or after one. */
  static List<Long> offsets(Log log, long fromInclusive) {
    return log.entries(fromInclusive).stream().map(Entry::offset).toList();
  }
}
