package tidemark.pipeline;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.Position;
import tidemark.snapshot.SnapshotReader;
import tidemark.snapshot.SnapshotWriter;
import tidemark.time.EventTime;
import tidemark.time.Watermarks;
import tidemark.window.Aggregate;
import tidemark.window.Counter;
import tidemark.window.KeyCodec;
import tidemark.window.Window;
import tidemark.window.WindowOperator;
import tidemark.window.WindowOutput;

/**
 * The whole state of a pipeline, as a pure fold over records and decisions: equal records and
 * decisions always give an equal state.
 *
 * <ol>
 *   <li>For a record, append time passes first; then its effects are made, in the handler's order:
 *       it is counted, or is late, and its changes are made; then it moves its input's mark. A dead
 *       letter does the same without effects, so that lateness never depends on what was decided.
 *   <li>A replay moves no mark and wakes no input. A replacement is dropped where the key has been
 *       changed since the dead letter's own offset, deletes included; sums and counts always apply.
 *   <li>For each key the offset of its last change is kept, deletes included. For a change by a
 *       replay that is the offset of the dead letter's record, not of the place of the replay.
 * </ol>
 *
 * <p>One thread.
 */
final class FoldedState {
  private static final String TABLE = "table";
  private static final String WINDOWS = "windows";
  private static final String WATERMARKS = "watermarks";
  private static final String REPLAYED = "replayed";
  private static final KeyCodec<Bytes> KEYS =
      new KeyCodec<>() {
        @Override
        public void write(Bytes key, DataOutput out) throws IOException {
          Cells.write(out, key);
        }

        @Override
        public Bytes read(DataInput in) throws IOException {
          return Cells.read(in);
        }
      };

  private final PipelineOptions options;
  private final Cells table = new Cells();
  private final Set<Position> replayed = new HashSet<>();
  private final Watermarks watermarks;
  private final WindowOperator<Bytes, Position, Counter> windows;
  private List<Event> output = new ArrayList<>();
  private @Nullable Position madeBy;

  FoldedState(PipelineOptions options) {
    this.options = options;
    this.watermarks = options.policy().start();
    this.windows =
        new WindowOperator<>(
            options.windows(), options.policy(), Aggregate.counting(), new Results());
  }

  /** Turns what the windows put out into results with a key. */
  private final class Results implements WindowOutput<Bytes, Position, Counter> {
    @Override
    public void fired(Bytes key, Window window, int revision, Counter count) {
      publish("window|" + Output.keyText(key) + "|" + window + "|" + revision, count.toString());
    }

    @Override
    public void late(Bytes key, long timestamp, Position record) {
      publish("late|" + Output.name(record) + "|" + Output.keyText(key), Long.toString(timestamp));
    }
  }

  void publish(String key, String value) {
    if (madeBy == null) {
      throw new IllegalStateException("a result must be made by a record, key=" + key);
    }
    output.add(Output.event(key, value, madeBy));
  }

  private static boolean isFinite(long timestamp) {
    return timestamp != EventTime.NEGATIVE_INFINITY && timestamp != EventTime.POSITIVE_INFINITY;
  }

  private @Nullable String inputOf(Entry entry) {
    try {
      return options.inputOf().apply(entry);
    } catch (RuntimeException unreadable) {
      return null;
    }
  }

  /**
   * Refuses effects that could not be folded or written, while the record can still become a dead
   * letter.
   *
   * @throws IllegalArgumentException if the input is not declared, an event to be counted has no
   *     finite event time, a value that is to be added to is no whole number, or the table log does
   *     not take a key or value
   */
  void requireFoldable(Entry entry, Effects effects) {
    if (!options.policy().inputs().contains(inputOf(entry))) {
      throw new IllegalArgumentException(
          "a record must be of a declared input, input="
              + inputOf(entry)
              + ", declared="
              + options.policy().inputs()
              + "; declare it, or write its records to another log");
    }
    effects.requireTakenByTable();
    boolean adds = false;
    for (Effects.Effect effect : effects.all()) {
      adds |= effect instanceof Effects.Effect.Add;
      if (effect instanceof Effects.Effect.Count) {
        EventTime.requireFinite(entry.event().eventTime());
      }
    }
    if (adds) {
      table.requireNumbers(effects);
    }
  }

  /**
   * Takes in a record; {@code effects} is null for a dead letter. Returns the results to publish.
   */
  List<Event> fold(Entry entry, Position place, @Nullable Effects effects) {
    madeBy = place;
    windows.advance(watermarks.passTo(entry.appendTime()));
    long timestamp = entry.event().eventTime();
    if (effects != null) {
      make(effects, place, timestamp, false);
    }
    int input = options.policy().inputs().indexOf(inputOf(entry));
    if (input >= 0 && isFinite(timestamp)) { // else it is a dead letter without a mark
      windows.advance(watermarks.arrive(input, timestamp));
    }
    return published();
  }

  /**
   * Takes in the replay of a dead letter. What it publishes counts only as long as its place does:
   * if an older copy of the event log is restored, the dead letter may still be there, and open.
   */
  List<Event> replay(Decisions.Placed placed, Event event, Effects effects) {
    Position record = placed.record();
    if (replayed.add(record)) {
      madeBy = Places.before(placed.at());
      make(effects, record, event.eventTime(), true);
    }
    return published();
  }

  private List<Event> published() {
    List<Event> made = output;
    output = new ArrayList<>();
    madeBy = null;
    return made;
  }

  private void make(Effects effects, Position record, long timestamp, boolean isReplay) {
    for (Effects.Effect effect : effects.all()) {
      if (effect instanceof Effects.Effect.Count count) {
        windows.add(count.key(), timestamp, record);
      } else if (effect instanceof Effects.Effect.Add add) {
        table.add(add, record.offset());
      } else if (effect instanceof Effects.Effect.Replace replace
          && !(isReplay && table.isChangedAfter(replace.key(), record.offset()))) {
        table.replace(replace, record.offset());
      }
    }
  }

  /** The table. */
  Cells cells() {
    return table;
  }

  /** How many windows are open. */
  int openWindows() {
    return windows.openWindows();
  }

  /** How many replays are in it. */
  int replays() {
    return replayed.size();
  }

  /** Forgets the replays of dead letters that were removed: those cannot be replayed again. */
  void forgetReplays(Set<Position> gone) {
    replayed.removeAll(gone);
  }

  /** Whether the replay of a dead letter is in it. */
  boolean hasReplayed(Position record) {
    return replayed.contains(record);
  }

  /** The watermark; −∞ before the first event. */
  long watermark() {
    return watermarks.watermark();
  }

  long lateCount() {
    return windows.lateCount();
  }

  void save(SnapshotWriter writer) throws IOException {
    table.save(writer, TABLE);
    windows.save(writer.section(WINDOWS), KEYS);
    watermarks.save(writer.section(WATERMARKS));
    DataOutput records = writer.section(REPLAYED);
    records.writeInt(replayed.size());
    for (Position record : replayed) {
      Places.write(record, records);
    }
  }

  /** Takes over a state that {@link #save} wrote; this one must be new. */
  void restore(SnapshotReader reader) throws IOException {
    table.restore(reader, TABLE);
    windows.restore(reader.section(WINDOWS), KEYS);
    watermarks.restore(reader.section(WATERMARKS));
    DataInput records = reader.section(REPLAYED);
    for (int left = records.readInt(); left > 0; left--) {
      replayed.add(Places.read(records));
    }
  }
}
