package tidemark.disk;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tidemark.log.Marks;
import tidemark.storage.Storage;

/**
 * What {@link Recovery} finds in a storage that has segments, and what is to be mended in it.
 * Nothing is changed here.
 */
final class FoundLog {
  private final Storage storage;
  private final FoundFiles files;
  private final SyncedEnd.@Nullable Found syncedEnd;
  private final List<String> notes = new ArrayList<>();
  private final List<Segment> segments = new ArrayList<>();
  private final List<Segment> withoutIndex = new ArrayList<>();
  private final List<SegmentName> leftovers = new ArrayList<>();
  private Marks marks = Marks.NOTHING_REMOVED;
  private boolean marksChanged;
  private Epochs epochs = Epochs.NONE;
  private boolean epochsChanged;
  private long end;
  private boolean closingBatchAtEnd;
  private long bytesCut;

  /**
   * Reads and checks everything.
   *
   * @throws DamagedLogException if something durable is missing or not as it was written
   */
  FoundLog(Storage storage, FoundFiles files, SyncedEnd.@Nullable Found syncedEnd)
      throws IOException {
    this.storage = storage;
    this.files = files;
    this.syncedEnd = syncedEnd;
    look();
  }

  private void look() throws IOException {
    List<SegmentName> names = files.segments();
    leftovers.addAll(files.olderGenerations());
    lookAtMerge(names);
    lookAtMarks(names);
    List<SegmentHead> heads = names.stream().map(files::head).toList();
    heads.forEach(head -> raiseMarks(head.removed()));
    for (int i = 0; i < names.size(); i++) {
      segments.add(
          i + 1 < names.size()
              ? closedSegment(names.get(i), heads.get(i), names.get(i + 1).base())
              : lastSegment(names.get(i), heads.get(i)));
    }
    lookAtEpochs();
  }

  /** Takes the segments that were merged into another one out of {@code names}. */
  private void lookAtMerge(List<SegmentName> names) throws IOException {
    MergeFile merge = files.merge();
    if (merge != null) {
      List<SegmentName> replaced = merge.replaced(storage, names);
      names.removeAll(replaced);
      leftovers.addAll(replaced);
    }
  }

  /**
   * Reads the marks, and takes the segments that lie below the start offset out of {@code names}.
   */
  private void lookAtMarks(List<SegmentName> names) {
    Marks read = files.marks();
    if (read == null) {
      marks = Marks.unreadable(names.get(0).base());
      marksChanged = true;
      notes.add("the marks could not be read: they count as everything removed");
      return;
    }
    marks = read;
    // Marks that once could not be read keep this value; they are written at every opening.
    marksChanged = marks.highestRemoved() == Long.MAX_VALUE;
    while (names.size() > 1 && names.get(1).base() <= marks.startOffset()) {
      leftovers.add(names.remove(0));
    }
    if (names.get(0).base() != marks.startOffset()) {
      throw new DamagedLogException(
          names.get(0).logFile(), 0, "the first segment must start at " + marks.startOffset());
    }
  }

  private void raiseMarks(Marks removed) {
    Marks raised = marks.raisedTo(removed);
    if (!raised.equals(marks)) {
      notes.add("the marks were older than a rewritten segment: raised to " + raised);
      marks = raised;
      marksChanged = true;
    }
  }

  private Segment closedSegment(SegmentName name, SegmentHead head, long nextBase)
      throws IOException {
    ClosedSegmentCheck checked = ClosedSegmentCheck.of(storage, name, head, nextBase);
    if (checked.indexMade()) {
      withoutIndex.add(checked.segment());
      notes.add("the index was made again, file=" + name.indexFile());
    }
    return checked.segment();
  }

  private Segment lastSegment(SegmentName name, SegmentHead head) throws IOException {
    LastSegmentCheck checked = LastSegmentCheck.of(storage, name, head, syncedEnd);
    end = checked.end();
    closingBatchAtEnd = checked.closingBatchAtEnd();
    DamagedLogException cutAt = checked.cutAt();
    if (cutAt != null) {
      bytesCut = checked.bytesCut();
      notes.add(
          "the log was cut at offset %d, file=%s, position=%d, bytes=%d: %s"
              .formatted(end, cutAt.file(), cutAt.position(), bytesCut, cutAt.reason()));
    }
    return checked.segment();
  }

  private void lookAtEpochs() throws IOException {
    Epochs read = files.epochs();
    if (read != null && agreesWithSegments(read)) {
      epochs = read.below(end);
      return;
    }
    epochs = EpochRepair.of(storage, segments);
    epochsChanged = true;
    notes.add("the epochs could not be read, or were older than the segments: made again");
  }

  private boolean agreesWithSegments(Epochs read) throws IOException {
    for (Segment segment : segments) {
      if (segment.base() > 0 && read.at(segment.base() - 1) != segment.head().epochBefore()) {
        return false;
      }
    }
    Segment last = segments.get(segments.size() - 1);
    try (SegmentReader reader = new SegmentReader(storage, last.file(), SegmentHead.BYTES)) {
      while (reader.next(last.visibleBytes())) {
        if (read.at(reader.base()) != reader.epoch()) {
          return false;
        }
      }
    }
    return true;
  }

  UUID id() {
    return files.logId();
  }

  /** The segments of the log, in order. */
  List<Segment> segments() {
    return segments;
  }

  /** Those of the segments whose index was made again, and is not on the disk yet. */
  List<Segment> withoutIndex() {
    return withoutIndex;
  }

  /** Segments that do not count any more; one of them may be of another log. */
  List<SegmentName> leftovers() {
    return leftovers;
  }

  Marks marks() {
    return marks;
  }

  /** Whether the marks are others than on the disk. */
  boolean marksChanged() {
    return marksChanged;
  }

  Epochs epochs() {
    return epochs;
  }

  /** Whether the epochs are others than on the disk. */
  boolean epochsChanged() {
    return epochsChanged;
  }

  /** The log's end offset, after what is bad was left out. */
  long end() {
    return end;
  }

  /** How many bytes at the end are to be cut off. */
  long bytesCut() {
    return bytesCut;
  }

  /** Whether the log was closed, and nothing is to be cut off. */
  boolean clean() {
    return syncedEnd != null && syncedEnd.closed() && bytesCut == 0 && !closingBatchAtEnd;
  }

  /** What a person should know of it, a sentence each. */
  List<String> notes() {
    return notes;
  }
}
