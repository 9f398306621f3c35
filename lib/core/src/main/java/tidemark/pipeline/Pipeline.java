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

  /** The fault is not the record's, or the plan was refused: nothing was skipped. */
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
   * seen, or as it is after {@link #stopSoon}. Gives the committed offset.
   *
   * @throws StoppedException if the plan is refused, or the retry policy or the breaker stops; call
   *     again when what failed is mended
   * @throws FencedException if another process has taken over
   * @throws UncheckedIOException if something cannot be written; open the pipeline again
   * @throws tidemark.log.RetentionGapException if what is next was removed
   */
  public long run() {
    return run(Long.MAX_VALUE);
  }

  /**
   * The same, for at most so many records, those included that are executed again.
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

  /**
   * Replays a dead letter: its handler is tried first; then the replay has a place in the order,
   * for ever, before the record that comes next; then its effects are made and published.
   *
   * @throws StoppedException if it still fails; nothing was changed
   * @throws IllegalArgumentException if it is no open dead letter of this pipeline
   */
  public void replay(Position record) {
    requireSound();
    DeadLetter letter = execution.letter(record);
    if (!isMissing(letter) || !execution.isCaughtUp()) {
      throw new IllegalArgumentException(
          "a replay must be of an open dead letter, and after run, record=" + record);
    }
    execution.tryAgain(letter);
    sound = false;
    execution.replay(letter);
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
    Position position = events.log().position(execution.next());
    if (position.equals(lastSnapshot)) {
      return; // Replays since then have a durable place after it.
    }
    if (!execution.isCaughtUp()) {
      throw new IllegalStateException(
          "a snapshot must be taken after the plan was carried out: call run, next="
              + position.offset());
    }
    execution.settle();
    cleaner.beforeSnapshot();
    try (SnapshotWriter writer = stores.snapshots().begin(position)) {
      SnapshotEnds.of(stores).write(writer);
      state.save(writer);
      writer.freeze();
    } catch (IOException failed) {
      throw new UncheckedIOException("a snapshot must be writable, position=" + position, failed);
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
    return state.cells().values();
  }

  /** Values by key, as a follower of the table log sees them. */
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

  /** How far it has come; reads all records that are left, to count them. */
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

  /** A follower of the table log, for a thread that reads the table while this one goes on. */
  public TableFollower follower() {
    return TableFollower.of(stores.table());
  }

  /**
   * Removes old results, whole segments of them: those who read them must have done so. What a
   * restart publishes again is not affected.
   */
  public void retainOutput(Retention retention) {
    requireSound();
    stores.output().roll();
    stores.output().retain(retention);
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
