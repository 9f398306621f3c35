package tidemark.show;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tidemark.log.Cursor;
import tidemark.log.Entry;
import tidemark.log.History;
import tidemark.log.Log;
import tidemark.log.Marks;

/**
 * A log drawn as a tape: one cell for each offset, with tombstones (∅), holes and what retention
 * removed. Positions are marks <b>between</b> the cells, because a position is the next offset to
 * read.
 *
 * <p>A tape is immutable: each method returns another tape.
 */
public final class Tape implements Figure {
  /** How many entries of a log are drawn; the rest is only counted. */
  static final int MAX_ENTRIES = 48;

  /** A position with its name. */
  record Mark(String name, long offset) {}

  /** A stretch of offsets with its name. */
  record Range(String name, long fromInclusive, long endExclusive) {}

  // Set while a tape is being made, never after it was returned.
  String title = "";
  long start;
  long end;

  /** The entries from this offset to the end were not read. */
  long readEnd;

  final NavigableMap<Long, Entry> entries = new TreeMap<>();
  final List<Mark> marks = new ArrayList<>();
  final List<Range> ranges = new ArrayList<>();
  final Map<Long, String> notes = new TreeMap<>();

  /** The sentence below the tape; empty for none. */
  String verdict = "";

  boolean isSafe;

  private Tape(Iterable<Entry> entries) {
    entries.forEach(entry -> this.entries.put(entry.offset(), entry));
    end = this.entries.isEmpty() ? 0 : this.entries.lastKey() + 1;
    readEnd = end;
  }

  private Tape copy() {
    Tape copy = new Tape(entries.values());
    copy.title = title;
    copy.start = start;
    copy.end = end;
    copy.readEnd = readEnd;
    copy.marks.addAll(marks);
    copy.ranges.addAll(ranges);
    copy.notes.putAll(notes);
    copy.verdict = verdict;
    copy.isSafe = isSafe;
    return copy;
  }

  /** A tape of these entries, from offset 0 to the offset after the last. */
  public static Tape of(List<Entry> entries) {
    return new Tape(entries);
  }

  /** A tape of a history in the course's notation: {@code "0:a=1 1:b=2 3:b=∅"}. */
  public static Tape of(String history) {
    return of(History.parse(history));
  }

  /** A tape of the surviving entries of a log now, at most the first {@value #MAX_ENTRIES}. */
  public static Tape of(Log log) {
    List<Entry> entries = new ArrayList<>();
    long start = log.startOffset();
    try (Cursor cursor = log.read(start)) {
      while (entries.size() < MAX_ENTRIES && cursor.next()) {
        entries.add(cursor.entry());
      }
      Tape tape = new Tape(entries);
      tape.start = start;
      tape.end = Math.max(log.endOffset(), tape.end);
      boolean more = entries.size() == MAX_ENTRIES && cursor.next();
      tape.readEnd = more ? tape.readEnd : tape.end;
      return tape;
    }
  }

  /** A tape of a log of which only the start and end offset are known, and no record. */
  public static Tape unread(long start, long end) {
    Tape tape = new Tape(List.of());
    tape.start = start;
    tape.end = Math.max(start, end);
    tape.readEnd = start;
    return tape;
  }

  /** The same tape under a title. */
  public Tape title(String newTitle) {
    Tape copy = copy();
    copy.title = newTitle;
    return copy;
  }

  /** The same tape after retention removed everything below {@code offset}. */
  public Tape start(long offset) {
    Tape copy = copy();
    copy.entries.headMap(offset).clear();
    copy.start = offset;
    copy.end = Math.max(end, offset);
    copy.readEnd = Math.max(readEnd, offset);
    return copy;
  }

  /** The same tape with its end at {@code offset}, or after its last entry if that is higher. */
  public Tape end(long offset) {
    Tape copy = copy();
    copy.end = entries.isEmpty() ? offset : Math.max(offset, entries.lastKey() + 1);
    copy.readEnd = copy.end;
    return copy;
  }

