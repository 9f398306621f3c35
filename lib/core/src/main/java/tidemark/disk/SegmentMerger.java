package tidemark.disk;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tidemark.log.Marks;
import tidemark.storage.Storage;

/**
 * Merges neighbouring closed segments that compaction has made small, so that a log does not keep a
 * file for each segment that it ever had.
 *
 * <p>A merged segment has the batches of its originals byte for byte, so that offsets, epochs,
 * times and delete horizons stay the same. Its head has the base offset of the first original and
 * the highest of their marks; its closing batch has the newest of their append times. It is never
 * larger than the segment size.
 *
 * <ol>
 *   <li>The merged segment is written under a temporary name, as the next generation of the first
 *       original.
 *   <li>The marks are written again, durably. A retention that failed may have left a higher start
 *       offset on disk than the log uses: it could lie inside the merged segment, and opening would
 *       refuse it.
 *   <li>The {@link MergeFile} is written, durably.
 *   <li>The merged segment is forced, gets its name, and that is made durable. Before this step the
 *       originals are the log, after it the merged segment is.
 *   <li>Readers get the view with the merged segment. A reader that is in an original stays in its
 *       file up to the end.
 *   <li>The originals are deleted, durably, and so is what failed rewrites of them have left.
 *   <li>The merge file is deleted.
 * </ol>
 *
 * <p>Opening finds a merge file only after a crash or a failure. If the merged segment, or a later
 * rewrite of it, is there and ends where the file says, the originals that the file names are
 * deleted; otherwise the originals are the log. Any other overlap of segments is damage.
 */
final class SegmentMerger {
  /** The size of a closed segment without its records: its head and its closing batch. */
  private static final int OVERHEAD_BYTES = SegmentHead.BYTES + BatchLayout.HEADER_BYTES;

  private final Storage storage;
  private final DiskLog log;
  private final Appender appender;
  private final long segmentBytes;

  /** The last merge, while its originals may still be there; null if they are surely deleted. */
  private @Nullable MergeFile unfinished;

  SegmentMerger(Storage storage, DiskLog log, Appender appender, long segmentBytes) {
    this.storage = storage;
    this.log = log;
    this.appender = appender;
    this.segmentBytes = segmentBytes;
  }

  /**
   * Neighbours that fit into one segment.
   *
   * @param originals in offset order
   * @param endExclusive base offset of the segment after them
   */
  record Run(List<Segment> originals, long endExclusive) {
    Run {
      originals = List.copyOf(originals);
    }

    Segment first() {
      return originals.get(0);
    }

    SegmentHead head() {
      Marks removed = Marks.NOTHING_REMOVED;
      for (Segment original : originals) {
        removed = removed.raisedTo(original.head().removed());
      }
      return first().head().withRemoved(removed);
    }

    MergeFile file() {
      List<Long> bases = originals.stream().map(Segment::base).skip(1).toList();
      return new MergeFile(first().name().nextGeneration(), endExclusive, bases);
    }
  }

  /**
   * Which of the closed segments that end at or below {@code endExclusive} are to be merged. Runs
   * are made from the front to the back, each of as many neighbours as fit, at least two and at
   * most {@link MergeFile#MAX_ORIGINALS}.
   */
  List<Run> runs(long endExclusive) {
    List<Run> runs = new ArrayList<>();
    List<Segment> originals = new ArrayList<>();
    List<Segment> segments = log.view().segments();
    long bytes = OVERHEAD_BYTES;
    for (int i = 0; i + 1 < segments.size() && segments.get(i + 1).base() <= endExclusive; i++) {
      Segment segment = segments.get(i);
      long batches = segment.visibleBytes() - OVERHEAD_BYTES;
      if (bytes + batches > segmentBytes || originals.size() == MergeFile.MAX_ORIGINALS) {
        addRun(runs, originals, segment.base());
        originals.clear();
        bytes = OVERHEAD_BYTES;
      }
      originals.add(segment);
      bytes += batches;
      if (i + 2 == segments.size() || segments.get(i + 2).base() > endExclusive) {
        addRun(runs, originals, segments.get(i + 1).base());
      }
    }
    return runs;
  }

  private static void addRun(List<Run> runs, List<Segment> originals, long endExclusive) {
    if (originals.size() > 1) {
      runs.add(new Run(originals, endExclusive));
    }
  }

  /** Merges a run; changes nothing if retention has removed some of it meanwhile. */
  void merge(Run run) throws IOException {
    finish();
    SegmentName name = run.file().merged();
    boolean merged = false;
    try (SegmentWriter aside = SegmentWriter.create(storage, name, run.head())) {
      if (copy(run, aside)) {
        aside.finish(run.endExclusive());
        aside.showClosed();
        merged = swap(run, aside);
      }
    } finally {
      if (!merged) {
        appender.deleteUnfinished(name);
      }
    }
    finish();
  }

  /** Copies the batches. False if retention has removed an original meanwhile. */
  private boolean copy(Run run, SegmentWriter aside) throws IOException {
    for (Segment original : run.originals()) {
      long end = original.visibleBytes() - BatchLayout.HEADER_BYTES;
      try (SegmentReader batches = new SegmentReader(storage, original.file(), SegmentHead.BYTES)) {
        while (batches.next(end)) {
          aside.copy(batches);
        }
      } catch (NoSuchFileException gone) {
        if (log.view().segments().contains(original)) {
          throw DiskCursor.missing(original);
        }
        return false;
      }
    }
    return true;
  }

  /** Puts the merged segment in place of its originals. False if one was removed meanwhile. */
  private boolean swap(Run run, SegmentWriter aside) throws IOException {
    synchronized (appender) {
      appender.guard().requireNotFailed();
      appender.requireNotTaken();
      DiskView view = appender.view();
      if (!view.segments().containsAll(run.originals())) {
        return false;
      }
      MarksFile.write(storage, log.id(), view.marks());
      run.file().write(storage, log.id());
      try {
        aside.install();
      } catch (IOException failed) {
        // The originals may be rewritten next. The merged segment must not be found after that.
        appender.abandon(aside.segment().name(), failed);
        throw failed;
      }
      appender.show(view.withSwapped(run.originals(), aside.segment()));
      unfinished = run.file();
      return true;
    }
  }

  /**
   * Deletes the originals of the last merge. It comes before the next merge, whose file replaces
   * this one's and would not name them.
   */
  private void finish() throws IOException {
    if (unfinished != null) {
      unfinished.deleteOriginals(storage);
      unfinished = null;
    }
  }
}
