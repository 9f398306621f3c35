package tidemark.pipeline;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import tidemark.deadletter.DeadLetter;
import tidemark.deadletter.DeadLetters;
import tidemark.deadletter.Partition;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.Position;

/**
 * Takes in records and makes their effects durable, in the order that {@link Pipeline} describes.
 * After an exception other than {@link Pipeline.StoppedException} it must not be used again. One
 * thread.
 */
final class Execution {
  /** After how many records that are executed again their results are published with one sync. */
  private static final int AGAIN = 256;

  private final PipelineOptions options;
  private final Partition events;
  private final Stores stores;
  private final Decisions decisions;
  private final DeadLetters deadLetters;
  private final Attempts attempts;
  private final TableKeeper table;
  private final FoldedState state;
  private List<Event> results = new ArrayList<>();
  private long next;

  /** The start of every record below this offset is durable. */
  private long groupEnd;

  private long executedAgain;
  private int sinceSnapshot;

  Execution(PipelineOptions options, Parts parts, Attempts attempts, Restart.Found found) {
    this.options = options;
    this.events = parts.events();
    this.stores = parts.stores();
    this.decisions = parts.decisions();
    this.deadLetters = parts.deadLetters();
    this.attempts = attempts;
    this.table = new TableKeeper(stores.table());
    this.state = found.state();
    this.next = found.next();
  }

  /** The first offset that is not in the state. */
  long next() {
    return next;
  }

  /** Whether all that was decided has been executed again, and the table log equals the table. */
  boolean isCaughtUp() {
    return table.isReconciled();
  }

  /** Takes in at most this many records, and stops earlier if {@code stopping} says so. */
  void run(long mostRecords, BooleanSupplier stopping, Runnable snapshot) {
    try (Cursor cursor = events.log().read(next)) {
      long decidedEnd = decisions.decidedEnd();
      long left = mostRecords;
      while (left > 0 && !stopping.getAsBoolean() && cursor.next()) {
        take(cursor.entry(), decidedEnd);
        if (sinceSnapshot >= options.limits().recordsPerSnapshot()) {
          sinceSnapshot = 0;
          settle();
          snapshot.run();
        }
        left--;
      }
      boolean isAtEnd = left > 0 && !stopping.getAsBoolean();
      long end = isAtEnd ? Math.max(next, cursor.position()) : next; // A hole at the end.
      if (end >= decidedEnd) {
        reconcile();
        replayUpTo(end); // Also what stands before an offset in the hole.
        next = end;
        settle();
      }
      decisions.sync();
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
    if (again) {
      if (++executedAgain % AGAIN == 0) {
        publish();
      }
    } else {
      sinceSnapshot++;
      if (next >= groupEnd) {
        settle();
      }
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
      groupEnd = entry.offset() + 1;
      return attempts.decide(entry, state);
    }
    if (entry.offset() >= groupEnd) {
      groupEnd = entry.offset() + most;
      decisions.startGroup(entry.offset(), groupEnd);
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

  private void publish() {
    results.forEach(stores.output()::append);
    stores.output().sync();
    results = new ArrayList<>();
  }

  /** Makes decisions, then changes, then results durable; then moves the committed offset. */
  void settle() {
    if (next > decisions.applied()) {
      decisions.apply(next);
    }
    table.append(state.cells().takeChanged());
    publish();
    if (next > decisions.committed()) {
      decisions.commit(next);
    }
  }

  /** Makes the table log equal to the table, once, when all decided records are executed again. */
  private void reconcile() {
    if (!table.isReconciled()) {
      publish();
      state.cells().takeChanged();
      table.reconcile(state.cells().values());
      for (Decisions.Placed placed : decisions.replays()) {
        if (state.hasReplayed(placed.record()) && deadLetters.holds(placed.record())) {
          deadLetters.settle(placed.record(), DeadLetters.Settlement.REPLAYED);
        }
      }
    }
  }

  /** Makes the replays whose places are before the record at an offset. */
  void replayUpTo(long offset) {
    for (Decisions.Placed placed : decisions.replays(next, offset)) {
      if (!state.hasReplayed(placed.record())) {
        Entry entry = letter(placed.record()).entry();
        Effects effects =
            attempts.again(entry, state, "a replay that was placed must not fail again");
        results.addAll(state.replay(placed, entry.event(), effects));
      }
    }
  }

  /** The dead letter of a record; an error if none is kept. */
  DeadLetter letter(Position record) {
    DeadLetter letter = deadLetters.letter(record);
    if (letter == null) {
      throw new IllegalArgumentException(
          "a replay must be of a dead letter that is kept, record="
              + record
              + "; take one of missing()");
    }
    return letter;
  }

  /** Gives the replay of an open dead letter a place, makes it, and publishes it. */
  void replay(DeadLetter letter) {
    Position record = letter.origin().place();
    decisions.place(record, next);
    replayUpTo(next);
    settle();
    decisions.sync();
    deadLetters.settle(record, DeadLetters.Settlement.REPLAYED);
  }

  /** Fails if a dead letter still fails; changes nothing. */
  void tryAgain(DeadLetter letter) {
    attempts.again(letter.entry(), state, "a replay must not fail again");
  }

  /** Values by key, as a follower of the table log sees them. */
  Map<Bytes, Bytes> tableContent() {
    return table.content();
  }
}
