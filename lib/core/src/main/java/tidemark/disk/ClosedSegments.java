package tidemark.disk;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.List;
import tidemark.log.Marks;
import tidemark.log.Retention;
import tidemark.log.RetentionGapException;
import tidemark.storage.Storage;

/**
 * Removes and replaces closed segments of a {@link DiskLog}. Always in this order: the marks are
 * durable, readers see the view without what goes, the files are deleted. A crash in between leaves
 * files that the next opening deletes.
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

  /** Removes the segments that {@code retention} does not leave. */
  void retain(Retention retention) throws IOException {
    synchronized (appender) {
      List<Segment> all = appender.view().segments();
      List<Segment> kept = appender.view().keptBy(retention);
      if (kept.size() < all.size()) {
        appender.requireNotFailed();
        raiseMarks(kept, new Marks(kept.get(0).base(), -1, -1));
        for (Segment segment : all.subList(0, all.size() - kept.size())) {
          segment.name().deleteFiles(storage);
        }
        storage.sync();
      }
    }
  }

  /** Makes higher marks durable, then shows them together with these segments. */
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
   * Copies what stays of a segment into a new file, without the lock, and then lets the new file
   * take the old one's place. Nothing is changed if the copy would be the same, or if retention has
   * removed the segment meanwhile.
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
      // Retention took the segment meanwhile: there is nothing left to rewrite.
    } finally {
      if (!swapped) {
        storage.delete(name.logFile() + Storage.ASIDE);
        storage.delete(name.indexFile());
      }
    }
  }

  private boolean swap(Segment old, SegmentWriter aside, Marks removed) throws IOException {
    synchronized (appender) {
      appender.requireNotFailed();
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
