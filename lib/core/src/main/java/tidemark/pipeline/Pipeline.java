package tidemark.pipeline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tidemark.deadletter.DeadLetter;
import tidemark.deadletter.DeadLetters;
import tidemark.deadletter.Decision;
import tidemark.deadletter.Partition;
import tidemark.deadletter.Reason;
import tidemark.deadletter.ReplayPolicy;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.Log;
import tidemark.log.Position;
import tidemark.snapshot.DamagedSnapshotException;
import tidemark.snapshot.DiskSnapshotStore;
import tidemark.snapshot.SnapshotReader;
import tidemark.snapshot.SnapshotWriter;

/**
 * One consumer: an event log in; a table, windows, dead letters and published results out.
 *
 * <p><b>One record k</b>, each write durable before the next:
 *
 * <ol>
 *   <li>Replays placed at k come first.
 *   <li>If there is a dead letter for k it is dead. If k lies below the decided end it is applied:
 *       should the handler fail now, the pipeline stops, for its results are out already.
 *   <li>Otherwise the start on k is written, then it is tried; then the dead letter is written, or
 *       the mark <i>applied</i>.
 *   <li>The record is folded into the state ({@link FoldedState}).
 *   <li>The table's changes are appended, then the results are published, then k + 1 is committed.
 *   <li>Now and then a snapshot is taken: it holds the whole state and names a position in each
 *       log.
 * </ol>
 *
 * <p><b>A restart</b> opens the logs, which cuts what no one has vouched for; makes a {@link
 * RestartPlan} and tells it; restores the newest snapshot whose positions all hold, or begins from
 * empty; executes again what was decided, publishing again under the same keys; and then appends
 * the difference between the state and the table log, which may hold changes of a history that is
 * no more.
 *
 * <p>One process at a time: the folders' locks see to it. One thread. What a handler does outside
 * of its {@link Effects} cannot be taken back, nor fenced.
 */
public final class Pipeline implements AutoCloseable {
  private static final String TABLE_END = "table end";
  private static final String DEAD_END = "dead letters end";

  private final PipelineOptions options;
  private final Partition events;
  private final EventHandler handler;
  private final DiskLog tableLog;
  private final DiskLog deadLog;
  private final DiskLog decisionLog;
  private final DiskLog outputLog;
  private final DiskSnapshotStore snapshots;
  private final DeadLetters deadLetters;
  private final Decisions decisions;
  private FoldedState state;
  private RestartPlan plan;
  private long next;
  private int sinceSnapshot;
  private boolean reconciled;
  private boolean sound = true;
  private Consumer<Duration> sleeper = Pipeline::sleep;

  /** The fault is not the record's, or the plan was refused: nothing was skipped. */
  public static final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    StoppedException(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }

  private Pipeline(Log events, PipelineHome home, PipelineOptions options, EventHandler handler)
      throws IOException {
    this.options = options;
    this.handler = handler;
    this.events = new Partition(options.name(), events);
    List<AutoCloseable> opened = new ArrayList<>();
    boolean done = false;
    try {
      DiskLogOptions plain = DiskLogOptions.uncompacted(InstantSource.system());
      DiskLogOptions compacted = DiskLogOptions.compacted(InstantSource.system());
      tableLog = DiskLog.open(home.folder("table"), compacted);
      opened.add(tableLog);
      deadLog = DiskLog.open(home.folder("dead-letters"), plain);
      opened.add(deadLog);
      decisionLog = DiskLog.open(home.folder("decisions"), compacted);
      opened.add(decisionLog);
      outputLog = DiskLog.open(home.folder("output"), plain);
      opened.add(outputLog);
      snapshots =
          DiskSnapshotStore.open(home.folder("snapshots"), options.limits().snapshotsKept());
      opened.add(snapshots);
      deadLetters = DeadLetters.open(deadLog);
      decisions = Decisions.open(this.events, decisionLog);
      state = new FoldedState(options);
      plan = choose();
      done = true;
    } finally {
      if (!done) {
        closeAll(opened);
      }
    }
  }

