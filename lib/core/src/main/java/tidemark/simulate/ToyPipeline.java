package tidemark.simulate;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.log.Cursor;
import tidemark.log.Entry;
import tidemark.simulate.PlainState.Appended;
import tidemark.simulate.Work.PoisonException;
import tidemark.storage.Storage;

/**
 * The simplest pipeline that survives every fault; on demand it makes any {@link Mistake}. It
 * shares no code with {@link tidemark.pipeline.Pipeline}; its state is a {@link PlainState}.
 *
 * <ol>
 *   <li>Replays placed before a record come first.
 *   <li>A record that is not decided yet: its start is durable, then it is tried, then the dead
 *       letter or the mark <i>applied</i> is durable.
 *   <li>It is folded; the table's changes and the results are durable; then the offset is
 *       committed.
 *   <li>A restart takes the newest snapshot whose positions are valid in the logs, or begins from
 *       empty; executes again what was decided, and publishes from the committed offset on; and
 *       then makes the table log equal to the state.
 * </ol>
 */
public final class ToyPipeline implements RunningPipeline {
  private final Node node;
  private final Set<Mistake> mistakes;
  private final ToyFolders folders;
  private final List<AutoCloseable> opened = new ArrayList<>();
  private final ToyResults results;
  private final ToyDecisions decisions;
  private final ToySnapshots snapshots;
  private final PlainState state;
  private final List<Long> replayed = new ArrayList<>();
  private long next;
  private int sinceSnapshot;

  private ToyPipeline(Node node, Set<Mistake> mistakes) throws IOException {
    this.node = node;
    this.mistakes = mistakes;
    boolean done = false;
    try {
      folders = ToyFolders.open(node, makes(Mistake.NO_FENCING));
      results = new ToyResults(open("table", true), open("output", false), mistakes);
      decisions =
          ToyDecisions.open(
              node.events(), open("decisions", false), makes(Mistake.STALE_DECISIONS_KEPT));
      Storage storage = folders.folder("snapshots");
      boolean unsynced = makes(Mistake.SNAPSHOT_COUNTS_BEFORE_FOLDER_SYNC);
      snapshots =
          new ToySnapshots(
              unsynced ? new UnsyncedStorage(storage) : storage, node, results, mistakes);
      opened.add(snapshots);
      state = new PlainState(node.setup());
      next = snapshots.restore(state, replayed, decisions);
      done = true;
    } finally {
      if (!done) {
        closeAll();
      }
    }
  }

  /** A toy pipeline that makes these mistakes; without any it is right. */
  public static PipelineUnderTest with(Mistake... mistakes) {
    return node -> new ToyPipeline(node, Set.of(mistakes));
  }

  private boolean makes(Mistake mistake) {
    return mistakes.contains(mistake);
  }

  private DiskLog open(String folder, boolean compacted) throws IOException {
    DiskLogOptions options =
        compacted
            ? DiskLogOptions.compacted(node.clock())
            : DiskLogOptions.uncompacted(node.clock());
    DiskLog log = DiskLog.open(folders.folder(folder), options);
    opened.add(log);
    return log;
  }

  @Override
  public void run() throws IOException {
    try (Cursor cursor = node.events().read(next)) {
      while (cursor.next()) {
        take(cursor.entry());
      }
      next = Math.max(next, cursor.position());
    }
    replayPlaced();
    results.reconcile(state.table);
    if (decisions.committed() < committable()) {
      decisions.commit(committable());
    }
    folders.requireOwner();
  }

  private long committable() {
    return makes(Mistake.LAST_APPLIED_FOR_NEXT) ? Math.max(0, next - 1) : next;
  }

