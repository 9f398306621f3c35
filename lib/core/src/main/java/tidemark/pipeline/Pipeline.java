package tidemark.pipeline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tidemark.deadletter.DeadLetter;
import tidemark.deadletter.DeadLetters;
import tidemark.deadletter.Partition;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.Log;
import tidemark.log.Position;
import tidemark.snapshot.SnapshotWriter;

/**
 * One consumer: an event log in; a table, windows, dead letters and published results out.
 *
 * <p><b>The order of writes</b>, each durable before the next. Records are taken in groups of
 * {@link PipelineOptions.Limits#recordsPerGroup}, so that they share a sync:
 *
 * <ol>
 *   <li>The <i>start</i> on the group; of a record that goes alone, its own start, which is
 *       counted. A record goes alone if an attempt at it has failed, or a process has ended in its
 *       group.
 *   <li>For each record k: replays placed at k come first. If there is a dead letter for k it is
 *       dead. Otherwise it is tried; when the policy gives it up, its <i>dead letter</i> is
 *       written. Then it is folded into the state ({@link FoldedState}), in memory.
 *   <li>The mark <i>applied</i>: every record of the group is decided, and not again.
 *   <li>The changes of the table, each key once.
 *   <li>The results.
 *   <li>The mark <i>committed</i>.
 *   <li>Now and then a <i>snapshot</i>, which holds the whole state and names a position in each
 *       log; when its folder is synced the oldest goes, and then what only that one needed ({@link
 *       Cleaner}).
 * </ol>
 *
 * <p><b>A restart</b> publishes the writer's epoch; opens the logs, which cuts what no one has
 * vouched for; makes a {@link RestartPlan} and tells it; restores the newest snapshot whose
 * positions all hold, or begins from empty; executes again what was decided, publishing again under
 * the same keys, and stops if that fails, for its results are out already; and then appends the
 * difference between the state and the table log, which may hold changes of a lost history.
 *
 * <p><b>One writer at a time.</b> {@link #open} succeeds a process that has ended: the lock of the
 * folders proves it. {@link #takeOver} succeeds one that may live. Each write and flush is followed
 * by a look at the newest epoch, before anything is acknowledged: a process that was succeeded ends
 * with a {@link FencedException}, and what it wrote since does not count. <b>What a handler does
 * outside of its {@link Effects} cannot be taken back, nor fenced</b>: a process that was taken
 * over may still call its handler on the group that it had begun.
 *
 * <p>One thread; only {@link #stopSoon} may be called by others.
 */
public final class Pipeline implements AutoCloseable {
  /** Results that are published again share a sync in groups of so many records, at least. */
  private static final int AGAIN = 256;

  private final PipelineOptions options;
  private final Partition events;
  private final Stores stores;
  private final DeadLetters deadLetters;
  private final Decisions decisions;
  private final Attempts attempts;
  private final TableKeeper table;
  private final FoldedState state;
  private final RestartPlan plan;
  private final Cleaner cleaner;
  private List<Event> results = new ArrayList<>();
  private long next;
  private int inGroup;
  private int sinceSnapshot;
  private @Nullable Position lastSnapshot;
  private boolean sound = true;
  private volatile boolean stopping;

  /** The fault is not the record's, or the plan was refused: nothing was skipped. */
  public static final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    StoppedException(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }

  private Pipeline(Log log, Stores stores, PipelineOptions options, EventHandler handler) {
    this.options = options;
    this.stores = stores;
    events = new Partition(options.name(), log);
    deadLetters = DeadLetters.openCleaned(stores.deadLetters());
    decisions = Decisions.open(events, stores.decisions());
    attempts = new Attempts(options, handler, events, decisions, deadLetters);
    table = new TableKeeper(stores.table());
    Restart.Found found = Restart.choose(events, stores, options, decisions.decidedEnd());
    plan = found.plan();
    state = found.state();
    next = found.next();
    lastSnapshot = found.from();
    cleaner = new Cleaner(options, events, stores, decisions, deadLetters);
  }

  /**
   * Opens a pipeline over an event log, or makes a new one. Nothing is executed yet: {@link #plan}
   * says what {@link #run} will do first. The event log stays the caller's.
   *
   * @throws IllegalStateException if another process, or this one, has it open; if that one must be
   *     given up, {@link #takeOver} it
   * @throws FencedException if another process opens it or takes it over at this moment
   * @throws UncheckedIOException if a folder cannot be read or written
   */
  public static Pipeline open(
      Log events, PipelineHome home, PipelineOptions options, EventHandler handler) {
    return open(events, home, options, handler, false);
  }

