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
  private final FoundFiles files;
  private final SyncedEnd.@Nullable Found syncedEnd;

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
    this.syncedEnd = SyncedEnd.read(storage);
    this.files = new FoundFiles(storage);
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
    return recovery.files.hasSegments()
        ? recovery.act(new FoundLog(storage, recovery.files, recovery.syncedEnd))
        : recovery.create();
  }

  private Opened create() throws IOException {
    if (syncedEnd != null && syncedEnd.syncedEnd() > 0) {
      throw new DamagedLogException(
          "*.log", 0, "no segment is there, but the synced end is " + syncedEnd.syncedEnd());
    }
    UUID id = UUID.randomUUID();
    MarksFile.write(storage, id, Marks.NOTHING_REMOVED);
    Epochs.NONE.write(storage, id);
    SyncedEnd file = SyncedEnd.open(storage, syncedEnd, 0);
    try {
      SegmentHead head = new SegmentHead(id, 0, Log.NO_EPOCH, Marks.NOTHING_REMOVED);
      SegmentWriter writer = SegmentWriter.create(storage, new SegmentName(0, 0), head);
      writer.install();
      writer.show();
      DiskView view = new DiskView(List.of(writer.segment()), Marks.NOTHING_REMOVED, Epochs.NONE);
      return new Opened(id, view, 0, writer, file, new RecoveryReport(true, 0, List.of()));
    } catch (IOException failed) {
      file.close();
      throw failed;
    }
  }

  /** Makes what was found durable, deletes what is left over, and writes what was mended. */
  private Opened act(FoundLog found) throws IOException {
    List<String> notes = new ArrayList<>(found.notes());
    boolean clean = found.clean();
    if (syncedEnd == null) {
      notes.add("the synced end could not be read: all of the log counts as synced");
    } else if (!clean) {
      notes.add("the log was not closed, it ends at offset " + found.end());
    }
    // If only the process ended, new names may not be durable yet: delete no old file before that.
    storage.sync();
    deleteLeftovers(found.leftovers(), notes);
    if (files.merge() != null) {
      storage.delete(MergeFile.NAME);
    }
    MarksFile.reserve(storage);
    if (found.marksChanged()) {
      MarksFile.write(storage, found.id(), found.marks());
    }
    if (found.epochsChanged()) {
      found.epochs().write(storage, found.id());
    }
    for (Segment segment : found.withoutIndex()) {
      segment.index().write(storage, segment.name().indexFile(), segment.visibleBytes());
    }
    List<Segment> segments = found.segments();
    SegmentWriter writer = SegmentWriter.resume(storage, segments.get(segments.size() - 1));
    try {
      if (!clean) {
        writer.cutTail();
        writer.force();
      }
      return new Opened(
          found.id(),
          new DiskView(segments, found.marks(), found.epochs()),
          found.end(),
          writer,
          SyncedEnd.open(storage, syncedEnd, found.end()),
          new RecoveryReport(clean, found.bytesCut(), notes));
    } catch (IOException failed) {
      writer.close();
      throw failed;
    }
  }

  private void deleteLeftovers(List<SegmentName> leftovers, List<String> notes) throws IOException {
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