  /**
   * Opens a pipeline over an event log, or makes a new one. Nothing is executed yet: {@link #plan}
   * says what {@link #run} will do first. The event log stays the caller's.
   *
   * @throws IllegalStateException if one of its folders is open already, here or elsewhere
   * @throws UncheckedIOException if a folder cannot be read or written
   */
  public static Pipeline open(
      Log events, PipelineHome home, PipelineOptions options, EventHandler handler) {
    try {
      return new Pipeline(events, home, options, handler);
    } catch (IOException failed) {
      throw new UncheckedIOException(
          "a pipeline's folders must be readable and writable: " + failed.getMessage(), failed);
    }
  }

  /** The same, waiting between attempts by other means. */
  public Pipeline withSleeper(Consumer<Duration> newSleeper) {
    sleeper = newSleeper;
    return this;
  }

  /** How it comes back. */
  public RestartPlan plan() {
    return plan;
  }

  private RestartPlan choose() {
    List<String> passedOver = new ArrayList<>();
    List<Position> kept = new ArrayList<>(snapshots.positions());
    Collections.reverse(kept);
    for (Position position : kept) {
      String flaw = flaw(position);
      if (flaw == null) {
        next = position.offset();
        return new RestartPlan.FromSnapshot(position, decidedEnd(), passedOver);
      }
      passedOver.add("the snapshot at offset " + position.offset() + ": " + flaw);
      state = new FoldedState(options);
    }
    long start = events.log().startOffset();
    return start == 0
        ? new RestartPlan.FromEmpty(decidedEnd(), passedOver)
        : new RestartPlan.Refused(start, passedOver);
  }

  private long decidedEnd() {
    return Math.max(next, Math.max(decisions.applied(), decisions.committed()));
  }

  /** Restores a snapshot into the state; what is wrong with it, null if nothing. */
  private @Nullable String flaw(Position position) {
    if (!Places.stands(events, position)) {
      return "the event log no longer vouches for its position";
    }
    if (position.offset() < events.log().startOffset()) {
      return "the event log begins only at offset " + events.log().startOffset();
    }
    try (SnapshotReader reader = snapshots.open(position)) {
      state.restore(reader);
      Position tableEnd = Places.read(reader.section(TABLE_END));
      Position deadEnd = Places.read(reader.section(DEAD_END));
      reader.finish();
      if (!Places.stands(new Partition("table", tableLog), tableEnd)) {
        return "the table log no longer vouches for its position";
      }
      return Places.stands(new Partition("dead letters", deadLog), deadEnd)
          ? null
          : "the log of dead letters no longer vouches for its position";
    } catch (DamagedSnapshotException damaged) {
      return String.valueOf(damaged.getMessage());
    } catch (IOException unreadable) {
      throw new UncheckedIOException(
          "a snapshot must be readable, position=" + position, unreadable);
    }
  }

  /**
   * Does what the plan says, once, and then takes in all records up to the event log's end as it is
   * seen. Gives the committed offset.
   *
   * @throws StoppedException if the plan is refused, or the retry policy stops; call again when
   *     what failed is mended
   * @throws UncheckedIOException if something cannot be written; open the pipeline again
   * @throws tidemark.log.RetentionGapException if what is next was removed
   */
  public long run() {
    if (plan instanceof RestartPlan.Refused) {
      throw new StoppedException(
          "a pipeline must have a way back that is proved right: "
              + String.join("; ", plan.lines()),
          null);
    }
    requireSound();
    sound = false;
    try (Cursor cursor = events.log().read(next)) {
      long decidedEnd = decidedEnd();
      while (cursor.next()) {
        Entry entry = cursor.entry();
        boolean again = entry.offset() < decidedEnd;
        if (!again) {
          reconcile();
        }
        take(entry, again);
      }
      reconcile();
      next = Math.max(next, cursor.position()); // A hole at the end.
      settle(placedReplays(next));
      sound = true;
    } catch (StoppedException stopped) {
      sound = true;
      throw stopped;
    }
    return decisions.committed();
  }

  private void requireSound() {
    if (!sound) {
      throw new IllegalStateException(
          "a pipeline must be opened again after it broke off, events=" + events.name());
    }
  }

  private void take(Entry entry, boolean again) {
    Position place = events.place(entry.offset());
    finish(placedReplays(entry.offset()), again);
    Effects effects = decide(entry, place, again);
    List<Event> results = state.fold(entry, place, effects);
    if (effects == null) {
      results.add(Output.event("dead|" + Output.name(place), "dead letter", place));
    }
    next = entry.offset() + 1;
    finish(results, again);
    if (++sinceSnapshot >= options.limits().recordsPerSnapshot() && !again) {
      snapshot();
    }
  }