  /**
   * The same, from a process that may live, be paused, or hold the lock for ever: it is fenced, and
   * its logs end where this finds them. All folders are copied, so that takes time and room in
   * proportion to them.
   *
   * @throws FencedException if another process opens it or takes it over at this moment
   * @throws UncheckedIOException if a folder cannot be read or written; the old process is fenced
   *     all the same, unless its folder could not be written
   */
  public static Pipeline takeOver(
      Log events, PipelineHome home, PipelineOptions options, EventHandler handler) {
    return open(events, home, options, handler, true);
  }

  private static Pipeline open(
      Log events,
      PipelineHome home,
      PipelineOptions options,
      EventHandler handler,
      boolean takeOver) {
    Stores stores = null;
    Pipeline opened = null;
    try {
      stores = Stores.open(home, options, takeOver);
      opened = new Pipeline(events, stores, options, handler);
      return opened;
    } catch (IOException failed) {
      throw new UncheckedIOException(
          "a pipeline's folders must be readable and writable: " + failed.getMessage(), failed);
    } finally {
      if (opened == null && stores != null) {
        stores.close();
      }
    }
  }

  /** The same, waiting between attempts by other means. */
  public Pipeline withSleeper(Consumer<Duration> newSleeper) {
    attempts.sleepBy(newSleeper);
    return this;
  }

  /** How it comes back. */
  public RestartPlan plan() {
    return plan;
  }

  /**
   * Does what the plan says, once, and then takes in all records up to the event log's end as it is
   * seen, or up to a record of its choice after {@link #stopSoon}. Gives the committed offset.
   *
   * @throws StoppedException if the plan is refused, or the retry policy or the breaker stops; call
   *     again when what failed is mended
   * @throws FencedException if another process has taken over
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
      long decidedEnd = decisions.decidedEnd();
      while (!stopping && cursor.next()) {
        take(cursor.entry(), decidedEnd);
      }
      if (!stopping) {
        next = Math.max(next, cursor.position()); // A hole at the end.
      }
      if (next >= decidedEnd) {
        reconcile();
        replayUpTo(next);
        settle();
      }
      decisions.sync();
      sound = true;
    } catch (StoppedException stopped) {
      sound = true;
      throw stopped;
    }
    return decisions.committed();
  }

  /** Lets {@link #run} end after the group of records that it is in. Any thread. */
  public void stopSoon() {
    stopping = true;
  }

  private void requireSound() {
    if (!sound) {
      throw new IllegalStateException(
          "a pipeline must be opened again after it broke off, events=" + events.name());
    }
  }

  private void take(Entry entry, long decidedEnd) {
    boolean again = entry.offset() < decidedEnd;
    if (!again) {
      reconcile();
    }
    replayUpTo(entry.offset());
    Position place = events.place(entry.offset());
    Effects effects = deadLetters.holds(place) ? null : effects(entry, again);
    results.addAll(state.fold(entry, place, effects));
    if (effects == null) {
      results.add(Output.event("dead|" + Output.name(place), "dead letter", place));
    }
    next = entry.offset() + 1;
    inGroup++;
    if (again) {
      endGroupAgain();
    } else {
      endGroup();
    }
  }

  private @Nullable Effects effects(Entry entry, boolean again) {
    if (again) {
      return attempts.again(
          entry, state, "a record that was applied must not fail when it is executed again");
    }
    int most = options.limits().recordsPerGroup();
    if (most == 1 || decisions.mustGoAlone(entry.offset())) {
      settle();
      return attempts.decide(entry, state);
    }
    if (inGroup == 0) {
      decisions.startGroup(entry.offset(), entry.offset() + most);
    }
    Effects effects = new Effects();
    Exception failure = attempts.attempt(entry, state, effects);
    if (failure == null) {
      return effects;
    }
    settle();
    decisions.start(entry.offset());
    return attempts.decideAfter(entry, state, failure);
  }

  private void endGroupAgain() {
    if (inGroup >= Math.max(AGAIN, options.limits().recordsPerGroup())) {
      publish();
    }
  }

  private void endGroup() {
    sinceSnapshot++;
    boolean full = inGroup >= options.limits().recordsPerGroup();
    boolean due = sinceSnapshot >= options.limits().recordsPerSnapshot();
    if (full || due || stopping) {
      settle();
    }
    if (due) {
      snapshot();
    }
  }

  private void publish() {
    results.forEach(stores.output()::append);
    stores.output().sync();
    results = new ArrayList<>();
    inGroup = 0;
  }