  private void take(Entry entry) throws IOException {
    Appended record = SimulatedNode.record(entry, node.setup());
    next = entry.offset();
    replayPlaced();
    boolean late = makes(Mistake.DECIDED_AFTER_OUTPUT);
    Effect effect = decide(entry, record, !late);
    folders.requireOwner();
    Map<String, String> before = new TreeMap<>(state.table);
    Map<String, String> made = state.record(record, effect);
    next = entry.offset() + 1;
    boolean early = makes(Mistake.COMMIT_BEFORE_HAND_OFF);
    boolean isNew = entry.offset() >= decisions.committed();
    if (isNew && early) {
      decisions.commit(committable());
    }
    if (isNew) {
      results.appendChanges(before, state.table);
      results.publish(made, ToyPlace.of(node.events(), entry.offset()));
    }
    if (late && effect != null && decisions.applied() < next) {
      decisions.apply(next);
    }
    if (isNew && !early) {
      decisions.commit(committable());
    }
    folders.requireOwner();
    if (++sinceSnapshot >= node.setup().recordsPerSnapshot() && isNew) {
      snapshot();
    }
  }

  /** The effect of a record; null if it is a dead letter. */
  private @Nullable Effect decide(Entry entry, Appended record, boolean markApplied) {
    if (decisions.isDead(entry.offset())) {
      return null;
    }
    if (entry.offset() < decisions.applied()) {
      Effect again = attempt(entry, record);
      again = again == null ? attempt(entry, record) : again;
      if (again == null) {
        throw new IllegalStateException(
            "a record that was applied must not fail again, offset=" + entry.offset());
      }
      return again;
    }
    int starts = makes(Mistake.STARTS_NOT_COUNTED) ? 0 : decisions.starts(entry.offset());
    if (starts < node.setup().maxStarts()) {
      decisions.start(entry.offset());
      for (int attempt = starts;
          attempt < node.setup().attempts() || attempt == starts;
          attempt++) {
        Effect effect = attempt(entry, record);
        if (effect != null) {
          if (markApplied) {
            decisions.apply(entry.offset() + 1);
          }
          return effect;
        }
      }
    }
    boolean early = makes(Mistake.APPLIED_BEFORE_DEAD_LETTER);
    if (early) {
      decisions.apply(entry.offset() + 1);
    }
    decisions.deadLetter(entry.offset());
    if (!early) {
      decisions.apply(entry.offset() + 1);
    }
    return null;
  }

  private @Nullable Effect attempt(Entry entry, Appended record) {
    try {
      Effect effect = node.work().effectOf(entry);
      return state.takes(record, effect) ? effect : null;
    } catch (PoisonException poison) {
      return null;
    }
  }

  private void replayPlaced() throws IOException {
    for (ToyDecisions.Replay replay : decisions.replays()) {
      if (replay.place() <= next && !replayed.contains(replay.origin())) {
        replayNow(replay);
      }
    }
  }

  private void replayNow(ToyDecisions.Replay replay) throws IOException {
    Effect effect = SimulatedNode.effect(replay.record().key(), replay.record().value());
    Map<String, String> before = new TreeMap<>(state.table);
    Map<String, String> made = state.replay(replay.record(), effect);
    replayed.add(replay.origin());
    results.appendChanges(before, state.table);
    results.publish(made, replay.label());
    folders.requireOwner();
  }

  @Override
  public void replay(long offset) throws IOException {
    decisions.place(offset, next);
    replayPlaced();
    if (makes(Mistake.SETTLED_LETTER_GONE_EARLY)) {
      decisions.forget(offset);
    }
  }

  @Override
  public void snapshot() throws IOException {
    snapshots.take(state, next, replayed, decisions);
    sinceSnapshot = 0;
    folders.requireOwner();
  }

  @Override
  public void compact() throws IOException {
    results.compact(snapshots.leastTableEnd(), node.clock().millis());
    folders.requireOwner();
  }

  @Override
  public long neededFromInclusive() {
    return snapshots.neededFromInclusive();
  }

  @Override
  public Outcome outcome() {
    List<Long> missing = new ArrayList<>(decisions.dead());
    missing.removeAll(replayed);
    return new Outcome(
        state.table,
        results.followed(),
        results.published(node.events()),
        missing,
        state.watermark,
        state.late,
        decisions.committed());
  }

  private void closeAll() {
    for (AutoCloseable one : opened) {
      try {
        one.close();
      } catch (Exception alsoFailed) {
        // What is on disk counts.
      }
    }
  }

  @Override
  public void close() {
    closeAll();
  }
}
