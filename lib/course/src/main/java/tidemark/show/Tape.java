package tidemark.show;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tidemark.log.Cursor;
import tidemark.log.Entry;
import tidemark.log.History;
import tidemark.log.Log;

/**
 * A log drawn as a tape: one cell an offset, tombstones (∅), holes, what retention removed, and
 * positions as flags <b>between</b> the cells, because a position is the next offset to read.
 *
 * <p>A tape is a value: each method gives another tape.
 */
public final class Tape implements Figure {
  /** Entries of a log that are read for its picture; the rest is counted. */
  static final int MAX_ENTRIES = 48;

  /** A position with its name. */
  record Mark(String name, long offset) {}

  /** A stretch of offsets with its name. */
  record Range(String name, long fromInclusive, long endExclusive) {}

  final String title;
  final long start;
  final long end;

  /** From here to the end nothing was read. */
  final long readEnd;

  final SortedMap<Long, Entry> entries;
  final List<Mark> marks;
  final List<Range> ranges;
  final Map<Long, String> notes;

  private Tape(String title, Extent extent, SortedMap<Long, Entry> entries, Extras extras) {
    this.title = title;
    this.start = extent.start;
    this.readEnd = extent.readEnd;
    this.end = extent.end;
    this.entries = entries;
    this.marks = extras.marks;
    this.ranges = extras.ranges;
    this.notes = extras.notes;
  }

  private record Extent(long start, long readEnd, long end) {}

  private record Extras(List<Mark> marks, List<Range> ranges, Map<Long, String> notes) {
    static final Extras NONE = new Extras(List.of(), List.of(), Map.of());
  }

  /** A tape of these entries, from offset 0 to the one after the last. */
  public static Tape of(List<Entry> entries) {
    SortedMap<Long, Entry> byOffset = new TreeMap<>();
    entries.forEach(entry -> byOffset.put(entry.offset(), entry));
    long end = byOffset.isEmpty() ? 0 : byOffset.lastKey() + 1;
    return new Tape("", new Extent(0, end, end), byOffset, Extras.NONE);
  }

  /** A tape of a history in the course's notation: {@code "0:a=1 1:b=2 3:b=∅"}. */
  public static Tape of(String history) {
    return of(History.parse(history));
  }

  /** A tape of what survives in {@code log} now; of a long log the first {@value #MAX_ENTRIES}. */
  public static Tape of(Log log) {
    long start = log.startOffset();
    SortedMap<Long, Entry> entries = new TreeMap<>();
    try (Cursor cursor = log.read(start)) {
      while (entries.size() < MAX_ENTRIES && cursor.next()) {
        entries.put(cursor.offset(), cursor.entry());
      }
      boolean all = entries.size() < MAX_ENTRIES || !cursor.next();
      long end = log.endOffset();
      return new Tape(
          "", new Extent(start, all ? end : entries.lastKey() + 1, end), entries, Extras.NONE);
    }
  }

  /** The same tape under a title. */
  public Tape title(String newTitle) {
    return new Tape(newTitle, new Extent(start, readEnd, end), entries, extras());
  }

  /** The same tape after retention removed everything below {@code offset}. */
  public Tape start(long offset) {
    SortedMap<Long, Entry> kept = new TreeMap<>(entries.tailMap(offset));
    return new Tape(title, new Extent(offset, readEnd, Math.max(end, offset)), kept, extras());
  }

  /** The same tape with its end here: offsets without an entry are holes. */
  public Tape end(long offset) {
    long newEnd = entries.isEmpty() ? offset : Math.max(offset, entries.lastKey() + 1);
    return new Tape(title, new Extent(start, newEnd, newEnd), entries, extras());
  }

  /** A snapshot's position: the next offset to read after restoring it. */
  public Tape snapshotAt(long nextOffset) {
    return mark("snapshot", nextOffset);
  }

  /** A committed offset: the next one to read. */
  public Tape committed(long nextOffset) {
    return mark("committed", nextOffset);
  }

  /** A flag between two cells, in front of {@code offset}. */
  public Tape mark(String name, long offset) {
    List<Mark> more = new ArrayList<>(marks);
    more.add(new Mark(name, offset));
    return new Tape(
        title, new Extent(start, readEnd, end), entries, new Extras(more, ranges, notes));
  }

  /** A bar over a stretch of offsets: what is replayed, what was cut, a segment. */
  public Tape range(String name, long fromInclusive, long endExclusive) {
    List<Range> more = new ArrayList<>(ranges);
    more.add(new Range(name, fromInclusive, endExclusive));
    return new Tape(
        title, new Extent(start, readEnd, end), entries, new Extras(marks, more, notes));
  }

  /** The suffix that is replayed after a restore, as a bar. */
  public Tape suffixFrom(long fromInclusive) {
    return range("replayed", fromInclusive, end);
  }

  /** A word under one cell, which is framed: {@code late}, {@code poison}, {@code differs}. */
  public Tape note(long offset, String word) {
    Map<Long, String> more = new TreeMap<>(notes);
    more.put(offset, word);
    return new Tape(
        title, new Extent(start, readEnd, end), entries, new Extras(marks, ranges, more));
  }

  /** This tape above another one, offsets aligned: before and after. */
  public Tapes above(Tape below) {
    return new Tapes(List.of(this, below));
  }

  private Extras extras() {
    return new Extras(marks, ranges, notes);
  }

  /** The entry at {@code offset}; null in a hole. */
  @Nullable Entry at(long offset) {
    return entries.get(offset);
  }

  /** All flags: start (where something was removed), those asked for, end. In offset order. */
  List<Mark> flags() {
    List<Mark> flags = new ArrayList<>();
    if (start > 0) {
      flags.add(new Mark("start", start));
    }
    flags.addAll(marks);
    flags.add(new Mark("end", end));
    flags.sort((a, b) -> Long.compare(a.offset, b.offset));
    return flags;
  }

  @Override
  public String html() {
    return new Tapes(List.of(this)).html();
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder(title.isEmpty() ? "" : title + ": ");
    text.append(entries.isEmpty() ? "empty" : History.format(List.copyOf(entries.values())));
    if (readEnd < end) {
      text.append(" … ").append(end - readEnd).append(" more offsets");
    }
    for (Mark flag : flags()) {
      text.append("; ").append(flag.name).append(' ').append(flag.offset);
    }
    for (Range range : ranges) {
      text.append("; ").append(range.name);
      text.append(" [").append(range.fromInclusive).append(", ").append(range.endExclusive);
      text.append(')');
    }
    notes.forEach((offset, word) -> text.append("; ").append(offset).append(' ').append(word));
    return Html.cap(text.toString());
  }

  @Override
  public String toString() {
    return text();
  }
}
