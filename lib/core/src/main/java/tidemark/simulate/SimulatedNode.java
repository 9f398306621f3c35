package tidemark.simulate;

import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tidemark.disk.DiskLog;
import tidemark.disk.DiskLogOptions;
import tidemark.log.Bytes;
import tidemark.log.Entry;
import tidemark.log.Event;
import tidemark.log.Log;
import tidemark.log.Retention;
import tidemark.log.RewritableLog;
import tidemark.simulate.PlainState.Appended;

/** A simulated node: the event log, the node's folders and the clock, and what happens to them. */
final class SimulatedNode {
  private static final long SEGMENT_BYTES = 400;

  private final Setup setup;
  private final TreeMap<String, FaultyStorage> disks = new TreeMap<>();
  private final TreeMap<Long, Appended> history = new TreeMap<>();
  private final Set<Long> mended = new HashSet<>();
  private FaultyStorage eventDisk = new FaultyStorage();
  private DiskLog events;
  private long millis;
  private boolean logRestored;
  private boolean nodeLost;
  private @Nullable Copy backup;

  /** What a backup has. */
  private record Copy(
      FaultyStorage events,
      Map<String, FaultyStorage> folders,
      Map<Long, Appended> history,
      Set<Long> mended) {}

  SimulatedNode(Setup setup) {
    this.setup = setup;
    this.events = open();
  }

  private DiskLog open() {
    DiskLogOptions options = DiskLogOptions.uncompacted(clock());
    return DiskLog.open(eventDisk, options.withSegmentBytes(SEGMENT_BYTES));
  }

  Setup setup() {
    return setup;
  }

  Log events() {
    return events;
  }

  InstantSource clock() {
    return () -> Instant.ofEpochMilli(millis);
  }

  FaultyStorage disk(String folder) {
    return disks.computeIfAbsent(folder, name -> new FaultyStorage());
  }

  Map<String, FaultyStorage> disks() {
    return disks;
  }

  /** By offset: all records that were appended to the event log and not lost. */
  NavigableMap<Long, Appended> history() {
    return history;
  }

  long end() {
    return events.endOffset();
  }

  /** Whether a part of the event log, or of the node's folders, was lost or restored. */
  boolean lostAny() {
    return logRestored || nodeLost;
  }

  boolean lostNode() {
    return nodeLost;
  }

  boolean isRetained() {
    return events.startOffset() > 0;
  }

  boolean isMended(long offset) {
    return mended.contains(offset);
  }

  void mend(long offset) {
    mended.add(offset);
  }

  void unmend(long offset) {
    mended.remove(offset);
  }

  /** What a record's value does; corrected poison does what is written behind its colon. */
  static Effect effect(String key, @Nullable String written) {
    String value =
        written != null && written.startsWith("poison:")
            ? written.substring("poison:".length())
            : written;
    return value != null && value.matches("\\+-?\\d{1,15}")
        ? new Effect.Add(key, Long.parseLong(value.substring(1)))
        : new Effect.Replace(key, value);
  }

  void append(Action.Append append) {
    String input = append.input().isEmpty() ? setup.firstInput() : append.input();
    store(new Appended(end(), millis, append.key(), append.value(), append.eventTime(), input));
  }

  void appendSome(int records) {
    List<String> inputs = setup.policy().inputs();
    for (int i = 0; i < records; i++) {
      long offset = end();
      String input = inputs.get((int) (offset % inputs.size()));
      String key = "" + (char) ('a' + offset % 3);
      store(new Appended(offset, millis, key, "+1", 5 * offset, input));
    }
  }

  private void store(Appended record) {
    Event event =
        Event.of(record.key(), record.value())
            .withEventTime(record.eventTime())
            .withHeader(Work.INPUT_HEADER, Bytes.text(record.input()));
    history.put(events.append(event), record);
  }

  void duplicate(long offset) {
    Appended record = history.get(offset);
    if (record != null) {
      store(
          new Appended(
              end(), millis, record.key(), record.value(), record.eventTime(), record.input()));
    }
  }

  void gap(int offsets) {
    long from = end();
    for (int i = 0; i < offsets; i++) {
      events.append(Event.of("", ""));
    }
    events.roll();
    events.rewrite(
        events.activeStart(),
        Long.MAX_VALUE,
        entry ->
            entry.offset() >= from
                ? RewritableLog.Disposition.SUPERSEDED
                : RewritableLog.Disposition.KEEP);
  }

  void passTime(long byMillis) {
    millis += byMillis;
  }

  void retain(long neededFromInclusive) {
    events.roll();
    events.retain(Retention.activeSegmentOnly().keeping(neededFromInclusive));
  }

  void backUp() {
    TreeMap<String, FaultyStorage> folders = new TreeMap<>();
    disks.forEach((name, disk) -> folders.put(name, disk.afterPowerCut(Loss.NOTHING)));
    backup =
        new Copy(
            eventDisk.afterPowerCut(Loss.NOTHING),
            folders,
            new TreeMap<>(history),
            new HashSet<>(mended));
  }

  /** Whether there was a backup. */
  boolean restoreLog() {
    Copy copy = backup;
    if (copy == null) {
      return false;
    }
    events.close();
    eventDisk = copy.events.afterPowerCut(Loss.NOTHING);
    events = open();
    history.clear();
    history.putAll(copy.history);
    mended.removeIf(offset -> !history.containsKey(offset));
    logRestored = true;
    return true;
  }

  /** Whether there was a backup. */
  boolean restoreNode() {
    Copy copy = backup;
    if (copy == null) {
      return false;
    }
    disks.clear();
    copy.folders.forEach((name, disk) -> disks.put(name, disk.afterPowerCut(Loss.NOTHING)));
    nodeLost = true;
    return true;
  }

  void lose(List<String> kept) {
    disks.keySet().retainAll(kept);
    nodeLost = true;
  }

  /** The machine loses power. */
  void cutPower(Loss loss) {
    disks.replaceAll((name, disk) -> disk.afterPowerCut(loss));
  }

  /** What a person would find in the folders now. */
  List<String> tell() {
    List<String> lines = new ArrayList<>();
    lines.add("event log: " + String.join(" ", history.values().stream().map(this::tell).toList()));
    disks.forEach((name, disk) -> lines.add(name + ": " + FolderContent.tell(disk)));
    return lines;
  }

  private String tell(Appended record) {
    return record.offset() < events.startOffset()
        ? record.offset() + ":removed"
        : tellRecord(record);
  }

  static String tellRecord(Appended record) {
    return record.offset()
        + ":"
        + record.key()
        + "="
        + (record.value() == null ? "∅" : record.value());
  }

  /** A record as it was appended. */
  static Appended record(Entry entry, Setup setup) {
    Bytes value = entry.value();
    String input =
        entry.event().headers().stream()
            .filter(header -> header.name().equals(Work.INPUT_HEADER))
            .map(header -> String.valueOf(header.value()))
            .findFirst()
            .orElse(setup.firstInput());
    return new Appended(
        entry.offset(),
        entry.appendTime(),
        String.valueOf(entry.key()),
        value == null ? null : value.toString(),
        entry.event().eventTime(),
        input);
  }
}