  private void finish(List<Event> results, boolean again) {
    if (again) {
      publish(results);
    } else {
      settle(results);
    }
  }

  /** Changes and results are durable, then the offset moves. */
  private void settle(List<Event> results) {
    append(state.takeChanged());
    publish(results);
    if (next > decisions.committed()) {
      decisions.commit(next);
    }
  }

  private void append(Map<Bytes, Optional<Bytes>> changes) {
    changes.forEach(
        (key, value) -> tableLog.append(new Event(key, value.orElse(null), 0, List.of())));
    tableLog.sync();
  }

  private void publish(List<Event> results) {
    results.forEach(outputLog::append);
    outputLog.sync();
  }

  /** The table log becomes what the state is, whatever history its last entries are of. */
  private void reconcile() {
    if (reconciled) {
      return;
    }
    state.takeChanged();
    Map<Bytes, Optional<Bytes>> differences = new LinkedHashMap<>();
    Map<Bytes, Bytes> wanted = state.table();
    Map<Bytes, Bytes> there = tableContent();
    wanted.forEach(
        (key, value) -> {
          if (!value.equals(there.get(key))) {
            differences.put(key, Optional.of(value));
          }
        });
    there.keySet().stream()
        .filter(key -> !wanted.containsKey(key))
        .forEach(key -> differences.put(key, Optional.empty()));
    append(differences);
    reconciled = true;
  }

  /** Values by key, as a follower of the table log sees them. */
  public Map<Bytes, Bytes> tableContent() {
    Map<Bytes, Bytes> content = new LinkedHashMap<>();
    try (Cursor cursor = tableLog.read(tableLog.startOffset())) {
      while (cursor.next()) {
        Entry entry = cursor.entry();
        if (entry.value() == null) {
          content.remove(entry.key());
        } else {
          content.put(entry.key(), entry.value());
        }
      }
    }
    return content;
  }

  /**
   * Replays a dead letter: its handler is tried first; then the replay has a place in the order,
   * for ever, before the record that comes next; then its effects are made and published.
   *
   * @throws StoppedException if it still fails; nothing was changed
   * @throws IllegalArgumentException if it is no open dead letter of this pipeline
   */
  public void replay(Position record) {
    requireSound();
    DeadLetter letter = letter(record);
    if (state.hasReplayed(record) || !reconciled) {
      throw new IllegalArgumentException(
          "a replay must be of an open dead letter, and after run, record=" + record);
    }
    effectsOf(letter.entry(), "a replay must not fail again");
    sound = false;
    decisions.place(record, next);
    settle(placedReplays(next));
    sound = true;
  }

  /** The dead letters whose effects are missing in table and windows, in the order they came. */
  public List<DeadLetter> missing() {
    return deadLetters.all().stream()
        .filter(letter -> Places.holds(events, letter.origin().place()))
        .filter(letter -> !state.hasReplayed(letter.origin().place()))
        .toList();
  }

  /** Takes a snapshot now. It counts once its folder is synced; then the oldest goes. */
  public void snapshot() {
    try (SnapshotWriter writer = snapshots.begin(events.log().position(next))) {
      state.save(writer);
      Places.write(end(tableLog), writer.section(TABLE_END));
      Places.write(end(deadLog), writer.section(DEAD_END));
      writer.freeze();
    } catch (IOException failed) {
      throw new UncheckedIOException("a snapshot must be writable, offset=" + next, failed);
    }
    sinceSnapshot = 0;
  }

  private static Position end(Log log) {
    return log.position(log.endOffset());
  }

  /** Retention of the event log may go up to here, exclusive; without a snapshot that is 0. */
  public long neededFromInclusive() {
    return snapshots.neededFromInclusive();
  }

  /** Values by key, in no order; copied. */
  public Map<Bytes, Bytes> table() {
    return state.table();
  }

  /** The watermark; −∞ before the first event. */
  public long watermark() {
    return state.watermark();
  }

  /** How many events were late. */
  public long lateCount() {
    return state.lateCount();
  }

