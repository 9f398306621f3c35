package tidemark.bank;

import java.lang.invoke.MethodHandle;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tidemark.exercise.KeyedRecord;
import tidemark.exercise.PipelineContext;
import tidemark.exercise.PipelineState;

/** What a pipeline works with. Its {@link CrashingProcess} ends at a given point. */
final class CrashingPipeline implements PipelineContext {
  /**
   * At most this many records may be left in the log at the end: two that no snapshot covers yet,
   * and three more if a loss came between a snapshot and the deletion after it.
   */
  private static final int MOST_KEPT = 5;

  private static final DecideRecord.Answer DECIDE = new DecideRecord().model(Set.of());

  private final List<KeyedRecord> log;
  private final CrashingProcess process;
  private final CrashingDecisions decisions;
  private final Map<Long, String> output = new TreeMap<>();
  private final long first;
  private PipelineState snapshot;
  private long start;
  private long committed;
  private String broken = "";

  CrashingPipeline(List<KeyedRecord> log, Map<Long, String> moods, int point) {
    this.log = log;
    first = log.get(0).offset();
    start = first;
    committed = first;
    snapshot = PipelineState.empty(first);
    process = new CrashingProcess(point, this::onDisk);
    decisions = new CrashingDecisions(process, moods, Set.of());
  }

  /** How many writes there were, over all lives. */
  int writes() {
    return process.writes();
  }

  Ending run(MethodHandle answer, int total) throws Throwable {
    String end =
        process.run(
            () -> {
              answer.invokeExact((PipelineContext) this);
              process.requireAlive();
            },
            total);
    requirePromise();
    String kept = end() - start > MOST_KEPT ? ", keeps more than 5 records of the log" : "";
    return new Ending(process.crashes(), output, end + ", committed " + committed + kept + broken);
  }

  private List<String> onDisk() {
    requirePromise();
    return List.of(
        "event log [" + start + ", " + (first + log.size()) + ")",
        String.join(", ", decisions.onDisk()),
        "published " + output.keySet(),
        "committed " + committed,
        "newest snapshot: " + snapshot);
  }

  /**
   * Notes the first time that a committed record is not published. It is asked after each loss and
   * at the end, which is all that others can see.
   */
  private void requirePromise() {
    for (long offset = first; offset < committed && broken.isEmpty(); offset++) {
      if (!output.containsKey(offset)) {
        broken = ", had committed " + committed + " when " + offset + " was not published";
      }
    }
  }

  private KeyedRecord read(long offset) {
    if (offset < start || offset >= first + log.size()) {
      throw process.refuse(
          new IllegalStateException(
              "a record must be in the log to be read, offset=" + offset + ", start=" + start));
    }
    return log.get(Math.toIntExact(offset - first));
  }

  @Override
  public long start() {
    process.requireAlive();
    return start;
  }

  @Override
  public long end() {
    return first + log.size();
  }

  @Override
  public long nextRecord(long from) {
    process.requireAlive();
    if (from < start || from > end()) {
      throw process.refuse(
          new IllegalStateException(
              "a reader must stand in the log, from="
                  + from
                  + ", start="
                  + start
                  + ", end="
                  + end()));
    }
    return from; // The logs of this exercise have no holes.
  }

  @Override
  public long committed() {
    process.requireAlive();
    return committed;
  }

  @Override
  public PipelineState newestSnapshot() {
    process.requireAlive();
    return snapshot;
  }

  @Override
  public void decide(long offset) {
    process.requireAlive();
    read(offset);
    try {
      DECIDE.decide(decisions, offset);
    } catch (Exception cannotBe) {
      throw new IllegalStateException("the model must decide, offset=" + offset, cannotBe);
    }
  }

  @Override
  public PipelineState fold(PipelineState before, long offset) {
    process.requireAlive();
    KeyedRecord record = read(offset);
    if (!decisions.isDecided(offset)) {
      throw process.refuse(
          new IllegalStateException("a record must be decided to be folded, offset=" + offset));
    }
    // Whatever its position says, the given state is taken for the one before this record.
    PipelineState moved =
        new PipelineState(
            offset, before.table(), before.counts(), before.watermark(), before.late());
    return FoldRecord.fold(moved, record, decisions.isDead(offset), Set.of());
  }

  @Override
  public void publish(PipelineState state) {
    long offset = state.next() - 1;
    process.write("publish(" + offset + ")", offset, () -> output.put(offset, result(state)));
  }

  private String result(PipelineState state) {
    long offset = state.next() - 1;
    if (offset < first || decisions.isDead(offset)) {
      return "dead letter, watermark " + state.watermark();
    }
    KeyedRecord record = log.get(Math.toIntExact(offset - first));
    long window = FoldRecord.windowStart(record.timestamp(), Set.of());
    return "%s=%s, %s, watermark %d"
        .formatted(
            record.key(),
            state.table().get(record.key()),
            state.late().contains(offset)
                ? "late"
                : "window " + window + ": " + state.counts().get(window),
            state.watermark());
  }

  @Override
  public void commit(long next) {
    process.write("commit(" + next + ")", next - 1, () -> committed = next);
  }

  @Override
  public void snapshot(PipelineState state) {
    process.write("snapshot at " + state.next(), state.next() - 1, () -> snapshot = state);
  }

  @Override
  public void deleteBelow(long offset) {
    process.write(
        "deleteBelow(" + offset + ")",
        offset - 1,
        () -> start = Math.max(start, Math.min(offset, end())));
  }

  /** The run without a crash, then one with a crash before each write and after the last. */
  static Set<Ending> endings(MethodHandle answer, List<KeyedRecord> log, Map<Long, String> moods)
      throws Throwable {
    Set<Ending> endings = new LinkedHashSet<>();
    CrashingPipeline undisturbed = new CrashingPipeline(log, moods, CrashingProcess.NEVER);
    endings.add(undisturbed.run(answer, 0));
    int writes = undisturbed.writes();
    for (int point = 0; point <= writes; point++) {
      endings.add(new CrashingPipeline(log, moods, point).run(answer, writes));
    }
    return endings;
  }
}
