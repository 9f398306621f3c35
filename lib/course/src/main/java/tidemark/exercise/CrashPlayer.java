package tidemark.exercise;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tidemark.show.Player;

/**
 * Runs a consumer once without a crash, and once more for each of its writes with a crash right
 * after that write and a restart. All that is shown was written by the consumer's own code.
 *
 * <pre>{@code
 * CrashPlayer.of("0:a=1 1:b=2 2:c=3", Set.of(1L), consumer -> consume(consumer))
 * }</pre>
 */
public final class CrashPlayer {
  /** A run with more writes than this, over all lives of its process, ends at its next call. */
  static final int MAX_WRITES = 40;

  private CrashPlayer() {}

  /** The consumer's code. */
  @FunctionalInterface
  public interface ConsumerCode {
    /** Reads from the committed offset to the end. */
    void consume(ConsumerContext consumer) throws Exception;
  }

  /**
   * A player with one step before the first write of {@code code} and one after each.
   *
   * @param history a log without holes, in the course's notation, values being whole numbers
   * @param poison the offsets that can never be applied
   * @throws IllegalArgumentException if {@code history} is not such a log
   * @throws IllegalStateException if the code does not come to an end
   */
  public static Player of(String history, Set<Long> poison, ConsumerCode code) {
    List<KeyedRecord> log = KeyedRecord.history(history);
    CrashedRun calm = new CrashedRun(log, poison, code);
    String end = calm.live(CrashedRun.NEVER);
    List<Player.Moment> moments = new ArrayList<>();
    for (int done = 0; done <= calm.writes().size(); done++) {
      moments.add(moment(new CrashedRun(log, poison, code), done, calm, end));
    }
    return Player.ofMoments("One write after the other", moments);
  }

  private static Player.Moment moment(CrashedRun run, int done, CrashedRun calm, String end) {
    String step = done == 0 ? "the start" : calm.writes().get(done - 1);
    run.live(done);
    var now = run.tape("after " + step);
    long from = run.committed();
    String ended = run.live(CrashedRun.NEVER);
    List<String> again = run.writes().subList(done, run.writes().size());
    String caption =
        done == 0
            ? "Nothing is written yet."
            : done == calm.writes().size() ? end + " " + calm.sentence() : step + " is durable.";
    String crashed =
        "The process ends after %s. The restart reads committed %d and writes %s. %s %s"
            .formatted(
                step,
                from,
                again.isEmpty() ? "nothing" : String.join(", ", again),
                ended,
                run.sentence());
    var after =
        run.tape("crash after " + step + ", then a restart").verdict(run.isRight(), run.sentence());
    return new Player.Moment(
        step,
        done == calm.writes().size() ? now.verdict(calm.isRight(), calm.sentence()) : now,
        caption,
        after,
        crashed);
  }
}
