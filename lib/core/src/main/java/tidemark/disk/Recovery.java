package tidemark.disk;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tidemark.log.Log;
import tidemark.log.Marks;
import tidemark.storage.Storage;

/**
 * Finds a log on disk as it can be vouched for, or says why not. Everything is looked at before
 * anything is changed, and a crash while it works changes nothing for the next time.
 *
 * <ol>
 *   <li>Segments are found by name. Of two generations of one segment the later is whole, because
 *       it was renamed last; segments that a finished merge names are what it had still to delete
 *       (see {@link SegmentMerger}), and those below the start offset what retention had.
 *   <li>Heads must be whole and of one log. Marks that cannot be read count as "everything was
 *       removed"; marks that are older than what a rewritten segment says it lost are raised.
 *   <li>Each segment but the last ends in a closing batch that names the next one: none is missing,
 *       none is short. Its index is read, or made again.
 *   <li>The last segment is read batch by batch. At the first bad one the log ends. If that is
 *       below the synced end, or that end cannot be read, it is an error; otherwise the rest is cut
 *       off.
 *   <li>The epochs must agree with the segments; if not they are made again from them. Epochs that
 *       took no record are left out.
 * </ol>
 */
final class Recovery {
  private final Storage storage;
  private final List<String> notes = new ArrayList<>();
  private final List<Segment> segments = new ArrayList<>();
  private final List<Segment> withoutIndex = new ArrayList<>();
  private final List<SegmentName> leftovers = new ArrayList<>();
  private final FoundFiles files;
  private final SyncedEnd.@Nullable Found found;
  private UUID id;
  private Marks marks = Marks.NOTHING_REMOVED;
  private boolean marksChanged;
  private Epochs epochs = Epochs.NONE;
  private boolean epochsChanged;

  /** What is known of the last segment. */
  private long end;

  private boolean closingBatchAtEnd;
  private long bytesCut;

  /** An open log. */
  record Opened(
      UUID id,
      DiskView view,
      long endOffset,
      SegmentWriter writer,
      SyncedEnd syncedEnd,
      RecoveryReport report) {}

  private Recovery(Storage storage) throws IOException {
    this.storage = storage;
    this.found = SyncedEnd.read(storage);
    this.files = new FoundFiles(storage);
    this.id = files.logId();
  }

  static Opened open(Storage storage) throws IOException {
    Recovery recovery = new Recovery(storage);
    if (!recovery.files.hasSegments()) {
      return recovery.create();
    }
    recovery.look();
    return recovery.act();
  }

  private Opened create() throws IOException {
    if (found != null && found.syncedEnd() > 0) {
      throw new DamagedLogException(
          "*.log", 0, "no segment is there, but the synced end is " + found.syncedEnd());
    }
    id = UUID.randomUUID();
    MarksFile.write(storage, id, marks);
    Epochs.NONE.write(storage, id);
    SyncedEnd syncedEnd = SyncedEnd.open(storage, found, 0);
    try {
      SegmentHead head = new SegmentHead(id, 0, Log.NO_EPOCH, Marks.NOTHING_REMOVED);
      SegmentWriter writer = SegmentWriter.create(storage, new SegmentName(0, 0), head);
      writer.install();
      writer.show();
      segments.add(writer.segment());
      return opened(writer, syncedEnd, true);
    } catch (IOException failed) {
      syncedEnd.close();
      throw failed;
    }
  }

  private Opened opened(SegmentWriter writer, SyncedEnd syncedEnd, boolean clean) {
    RecoveryReport report = new RecoveryReport(clean, bytesCut, notes);
    DiskView view = new DiskView(segments, marks, epochs);
    return new Opened(id, view, end, writer, syncedEnd, report);
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

  /** Drops the segments that were merged into another. */
  private void lookAtMerge(List<SegmentName> names) throws IOException {
    MergeFile merge = files.merge();
    if (merge != null) {
      List<SegmentName> replaced = merge.replaced(storage, names);
      names.removeAll(replaced);
      leftovers.addAll(replaced);
    }
  }

  /** Reads the marks, and drops the segments that lie below the start offset. */
  private void lookAtMarks(List<SegmentName> names) {
    Marks read = files.marks();
    if (read == null) {
      marks = Marks.unreadable(names.get(0).base());
      marksChanged = true;
      notes.add("the marks could not be read: they count as everything removed");
      return;
    }
    marks = read;
    // Marks that could not be read once stay so, but are written whenever the log is opened.
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
    LastSegmentCheck checked = LastSegmentCheck.of(storage, name, head, found);
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

  private Opened act() throws IOException {
    boolean clean = found != null && found.closed() && bytesCut == 0 && !closingBatchAtEnd;
    if (found == null) {
      notes.add("the synced end could not be read: all of the log counts as synced");
    } else if (!clean) {
      notes.add("the log was not closed, it ends at offset " + end);
    }
    // What was found may not be durable yet, if only the process ended: nothing goes before it is.
    storage.sync();
    deleteLeftovers();
    if (files.merge() != null) {
      storage.delete(MergeFile.NAME);
    }
    MarksFile.reserve(storage);
    if (marksChanged) {
      MarksFile.write(storage, id, marks);
    }
    if (epochsChanged) {
      epochs.write(storage, id);
    }
    for (Segment segment : withoutIndex) {
      segment.index().write(storage, segment.name().indexFile(), segment.visibleBytes());
    }
    SegmentWriter writer = SegmentWriter.resume(storage, segments.get(segments.size() - 1));
    try {
      if (!clean) {
        writer.cutTail();
        writer.force();
      }
      return opened(writer, SyncedEnd.open(storage, found, end), clean);
    } catch (IOException failed) {
      writer.close();
      throw failed;
    }
  }

  private void deleteLeftovers() throws IOException {
    for (String aside : files.asides()) {
      storage.delete(aside);
    }
    for (SegmentName leftover : leftovers) {
      if (files.isOurs(leftover)) {
        leftover.deleteFiles(storage);
      } else {
        notes.add("a file that is not of this log was left alone, file=" + leftover.logFile());
      }
    }
    storage.sync();
  }
}