  /** Everything below this offset is in the table and published. */
  public long committed() {
    return decisions.committed();
  }

  /** What has been published and still holds, by key. */
  public Map<String, String> published() {
    return Output.read(outputLog, events);
  }

  /** Closes its own folders. The event log stays open. */
  @Override
  public void close() {
    closeAll(List.of(tableLog, deadLog, decisionLog, outputLog, snapshots));
  }

  private static void closeAll(List<? extends AutoCloseable> all) {
    RuntimeException failure = null;
    for (AutoCloseable one : all) {
      try {
        one.close();
      } catch (Exception failed) {
        failure = failure == null ? new IllegalStateException(failed) : failure;
        failure.addSuppressed(failed);
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private List<Event> placedReplays(long atOffset) {
    List<Event> results = new ArrayList<>();
    for (Decisions.Placed placed : decisions.replays()) {
      if (placed.atOffset() <= atOffset && !state.hasReplayed(placed.record())) {
        results.addAll(replayed(placed));
      }
    }
    return results;
  }

  private List<Event> replayed(Decisions.Placed placed) {
    DeadLetter letter = letter(placed.record());
    Effects effects = effectsOf(letter.entry(), "a replay that was placed must not fail again");
    return state.replay(placed.record(), letter.entry().event(), effects);
  }

  private DeadLetter letter(Position record) {
    return deadLetters.all().stream()
        .filter(letter -> letter.origin().place().equals(record))
        .findFirst()
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "a replay must be of a dead letter that is kept, record=" + record));
  }

  /** The effects of a record, null if it is a dead letter: what was decided before stays so. */
  private @Nullable Effects decide(Entry entry, Position place, boolean again) {
    if (deadLetters.holds(place)) {
      return null;
    }
    if (again && entry.offset() < decisions.applied()) {
      return effectsOf(entry, "a record that was applied must not fail when it is executed again");
    }
    return firstDecision(entry);
  }

  private Effects effectsOf(Entry entry, String rule) {
    Effects effects = new Effects();
    try {
      handler.handle(entry, effects);
      state.requireFoldable(entry, effects);
      return effects;
    } catch (Exception failure) {
      throw stopped(entry, rule, failure);
    }
  }

  private @Nullable Effects firstDecision(Entry entry) {
    int before = decisions.starts(entry.offset());
    if (before >= options.limits().maxStarts()) {
      deadLetter(
          entry,
          new Reason("the process ended at it, " + before + " times", null, null, before),
          ReplayPolicy.BY_HAND);
      return null;
    }
    decisions.start(entry.offset());
    for (int attempt = before + 1; ; attempt++) {
      Effects effects = new Effects();
      try {
        handler.handle(entry, effects);
        state.requireFoldable(entry, effects);
      } catch (Exception failure) {
        if (failed(entry, failure, attempt)) {
          return null;
        }
        continue;
      }
      decisions.apply(entry.offset() + 1);
      return effects;
    }
  }

  /** Whether it is a dead letter now; else it is tried again. */
  private boolean failed(Entry entry, Exception failure, int attempt) {
    Decision decision = options.retry().decide(failure, attempt);
    if (decision instanceof Decision.Retry retry) {
      sleeper.accept(retry.after());
      return false;
    }
    if (decision instanceof Decision.DeadLetter dead) {
      deadLetter(entry, Reason.of(dead.reason(), failure, attempt), dead.replay());
      return true;
    }
    decisions.takeBackStart(entry.offset());
    throw stopped(entry, "a pipeline must stop where the fault is not the record's", failure);
  }

  private void deadLetter(Entry entry, Reason reason, ReplayPolicy replay) {
    deadLetters.add(DeadLetter.of(events, entry, reason, replay));
    decisions.apply(entry.offset() + 1);
  }

  private static StoppedException stopped(Entry entry, String rule, Exception cause) {
    if (cause instanceof InterruptedException) {
      Thread.currentThread().interrupt();
    }
    return new StoppedException(
        rule + ", offset=" + entry.offset() + "; mend what failed and run again: " + cause, cause);
  }

  private static void sleep(Duration duration) {
    try {
      Thread.sleep(duration.toMillis());
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new StoppedException("a wait between attempts must not be interrupted", interrupted);
    }
  }
}
