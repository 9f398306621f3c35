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
 * Opens the log that is in a storage, mended after a crash, or throws if something durable is
 * missing or damaged. It looks at everything before it changes anything. If it is interrupted by a
 * crash, the next opening finds the same log.
 *
 * <ol>
 *   <li>Segments are found by name. Of two generations of one segment the later one counts: it got
 *       its name only when it was whole. The rest is left over from a crash and will be deleted:
 *       earlier generations, the originals of a finished merge (see {@link SegmentMerger}), and
 *       segments below the start offset, which retention removed.
 *   <li>Heads must be whole and of one log. Marks that cannot be read count as "everything was
 *       removed". Marks that are lower than what the head of a rewritten segment says are raised.
 *   <li>Each segment but the last must end in a closing batch with the base offset of the next one:
 *       so none is missing, and none is cut short. Its index is read, or made again.
 *   <li>The last segment is read batch by batch. The log ends at the first bad batch, and the rest
 *       is cut off. But if that end is below the synced end, or the synced end cannot be read, it
 *       is damage.
 *   <li>The epochs must agree with the segments; if they do not, they are made again from them.
 *       Epochs without a record are left out.
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

  /** The log's end offset, after what is bad was left out. */
  private long end;

  private boolean closingBatchAtEnd;
  private long bytesCut;

  /**
   * An open log, as its writer goes on with it.
   *
   * @param endOffset where its last good record ends; all of the log is durable
   * @param writer of the active segment
   */
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

  /**
   * Opens the log, or makes a new one if there is no segment. The storage's lock is held by the
   * caller.
   *
   * @throws DamagedLogException if something durable is missing or not as it was written; nothing
   *     was changed
   * @throws UnsupportedVersionException if a segment has another format version; nothing was
   *     changed
   */
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

  /** Reads and checks everything, and changes nothing. */
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

  /** Makes what was found durable, deletes what is left over, and writes what was mended. */
  private Opened act() throws IOException {
    boolean clean = found != null && found.closed() && bytesCut == 0 && !closingBatchAtEnd;
    if (found == null) {
      notes.add("the synced end could not be read: all of the log counts as synced");
    } else if (!clean) {
      notes.add("the log was not closed, it ends at offset " + end);
    }
    // If only the process ended, new names may not be durable yet: delete no old file before that.
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
