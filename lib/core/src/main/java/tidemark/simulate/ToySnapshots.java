package tidemark.simulate;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tidemark.log.Log;
import tidemark.log.Position;
import tidemark.snapshot.DamagedSnapshotException;
import tidemark.snapshot.DiskSnapshotStore;
import tidemark.snapshot.SnapshotReader;
import tidemark.snapshot.SnapshotWriter;
import tidemark.storage.Storage;

/** The snapshots of a toy pipeline: its whole state, except for what a {@link Mistake} omits. */
final class ToySnapshots implements AutoCloseable {
  private final DiskSnapshotStore store;
  private final Log events;
  private final ToyResults results;
  private final Set<Mistake> mistakes;

  ToySnapshots(Storage storage, Node node, ToyResults results, Set<Mistake> mistakes) {
    this.store = DiskSnapshotStore.open(storage, node.setup().snapshotsKept());
    this.events = node.events();
    this.results = results;
    this.mistakes = mistakes;
  }

  long neededFromInclusive() {
    return store.positions().isEmpty() ? 0 : store.neededFromInclusive();
  }

  /** The least end of the table log that a kept snapshot names; the greatest long if none does. */
  long leastTableEnd() throws IOException {
    long least = Long.MAX_VALUE;
    for (Position position : store.positions()) {
      try (SnapshotReader reader = store.open(position)) {
        ToyPlace tableEnd = ToyPlace.parse(reader.section("state").readUTF());
        least = Math.min(least, tableEnd.ends().get(0).offset());
      } catch (DamagedSnapshotException damaged) {
        throw notWhole(position, damaged);
      }
    }
    return least;
  }

  void take(PlainState state, long next, List<Long> replayed, ToyDecisions decisions)
      throws IOException {
    long named = mistakes.contains(Mistake.SNAPSHOT_ONE_OFF) ? Math.max(0, next - 1) : next;
    ToyPlace tableEnd = results.tableEnd();
    try (SnapshotWriter writer = store.begin(events.position(named))) {
      DataOutput out = writer.section("state");
      out.writeUTF(tableEnd.text());
      out.writeUTF(new ToyPlace(List.of(decisions.end())).text());
      saveTable(state, out);
      saveWindows(state, out);
      saveMarks(state, out);
      boolean forgets = mistakes.contains(Mistake.REPLAYS_NOT_IN_SNAPSHOT);
      List<Long> done = forgets ? List.of() : replayed;
      out.writeInt(done.size());
      for (long origin : done) {
        out.writeLong(origin);
      }
      writer.freeze();
    }
    results.followOn(state.table, tableEnd);
  }

  private void saveTable(PlainState state, DataOutput out) throws IOException {
    Map<String, Long> changes = new TreeMap<>(state.lastChange);
    if (mistakes.contains(Mistake.DELETED_KEY_FORGOTTEN)) {
      changes.keySet().retainAll(state.table.keySet());
    }
    out.writeInt(changes.size());
    for (Map.Entry<String, Long> change : changes.entrySet()) {
      String value = state.table.get(change.getKey());
      out.writeUTF(change.getKey());
      out.writeLong(change.getValue());
      out.writeBoolean(value != null);
      out.writeUTF(value == null ? "" : value);
    }
  }

  private void saveWindows(PlainState state, DataOutput out) throws IOException {
    boolean none = mistakes.contains(Mistake.WINDOWS_NOT_IN_SNAPSHOT);
    boolean noRevision = mistakes.contains(Mistake.REVISION_NOT_IN_SNAPSHOT);
    out.writeInt(none ? 0 : state.windows.size());
    for (Map.Entry<Long, TreeMap<String, long[]>> window : state.windows.entrySet()) {
      if (!none) {
        out.writeLong(window.getKey());
        out.writeInt(window.getValue().size());
        for (Map.Entry<String, long[]> pane : window.getValue().entrySet()) {
          out.writeUTF(pane.getKey());
          out.writeLong(pane.getValue()[0]);
          out.writeLong(noRevision ? 0 : pane.getValue()[1]);
        }
      }
    }
  }

