package tidemark.pipeline;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tidemark.deadletter.DeadLetter;
import tidemark.deadletter.DeadLetters;
import tidemark.deadletter.Partition;
import tidemark.lag.Lag;
import tidemark.log.Bytes;
import tidemark.log.Log;
import tidemark.log.Position;
import tidemark.log.Retention;
import tidemark.snapshot.SnapshotWriter;
import tidemark.storage.Storage;

/**
 * One consumer: an event log in; a table, windows, dead letters and published results out.
 *
 * <p><b>The order of writes</b>, each durable before the next. Records are taken in groups of
 * {@link PipelineOptions.Limits#recordsPerGroup}, so that they share a sync:
 *
 * <ol>
 *   <li>The <i>start</i> of the group; for a record that goes alone, its own start, which is
 *       counted. A record goes alone if an attempt at it has failed, or if a process has ended in
 *       its group.
 *   <li>For each record k: replays that were placed before k come first. If k is a dead letter
 *       already, the handler is not called. Otherwise it is; if it fails and the retry policy gives
 *       the record up, its <i>dead letter</i> is written. Then k is folded into the state ({@link
 *       FoldedState}), in memory.
 *   <li>The mark <i>applied</i>: every record of the group is decided, and will not be decided
 *       again.
 *   <li>The changes of the table, in the table log, each key once.
 *   <li>The results, in the output log.
 *   <li>The mark <i>committed</i>.
 *   <li>Now and then a <i>snapshot</i>, which holds the whole state and names a position in each
 *       log. Once its folder is synced the oldest snapshot is deleted, and then whatever only that
 *       one needed ({@link Cleaner}).
 * </ol>
 *
 * <p><b>A restart</b> publishes the writer's epoch; opens the logs, which cuts off damaged records
 * above their synced ends; makes a {@link RestartPlan}, which {@link #plan} shows; restores the
 * newest snapshot whose positions are all still valid, or begins from empty; executes again the
 * records that were decided, and publishes their results again under the same keys. If a handler
 * now fails on such a record the pipeline stops, because the record's results are out already. At
 * last it appends the difference between the state and the table log, which may hold changes made
 * by records that were lost.
 *
 * <p><b>One writer at a time.</b> {@link #open} follows a process that has ended: the lock of the
 * folders proves that it has. {@link #takeOver} follows one that may still run. After each write
 * and each flush, and before it acknowledges anything, a process looks whether its epoch is still
 * the newest one. If another process has taken over, it ends with a {@link FencedException}, and
 * what it wrote since then does not count. <b>What a handler does outside of its {@link Effects}
 * can neither be taken back nor fenced</b>: after a take-over the old process may still call its
 * handler for the group that it had begun.
 *
 * <p>Not thread-safe: one thread uses it, and only {@link #stopSoon} may be called by others.
 */
public final class Pipeline implements AutoCloseable {
  private final PipelineOptions options;
  private final Partition events;
  private final Stores stores;
  private final DeadLetters deadLetters;
  private final Decisions decisions;
  private final Attempts attempts;
  private final FoldedState state;
  private final RestartPlan plan;
  private final Execution execution;
  private final Cleaner cleaner;
  private @Nullable Position lastSnapshot;
  private boolean sound = true;
  private volatile boolean stopping;