  /** Decisions, then changes, then results are durable; then the offset moves. */
  private void settle() {
    if (next > decisions.applied()) {
      decisions.apply(next);
    }
    table.append(state.takeChanged());
    publish();
    if (next > decisions.committed()) {
      decisions.commit(next);
    }
  }

  /** Once, when all that was decided has been executed again. */
  private void reconcile() {
    if (!table.isReconciled()) {
      publish();
      state.takeChanged();
      table.reconcile(state.table());
    }
  }

  /** Replays that stand before the record at an offset. */
  private void replayUpTo(long offset) {
    for (Decisions.Placed placed : decisions.replays(next, offset)) {
      if (!state.hasReplayed(placed.record())) {
        Entry entry = letter(placed.record()).entry();
        Effects effects =
            attempts.again(entry, state, "a replay that was placed must not fail again");
        results.addAll(state.replay(placed.record(), entry.event(), effects));
      }
    }
  }

  private DeadLetter letter(Position record) {
    DeadLetter letter = deadLetters.letter(record);
    if (letter == null) {
      throw new IllegalArgumentException(
          "a replay must be of a dead letter that is kept, record=" + record);
    }
    return letter;
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
    if (!isMissing(letter) || !table.isReconciled()) {
      throw new IllegalArgumentException(
          "a replay must be of an open dead letter, and after run, record=" + record);
    }
    attempts.again(letter.entry(), state, "a replay must not fail again");
    sound = false;
    decisions.place(record, next);
    replayUpTo(next);
    settle();
    decisions.sync();
    deadLetters.settle(record, DeadLetters.Settlement.REPLAYED);
    sound = true;
  }

  /**
   * Gives up a dead letter: a person decides that nothing is missing without it. Durable on return.
   *
   * @param reason why, for whoever asks later
   * @throws IllegalArgumentException if it is no open dead letter of this pipeline, or no reason
   */
  public void discard(Position record, String reason) {
    requireSound();
    deadLetters.discard(record, reason);
  }

  /**
   * Tells the breaker that the dead letters so far are poison and no outage, and that this many
   * more in a row are to be expected. Durable on return.
   *
   * @throws IllegalStateException if there is no dead letter
   */
  public void releaseBreaker(int more) {
    requireSound();
    deadLetters.releaseBreaker(events, more);
  }

  /** The dead letters whose effects are missing in table and windows, by their records' offsets. */
  public List<DeadLetter> missing() {
    return deadLetters.all().stream()
        .filter(this::isMissing)
        .sorted(Comparator.comparingLong(letter -> letter.entry().offset()))
        .toList();
  }

  private boolean isMissing(DeadLetter letter) {
    Position place = letter.origin().place();
    boolean discarded =
        deadLetters
            .settlement(place)
            .filter(settlement -> settlement == DeadLetters.Settlement.DISCARDED)
            .isPresent();
    return !discarded && !state.hasReplayed(place) && Places.holds(events, place);
  }

  /**
   * Takes a snapshot now, unless there is one of this position. It counts once its folder is
   * synced; then the oldest goes, and what only that one needed.
   *
   * @throws IllegalStateException before the plan was carried out
   */
  public void snapshot() {
    Position position = events.log().position(next);
    sinceSnapshot = 0;
    if (position.equals(lastSnapshot)) {
      return; // Replays since then have a durable place after it.
    }
    if (!table.isReconciled()) {
      throw new IllegalStateException(
          "a snapshot must be taken after the plan was carried out: call run, next=" + next);
    }
    settle();
    cleaner.beforeSnapshot();
    try (SnapshotWriter writer = stores.snapshots().begin(position)) {
      SnapshotEnds.of(stores).write(writer);
      state.save(writer);
      writer.freeze();
    } catch (IOException failed) {
      throw new UncheckedIOException("a snapshot must be writable, offset=" + next, failed);
    }
    lastSnapshot = position;
    cleaner.afterSnapshot(state, missing());
  }

  /** Retention of the event log may go up to here, exclusive; without a snapshot that is 0. */
  public long neededFromInclusive() {
    return stores.snapshots().neededFromInclusive();
  }

  /** Values by key, in no order; copied. */
  public Map<Bytes, Bytes> table() {
    return state.table();
  }

  /** Values by key, as a follower of the table log sees them. */
  public Map<Bytes, Bytes> tableContent() {
    return table.content();
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
    return Output.read(stores.output(), events);
  }

  /**
   * Closes its own folders; a snapshot is not taken. The event log stays open. A pipeline that was
   * fenced only lets go of its files.
   */
  @Override
  public void close() {
    stores.close();
  }
}
