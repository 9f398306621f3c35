package tidemark.disk;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.List;
import tidemark.log.Marks;
import tidemark.log.Retention;
import tidemark.log.RetentionGapException;
import tidemark.storage.Storage;

/**
 * Removes and replaces closed segments of a {@link DiskLog}. The order is always this: the new
 * marks are made durable, readers get a view without the old segments, the old files are deleted.
 * After a crash in between, the next opening deletes the old files.
 */
final class ClosedSegments {
  private final Storage storage;
  private final DiskLog log;
  private final Appender appender;

  ClosedSegments(Storage storage, DiskLog log, Appender appender) {
    this.storage = storage;
    this.log = log;
    this.appender = appender;
  }

  /**
   * Removes the segments that {@code retention} does not keep: see {@link tidemark.log.Log#retain}.
   */
  void retain(Retention retention) throws IOException {
    synchronized (appender) {
      List<Segment> all = appender.view().segments();
      List<Segment> kept =
          appender.view().keptBy(retention, place -> newestAfterFuture(all, place, retention));
      if (kept.size() < all.size()) {
        appender.requireNotFailed();
        appender.requireNotTaken();
        raiseMarks(kept, new Marks(kept.get(0).base(), -1, -1));
        for (Segment segment : all.subList(0, all.size() - kept.size())) {
          segment.name().deleteFiles(storage);
        }
        storage.sync();
      }
    }
  }

  /** Reads a segment: see {@link Retention#removes}. */
  private long newestAfterFuture(List<Segment> segments, int place, Retention retention) {
    long newest = Long.MIN_VALUE;
    try (DiskCursor entries =
        new DiskCursor(log, segments.get(place).base(), segments.get(place + 1).base())) {
      while (entries.next()) {
        long appended = entries.appendTime();
        newest = appended > retention.now() ? Long.MIN_VALUE : Math.max(newest, appended);
      }
    }
    return newest;
  }

  /**
   * Makes higher marks durable, then shows them to readers together with these segments; does
   * nothing if no mark is higher.
   */
  @GuardedBy("appender")
  private void raiseMarks(List<Segment> segments, Marks higher) throws IOException {
    DiskView view = appender.view();
    Marks raised = view.marks().raisedTo(higher);
    if (!raised.equals(view.marks())) {
      MarksFile.write(storage, log.id(), raised);
      appender.show(new DiskView(segments, raised, view.epochs()));
    }
  }

  /**
   * Copies the entries of a segment that stay into a new file, without the log's lock; then, with
   * the lock, puts the new segment in place of the old one. Nothing is changed if the copy would be
   * the same, or if retention has removed the segment meanwhile.
   *
   * @param nextBase first offset of the segment after it
   */
  void rewrite(Segment old, long nextBase, Rewrite rewrite) throws IOException {
    SegmentName name = old.name().nextGeneration();
    boolean swapped = false;
    try (DiskCursor entries = new DiskCursor(log, old.base(), nextBase);
        SegmentWriter aside = SegmentWriter.create(storage, name, old.head())) {
      if (rewrite.copy(entries, aside)) {
        aside.writeRemoved(rewrite.removed());
        aside.finish(nextBase);
        aside.showClosed();
        swapped = swap(old, aside, rewrite.removed());
      }
    } catch (RetentionGapException gone) {
      // Retention removed the segment meanwhile: there is nothing left to rewrite.
    } finally {
      if (!swapped) {
        appender.deleteUnfinished(name);
      }
    }
  }

  void requireNotTaken() throws IOException {
    synchronized (appender) {
      appender.requireNotTaken();
    }
  }

  /** False if retention has removed the segment meanwhile; nothing is changed then. */
  private boolean swap(Segment old, SegmentWriter aside, Marks removed) throws IOException {
    synchronized (appender) {
      appender.requireNotFailed();
      appender.requireNotTaken();
      if (!appender.view().segments().contains(old)) {
        return false;
      }
      raiseMarks(appender.view().segments(), removed);
      aside.install();
      appender.show(appender.view().withSwapped(List.of(old), aside.segment()));
      old.name().deleteFiles(storage);
      return true;
    }
  }
}