  /**
   * The pipeline stopped: a failure is not the record's fault, there were too many dead letters in
   * a row, or the restart plan is refused. No record was skipped.
   */
  public static final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    StoppedException(String message, @Nullable Throwable cause) {
      super(message, cause);
    }
  }

  private Pipeline(Log log, Stores stores, PipelineOptions options, EventHandler handler) {
    Parts parts = Parts.open(options, log, stores);
    this.options = options;
    this.stores = stores;
    events = parts.events();
    deadLetters = parts.deadLetters();
    decisions = parts.decisions();
    attempts = new Attempts(options, handler, parts);
    Restart.Found found = Restart.choose(options, parts);
    plan = found.plan();
    state = found.state();
    lastSnapshot = found.from();
    execution = new Execution(options, parts, attempts, found);
    cleaner = new Cleaner(options, parts);
  }

  /**
   * Opens a pipeline over an event log, or makes a new one. Nothing is executed yet: {@link #plan}
   * says what {@link #run} will do first. The event log stays the caller's.
   *
   * @throws IllegalStateException if this process or another one has it open; if that one cannot be
   *     ended, use {@link #takeOver}
   * @throws FencedException if another process opens it or takes it over at this moment
   * @throws UncheckedIOException if a folder cannot be read or written
   */
  public static Pipeline open(
      Log events, PipelineHome home, PipelineOptions options, EventHandler handler) {
    return open(events, home, options, handler, false);
  }

  /**
   * The same, but takes the pipeline over from a process that may still run, be paused, or hold the
   * lock for ever. That process is fenced, and its logs end where this finds them. All folders are
   * copied, which takes time and disk space in proportion to their size.
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
          "a pipeline's folders must be readable and writable; see to them, and open it again: "
              + Storage.reason(failed),
          failed);
    } finally {
      if (opened == null && stores != null) {
        stores.close();
      }
    }
  }

  /** Makes this pipeline wait between attempts by {@code newSleeper}, and returns it. */
  public Pipeline withSleeper(Consumer<Duration> newSleeper) {
    attempts.sleepBy(newSleeper);
    return this;
  }

  /** What {@link #run} does first after this pipeline was opened. */
  public RestartPlan plan() {
    return plan;
  }

  /**
   * Carries out the plan, once, and then takes in all records up to the end of the event log, or
   * until {@link #stopSoon}. Returns the committed offset.
   *
   * @throws StoppedException if the plan is refused, or the retry policy or the breaker stops; call
   *     again when the cause is removed
   * @throws FencedException if another process has taken over
   * @throws UncheckedIOException if something cannot be written; open the pipeline again
   * @throws IllegalStateException if an earlier call ended with an exception other than {@link
   *     StoppedException}; open the pipeline again
   * @throws tidemark.log.RetentionGapException if retention removed the next record
   */
  public long run() {
    return run(Long.MAX_VALUE);
  }

  /**
   * The same, for at most this many records; those that the plan executes again are counted too.
   *
   * @param mostRecords at least 1
   */
  public long run(long mostRecords) {
    if (plan instanceof RestartPlan.Refused) {
      throw new StoppedException(
          "a pipeline must have a way back that is proved right: "
              + String.join("; ", plan.lines()),
          null);
    }
    requireSound();
    sound = false;
    try {
      execution.run(mostRecords, () -> stopping, this::snapshot);
      sound = true;
    } catch (StoppedException stopped) {
      sound = true;
      throw stopped;
    }
    return decisions.committed();
  }

  /**
   * Makes {@link #run} return after the present record; what it has decided is durable then. Later
   * runs take in nothing. May be called by any thread.
   */
  public void stopSoon() {
    stopping = true;
  }

  private void requireSound() {
    if (!sound) {
      throw new IllegalStateException(
          "a pipeline must be opened again after it broke off, events="
              + events.name()
              + "; close it first");
    }
  }

  /**
   * Replays a dead letter. First the handler is called for it; then the replay gets its durable
   * place in the order, before the next record; then its effects are made and published.
   *
   * @param record the identity of the dead letter's record
   * @throws StoppedException if the handler still fails; nothing was changed
   * @throws IllegalArgumentException if it is no open dead letter of this pipeline
   */
  public void replay(Position record) {
    requireSound();
    DeadLetter letter = execution.letter(record);
    if (!isMissing(letter) || !execution.isCaughtUp()) {
      throw new IllegalArgumentException(
          "a replay must be of an open dead letter, and after run, record="
              + record
              + "; call run, and take one of missing()");
    }
    execution.tryAgain(letter);
    sound = false;
    execution.replay(letter);
    sound = true;
  }

  /**
   * Discards a dead letter: a person decides that nothing is missing without it. Durable on return.
   *
   * @param record the identity of the dead letter's record
   * @param reason why, for people to read later
   * @throws IllegalArgumentException if it is no open dead letter of this pipeline, or no reason
   */
  public void discard(Position record, String reason) {
    requireSound();
    deadLetters.discard(record, reason);
  }

  /**
   * Tells the breaker that the dead letters so far are poison, and not the work of an outage, and
   * allows this many more in a row after the newest one. Durable on return.
   *
   * @throws IllegalStateException if there is no dead letter
   * @throws IllegalArgumentException if {@code more < 1}
   */
  public void releaseBreaker(int more) {
    requireSound();
    deadLetters.releaseBreaker(events, more);
  }

  /** The dead letters whose effects are missing in table and windows, ordered by offset; copied. */
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
   * Takes a snapshot now, unless the last one is of this position. Once its folder is synced, the
   * oldest snapshot is deleted, and then whatever only that one needed.
   *
   * @throws IllegalStateException if the plan is not carried out yet: call {@link #run} first
   * @throws UncheckedIOException if it cannot be written; the snapshots before it stay
   */
  public void snapshot() {
    Position position = events.log().position(execution.next());
    if (position.equals(lastSnapshot)) {
      return; // Replays since then have a durable place after it.
    }
    if (!execution.isCaughtUp()) {
      throw new IllegalStateException(
          "a snapshot must be taken after the plan was carried out, next="
              + position.offset()
              + "; call run first");
    }
    execution.settle();
    cleaner.beforeSnapshot();
    try (SnapshotWriter writer = begin(position)) {
      SnapshotEnds.of(stores).write(writer);
      state.save(writer);
      writer.freeze();
    } catch (IOException failed) {
      throw new UncheckedIOException(
          "a snapshot must be writable, position="
              + position
              + "; the ones before it stay: "
              + Storage.reason(failed),
          failed);
    }
    lastSnapshot = position;
    cleaner.afterSnapshot(state, missing());
  }

  /** A large table is saved as a change on the last snapshot, if that one is still kept. */
  private SnapshotWriter begin(Position position) {
    Position last = lastSnapshot;
    return last != null
            && state.cells().knowsChanges()
            && stores.snapshots().positions().contains(last)
        ? stores.snapshots().beginChange(position, last)
        : stores.snapshots().begin(position);
  }

  /**
   * Compacts the table log now, below what the oldest kept snapshot needs; without a snapshot
   * nothing is removed, and while a kept snapshot is damaged nothing is done. A snapshot does it by
   * itself when {@link PipelineOptions.Cleaning#records} were added.
   *
   * @throws UncheckedIOException if it cannot be done; no entry that should stay is lost then, and
   *     it may be tried again
   */
  public void compact() {
    requireSound();
    cleaner.compactTable();
  }

  /**
   * Retention of the event log must keep everything at or after this offset; 0 if there is no
   * snapshot.
   */
  public long neededFromInclusive() {
    return stores.snapshots().neededFromInclusive();
  }

  /** The table: values by key, in no order; copied. */
  public Map<Bytes, Bytes> table() {
    return state.cells().values();
  }

  /** Values by key, as a follower of the table log sees them; reads the whole table log. */
  public Map<Bytes, Bytes> tableContent() {
    return execution.tableContent();
  }

  /** Where the table log ends. */
  long tableOffsets() {
    return stores.table().endOffset();
  }

  /** How many entries the table log still has. */
  long tableEntries() {
    return stores.table().entries(stores.table().startOffset()).size();
  }

  /** The watermark, in ms of event time; −∞ before the first event. */
  public long watermark() {
    return state.watermark();
  }

  /** How many events were late, since the beginning. */
  public long lateCount() {
    return state.lateCount();
  }

  /** Everything below this offset is in the table and published. */
  public long committed() {
    return decisions.committed();
  }

  /** The published results that still hold, by key: see {@link Output#read}. */
  public Map<String, String> published() {
    return Output.read(stores.output(), events);
  }

  /** How far this pipeline has come. It reads all records that are left, to count them. */
  public PipelineProgress progress() {
    long now = options.clock().millis();
    List<Position> kept = stores.snapshots().positions();
    return new PipelineProgress(
        options.name(),
        Lag.of(events.log(), decisions.committed(), now),
        Lag.eventTimeDelay(now, state.watermark()),
        new PipelineProgress.Counts(
            state.lateCount(),
            deadLetters.all().size(),
            missing().size(),
            state.cells().size(),
            state.openWindows(),
            deadLetters.size() + decisions.size()),
        kept.isEmpty() ? OptionalLong.empty() : OptionalLong.of(kept.get(kept.size() - 1).offset()),
        neededFromInclusive());
  }

  /** A follower of the table log: with it another thread can read the table meanwhile. */
  public TableFollower follower() {
    return TableFollower.of(stores.table());
  }

  /**
   * Removes old results from the output log, in whole segments. Whoever reads the output must have
   * read them before. A restart may publish some of them again.
   */
  public void retainOutput(Retention retention) {
    requireSound();
    stores.output().roll();
    stores.output().retain(retention);
  }

  /**
   * Closes the pipeline's own folders. It takes no snapshot, and the event log stays open. If this
   * process was fenced it writes nothing more, and only closes its files.
   */
  @Override
  public void close() {
    stores.close();
  }
}
