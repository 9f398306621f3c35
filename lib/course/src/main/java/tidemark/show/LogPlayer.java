package tidemark.show;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tidemark.log.Entry;
import tidemark.log.History;

/**
 * A compacted log, step by step: appends, compaction, the clock, a snapshot, a slow reader. When it
 * is shown, the steps are run on a real {@link tidemark.log.MemoryLog} with the library's compactor
 * and plan, and each frame is the log after one step. Immutable: each method returns a new player
 * with more steps, and throws {@link IllegalArgumentException} if these are more than {@value
 * #MAX_STEPS}.
 *
 * <pre>{@code
 * LogPlayer.of(Duration.ofHours(24)).append("a=1 b=2").snapshot().append("b=∅ c=3")
 *     .roll().compact().wait(Duration.ofHours(24)).compact().read(9)
 * }</pre>
 */
public final class LogPlayer implements Played {
  /** Most steps; each appended record is one, and so is each record that is read. */
  static final int MAX_STEPS = 40;

  /** One step. */
  sealed interface Step {}

  /** Appends this record; its offset is not used. */
  record Append(Entry entry) implements Step {}

  /** Closes the active segment. */
  record Roll() implements Step {}

  /** Compacts the closed segments. */
  record Compact() implements Step {}

  /** Lets time pass. */
  record Wait(Duration time) implements Step {}

  /**
   * Takes a snapshot at the log's end of the table that all records give; it replaces an earlier
   * one.
   */
  record TakeSnapshot() implements Step {}

  /** The reader reads one record. */
  record Read() implements Step {}

  /** Retention removes all closed segments. */
  record Retain() implements Step {}

  private final Duration deleteRetention;
  private final List<Step> steps;
  private final int first;

  private LogPlayer(Duration deleteRetention, List<Step> steps, int first) {
    this.deleteRetention = deleteRetention;
    this.first = first;
    this.steps = List.copyOf(steps);
    if (steps.size() > MAX_STEPS) {
      throw new IllegalArgumentException(
          "a log player must have at most %d steps, steps=%d; leave some out"
              .formatted(MAX_STEPS, steps.size()));
    }
  }

  /**
   * A player of an empty log. A tombstone is kept for this long after the first compaction that
   * meets it.
   */
  public static LogPlayer of(Duration deleteRetention) {
    return new LogPlayer(deleteRetention, List.of(), Integer.MAX_VALUE);
  }

  private LogPlayer with(List<? extends Step> more) {
    List<Step> all = new ArrayList<>(steps);
    all.addAll(more);
    return new LogPlayer(deleteRetention, all, first);
  }

  /**
   * Appends these records, one step each, for example {@code "a=1 b=∅"}; offsets in it are ignored.
   *
   * @throws IllegalArgumentException if it is not a history
   */
  public LogPlayer append(String history) {
    return with(History.parse(history).stream().map(Append::new).toList());
  }

  /** Closes the active segment: only closed ones are compacted. */
  public LogPlayer roll() {
    return with(List.of(new Roll()));
  }

  /** Compacts the closed segments. */
  public LogPlayer compact() {
    return with(List.of(new Compact()));
  }

  /** Moves the log's clock by this time; nothing else happens. */
  public LogPlayer wait(Duration time) {
    return with(List.of(new Wait(time)));
  }

  /**
   * Takes a snapshot at the log's end of the table that all records give; from here on each frame
   * shows the plan of a rebuild from it.
   */
  public LogPlayer snapshot() {
    return with(List.of(new TakeSnapshot()));
  }

  /**
   * A reader, which began at offset 0, reads up to this many records, one step each.
   *
   * @throws IllegalArgumentException if it is negative or more than {@link #MAX_STEPS}
   */
  public LogPlayer read(int records) {
    if (records < 0 || records > MAX_STEPS) {
      throw new IllegalArgumentException(
          "a reader must read 0 to %d records in a step each, records=%d; read fewer"
              .formatted(MAX_STEPS, records));
    }
    List<Read> all = new ArrayList<>();
    for (int i = 0; i < records; i++) {
      all.add(new Read());
    }
    return with(all);
  }

  /** Retention removes all closed segments. */
  public LogPlayer retain() {
    return with(List.of(new Retain()));
  }

  /**
   * The same steps, seen first after this many of them; after all if there are not so many.
   *
   * @throws IllegalArgumentException if it is negative
   */
  public LogPlayer step(int firstSeen) {
    if (firstSeen < 0) {
      throw new IllegalArgumentException(
          "a step must be 0 or more, step=" + firstSeen + "; 0 is the empty log");
    }
    return new LogPlayer(deleteRetention, steps, firstSeen);
  }

  @Override
  public Player player() {
    LogRun run = new LogRun(deleteRetention, steps.contains(new Read()));
    List<Player.Scene> scenes = new ArrayList<>();
    scenes.add(scene("an empty log", run.shown("An empty log", "The log is empty.")));
    for (Step step : steps) {
      String name = LogRun.name(step);
      scenes.add(scene(name, run.shown(name, run.run(step))));
    }
    return Player.ofScenes("A log, step by step", scenes).step(first).code(code());
  }

  /** Java that makes this player again; neighbouring appends are one call, and so are reads. */
  private String code() {
    StringBuilder code = new StringBuilder("LogPlayer.of(" + Code.of(deleteRetention) + ")");
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      int same = i;
      while (same < steps.size() && steps.get(same).getClass() == step.getClass()) {
        same++;
      }
      if (step instanceof Append) {
        List<String> records = new ArrayList<>();
        steps.subList(i, same).forEach(each -> records.add(LogRun.written((Append) each)));
        code.append(".append(\"").append(Code.escape(String.join(" ", records))).append("\")");
        i = same - 1;
      } else if (step instanceof Read) {
        code.append(".read(").append(same - i).append(')');
        i = same - 1;
      } else {
        code.append(call(step));
      }
    }
    return code.append(".step({step})").toString();
  }

  private static String call(Step step) {
    if (step instanceof Wait wait) {
      return ".wait(" + Code.of(wait.time()) + ")";
    }
    return step instanceof Roll
        ? ".roll()"
        : step instanceof Compact
            ? ".compact()"
            : step instanceof TakeSnapshot ? ".snapshot()" : ".retain()";
  }

  private static Player.Scene scene(String step, LogRun.Shown shown) {
    return new Player.Scene(step, shown.tape(), shown.caption());
  }

  @Override
  public String toString() {
    return text();
  }
}