  /** The same tape with a snapshot's position: the next offset to read after restoring it. */
  public Tape snapshotAt(long nextOffset) {
    return mark("snapshot", nextOffset);
  }

  /** The same tape with a committed offset: the next offset to read. */
  public Tape committed(long nextOffset) {
    return mark("committed", nextOffset);
  }

  /** The same tape with a mark between two cells, in front of {@code offset}. */
  public Tape mark(String name, long offset) {
    Tape copy = copy();
    copy.marks.add(new Mark(name, offset));
    return copy;
  }

  /**
   * The same tape with a bar over a range of offsets: what is replayed, what was cut, a segment.
   */
  public Tape range(String name, long fromInclusive, long endExclusive) {
    Tape copy = copy();
    copy.ranges.add(new Range(name, fromInclusive, endExclusive));
    return copy;
  }

  /** The same tape with a bar for the suffix that is replayed; none if it begins beyond the end. */
  public Tape suffixFrom(long fromInclusive) {
    return fromInclusive > end ? this : range("replayed", fromInclusive, end);
  }

  /**
   * The same tape with bars for what compaction may have removed, by the log's marks: records up to
   * the highest that was removed, tombstones up to the highest that was purged.
   */
  public Tape lost(Marks lost) {
    Tape copy = copy();
    if (lost.highestRemoved() >= lost.startOffset()) {
      long last = Math.min(lost.highestRemoved(), end - 1);
      copy = copy.range("records may be gone", lost.startOffset(), last + 1);
    }
    if (lost.highestPurged() >= lost.startOffset()) {
      long last = Math.min(lost.highestPurged(), end - 1);
      copy = copy.range("tombstones may be gone", lost.startOffset(), last + 1);
    }
    return copy;
  }

  /** The same tape with a sentence below it: what was found, and why. */
  public Tape verdict(boolean safe, String sentence) {
    Tape copy = copy();
    copy.isSafe = safe;
    copy.verdict = sentence;
    return copy;
  }

  /** The same tape with a frame and a word at one cell: {@code late}, {@code poison}. */
  public Tape note(long offset, String word) {
    Tape copy = copy();
    copy.notes.put(offset, word);
    return copy;
  }

  /** This tape above another one, offsets aligned: before and after. */
  public Tapes above(Tape below) {
    return new Tapes(List.of(this, below));
  }

  /** The entry at {@code offset}; null in a hole. */
  @Nullable Entry at(long offset) {
    return entries.get(offset);
  }

  /** All marks: start (where something was removed), those asked for, end. In offset order. */
  List<Mark> allMarks() {
    List<Mark> all = new ArrayList<>();
    if (start > 0) {
      all.add(new Mark("start", start));
    }
    all.addAll(marks);
    all.add(new Mark("end", end));
    all.sort((a, b) -> Long.compare(a.offset, b.offset));
    return all;
  }

  /** The picture as one, still open, with at least this room. */
  Svg drawing(TapeSvg.Room room) {
    return Svg.stack(text(), new TapeSvg(List.of(this), room).parts());
  }

  /** The room that the picture needs. */
  TapeSvg.Room room() {
    return new TapeSvg(List.of(this)).room();
  }

  /** The verdict's sign, in front of its sentence. */
  String sign() {
    return isSafe ? "✓" : "✗";
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
    for (Mark mark : allMarks()) {
      text.append("; ").append(mark.name).append(' ').append(mark.offset);
    }
    for (Range range : ranges) {
      text.append("; ").append(range.name);
      text.append(" [").append(range.fromInclusive).append(", ").append(range.endExclusive);
      text.append(')');
    }
    notes.forEach((offset, word) -> text.append("; ").append(offset).append(' ').append(word));
    text.append(verdict.isEmpty() ? "" : "; " + sign() + " " + verdict);
    return Html.cap(text.toString());
  }

  @Override
  public String toString() {
    return text();
  }
}
