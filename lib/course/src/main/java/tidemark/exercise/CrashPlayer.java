package tidemark.exercise;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import tidemark.show.Player;

/**
 * Runs a process once without a crash, and once more for each of its writes with a crash right
 * after that write and a restart. All that is shown was written by the learner's own code.
 *
 * <pre>{@code
 * CrashPlayer.of("0:a=1 1:b=2 2:c=3", Set.of(1L), consumer -> consume(consumer))
 * }</pre>
 */
public final class CrashPlayer {
  private CrashPlayer() {}

  /** The consumer's code. */
  @FunctionalInterface
  public interface ConsumerCode {
    /** Reads from the committed offset to the end. */
    void consume(ConsumerContext consumer) throws Exception;
  }

  /** The code of a shop that counts its visitors. */
  @FunctionalInterface
  public interface CountCode {
    /** Counts on from what the folder holds to the end. */
    void count(CountContext shop) throws Exception;
  }

  /** The code of a pipeline. */
  @FunctionalInterface
  public interface PipelineCode {
    /** Works from the newest snapshot to the end. */
    void run(PipelineContext node) throws Exception;
  }

  /** How the states of a pipeline follow each other. */
  @FunctionalInterface
  public interface FoldCode {
    /** The state after one more record, which is dead or applied. */
    PipelineState fold(PipelineState before, KeyedRecord record, boolean dead) throws Exception;
  }

  /** What a pipeline is run on, and its code. */
  record PipelineRun(HandedLog.Content log, Set<Long> poison, PipelineCode code, FoldCode fold) {}

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
    return player(() -> new CrashedConsumer(log, poison, code));
  }

  /**
   * The same for a shop with this many visitors, which keeps its count and its position.
   *
   * @throws IllegalStateException if the code does not come to an end
   */
  public static Player ofCount(int visitors, CountCode code) {
    return player(() -> new CrashedCount(visitors, code));
  }

  /**
   * The same for a pipeline. A run without a loss says what must be published.
   *
   * @param poison the offsets of the records that are decided to be dead
   * @throws IllegalArgumentException if {@code history} is not a log of whole numbers
   * @throws IllegalStateException if the code does not come to an end
   */
  public static Player ofPipeline(
      String history, Set<Long> poison, PipelineCode code, FoldCode fold) {
    HandedLog.Content log = HandedLog.Content.of(KeyedRecord.history(history));
    PipelineRun given = new PipelineRun(log, poison, code, fold);
    CrashedPipeline calm = new CrashedPipeline(given, Map.of(), new ProcessLives());
    calm.live(ProcessLives.NEVER);
    return player(() -> new CrashedPipeline(given, calm.published(), new ProcessLives()));
  }

  private static Player player(Supplier<CrashedProcess> fresh) {
    CrashedProcess calm = fresh.get();
    String end = calm.live(ProcessLives.NEVER);
    List<Player.Moment> moments = new ArrayList<>();
    for (int done = 0; done <= calm.lives().writes().size(); done++) {
      moments.add(moment(fresh.get(), done, calm, end));
    }
    return Player.ofMoments("One write after the other", moments);
  }

  private static Player.Moment moment(
      CrashedProcess run, int done, CrashedProcess calm, String end) {
    List<String> writes = calm.lives().writes();
    String step = done == 0 ? "the start" : writes.get(done - 1);
    run.live(done);
    var now = run.tape("after " + step);
    String found = run.found();
    String ended = run.live(ProcessLives.NEVER);
    List<String> all = run.lives().writes();
    List<String> again = all.subList(Math.min(done, all.size()), all.size());
    String caption =
        done == 0
            ? "Nothing is written yet."
            : done == writes.size() ? end + " " + calm.sentence() : step + " is durable.";
    String crashed =
        "The process ends after %s. The restart reads %s and writes %s. %s %s"
            .formatted(
                step,
                found,
                again.isEmpty() ? "nothing" : String.join(", ", again),
                ended,
                run.sentence());
    var after =
        run.tape("crash after " + step + ", then a restart").verdict(run.isRight(), run.sentence());
    return new Player.Moment(
        step,
        done == writes.size() ? now.verdict(calm.isRight(), calm.sentence()) : now,
        caption,
        after,
        crashed);
  }
}