  private void saveMarks(PlainState state, DataOutput out) throws IOException {
    boolean noMark = mistakes.contains(Mistake.WATERMARK_RECOMPUTED);
    boolean noIdle = mistakes.contains(Mistake.IDLE_NOT_IN_SNAPSHOT);
    out.writeLong(state.now);
    out.writeLong(state.late);
    out.writeLong(noMark ? Long.MIN_VALUE : state.watermark);
    out.writeInt(state.seen.length);
    for (int input = 0; input < state.seen.length; input++) {
      out.writeLong(noMark ? Long.MIN_VALUE : state.seen[input]);
      out.writeLong(noIdle ? state.now : state.heard[input]);
      out.writeBoolean(!noIdle && state.idle[input]);
    }
  }

  /**
   * Restores the newest snapshot whose positions are valid in the logs; returns the next offset.
   *
   * @throws Refused if there is none, and the event log does not begin at 0
   */
  long restore(PlainState state, List<Long> replayed, ToyDecisions decisions) {
    List<Position> kept = new ArrayList<>(store.positions());
    Collections.reverse(kept);
    for (Position position : kept) {
      if (new ToyPlace(List.of(position)).holdsIn(events)
          && position.offset() >= events.startOffset()
          && restore(position, state, replayed, decisions)) {
        return position.offset();
      }
    }
    if (events.startOffset() > 0) {
      throw new Refused(
          "a restart must have a snapshot at or after the begin of the event log, startOffset="
              + events.startOffset()
              + ", usable snapshots=0");
    }
    return 0;
  }

  private boolean restore(
      Position position, PlainState state, List<Long> replayed, ToyDecisions decisions) {
    try (SnapshotReader reader = store.open(position)) {
      DataInput in = reader.section("state");
      ToyPlace tableEnd = ToyPlace.parse(in.readUTF());
      if (!decisions.vouchesFor(ToyPlace.parse(in.readUTF()))) {
        return false;
      }
      restoreTable(state, in);
      restoreWindows(state, in);
      restoreMarks(state, in);
      for (int left = in.readInt(); left > 0; left--) {
        replayed.add(in.readLong());
      }
      reader.finish();
      results.followFrom(state.table, tableEnd);
      return true;
    } catch (IOException | DamagedSnapshotException damaged) {
      throw notWhole(position, damaged);
    }
  }

  private static IllegalStateException notWhole(Position position, Exception damaged) {
    return new IllegalStateException("a snapshot must be whole, position=" + position, damaged);
  }

  private static void restoreTable(PlainState state, DataInput in) throws IOException {
    for (int left = in.readInt(); left > 0; left--) {
      String key = in.readUTF();
      state.lastChange.put(key, in.readLong());
      boolean isThere = in.readBoolean();
      String value = in.readUTF();
      if (isThere) {
        state.table.put(key, value);
      }
    }
  }

  private static void restoreWindows(PlainState state, DataInput in) throws IOException {
    for (int left = in.readInt(); left > 0; left--) {
      TreeMap<String, long[]> panes = new TreeMap<>();
      state.windows.put(in.readLong(), panes);
      for (int keys = in.readInt(); keys > 0; keys--) {
        panes.put(in.readUTF(), new long[] {in.readLong(), in.readLong()});
      }
    }
  }

  private static void restoreMarks(PlainState state, DataInput in) throws IOException {
    state.now = in.readLong();
    state.late = in.readLong();
    state.watermark = in.readLong();
    int inputs = in.readInt();
    Arrays.fill(state.idle, false);
    for (int input = 0; input < inputs; input++) {
      state.seen[input] = in.readLong();
      state.heard[input] = in.readLong();
      state.idle[input] = in.readBoolean();
    }
  }

  @Override
  public void close() {
    store.close();
  }
}
