package tidemark;

import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import tidemark.log.RewritableLog;

/** Makes logs of one kind for the tests of their laws. */
public interface LogMaker {
  /** A new empty log whose segments roll at about {@code segmentBytes}. */
  RewritableLog create(InstantSource clock, boolean compacted, long segmentBytes);

  /** Closes a log, opens it again and gives it back; a log in memory stays as it is. */
  RewritableLog reopen(RewritableLog log);

  /**
   * The kinds of this library; in another module those that it provides as services, and only they.
   */
  static Stream<LogMaker> all() {
    List<LogMaker> provided =
        ServiceLoader.load(LogMaker.class).stream().map(ServiceLoader.Provider::get).toList();
    return provided.isEmpty() ? Arrays.stream(LogKind.values()) : provided.stream();
  }
}
