package tidemark.disk;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tidemark.log.Marks;
import tidemark.log.Retention;
import tidemark.log.RetentionGapException;
import tidemark.log.SegmentAges;
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

  /** Guarded by the appender. */
  private final SegmentAges ages = new SegmentAges();

  ClosedSegments(Storage storage, DiskLog log, Appender appender) {
    this.storage = storage;
    this.log = log;
    this.appender = appender;
  }

  /**
   * Removes the segments that {@code retention} does not keep: see {@link tidemark.log.Log#retain}.
   * A segment that must be read for its age is read without the log's lock, so that appends go on.
   */
  void retain(Retention retention) throws IOException {
    Map<Segment, SegmentAges.Tail> tails = new HashMap<>();
    Segment unread = removeOld(retention, tails);
    while (unread != null) {
      tails.put(unread, read(unread, retention.now()));
      unread = removeOld(retention, tails);
    }
  }

  /**
   * Removes what is known to be too old.
   *
   * @return the first segment whose age is not known because it was not read; null if there is none
   */
  private @Nullable Segment removeOld(Retention retention, Map<Segment, SegmentAges.Tail> tails)
      throws IOException {
    synchronized (appender) {
      log.requireOpen();
      List<Segment> all = appender.view().segments();
      List<Segment> unread = new ArrayList<>();
      List<Segment> kept =
          appender
              .view()
              .keptBy(
                  retention,
                  place -> {
                    SegmentAges.Tail tail = tails.get(all.get(place));
                    if (tail == null) {
                      unread.add(all.get(place));
                      return Long.MAX_VALUE; // it stays for now
                    }
                    return ages.newestBelieved(tail, retention.now());
                  });
      if (kept.size() < all.size()) {
        remove(all.subList(0, all.size() - kept.size()), kept);
      }
      return unread.isEmpty() ? null : unread.get(0);
    }
  }

  @GuardedBy("appender")
  private void remove(List<Segment> old, List<Segment> kept) throws IOException {
    appender.guard().requireNotFailed();
    appender.requireNotTaken();
    raiseMarks(kept, new Marks(kept.get(0).base(), -1, -1));
    ages.forgetBelow(kept.get(0).base());
    for (Segment segment : old) {
      segment.name().deleteFiles(storage);
    }
    storage.sync();
  }

  /** How a segment ends; whatever is read does not matter if it is not in the log any more. */
  private SegmentAges.Tail read(Segment segment, long now) {
    SegmentAges.Tail tail = SegmentAges.Tail.of(segment.base());
    List<Segment> segments = appender.view().segments();
    int next = segments.indexOf(segment) + 1;
    try (DiskCursor entries = new DiskCursor(log, segment.base(), segments.get(next).base())) {
      while (entries.next()) {
        tail = tail.with(entries.offset(), entries.appendTime(), now);
      }
    } catch (RetentionGapException gone) {
      // Another call of retention removed the segment meanwhile.
    }
    return tail;
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
      appender.guard().requireNotFailed();
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
