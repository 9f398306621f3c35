package tidemark.disk;

import java.io.IOException;
import java.util.List;
import tidemark.log.RewritableLog;

/**
 * Rewrites the closed segments of a {@link DiskLog} from the front to the back, then merges those
 * that have become small. One rewrite at a time. A close of the log waits until the segment that is
 * being written is done; the rewrite then ends, and the other segments stay as they are.
 */
final class Rewriter {
  private final DiskLog log;
  private final ClosedSegments closedSegments;
  private final SegmentMerger merger;

  /**
   * Held for as long as a rewrite takes. A thread that takes the log's lock too takes this one
   * first.
   */
  private final Object rewriting = new Object();

  /** Whether a thread waits to close the log: a rewrite ends then. */
  private volatile boolean closing;

  Rewriter(DiskLog log, ClosedSegments closedSegments, SegmentMerger merger) {
    this.log = log;
    this.closedSegments = closedSegments;
    this.merger = merger;
  }

  /** See {@link RewritableLog#rewrite}; the caller has checked {@code endExclusive}. */
  void rewrite(long endExclusive, long newHorizon, RewritableLog.CompactionFilter filter)
      throws IOException {
    synchronized (rewriting) {
      List<Segment> segments = log.view().segments();
      for (int i = 0; i + 1 < segments.size() && segments.get(i).base() < endExclusive; i++) {
        requireStillOpen();
        Rewrite rewrite = new Rewrite(endExclusive, newHorizon, filter);
        closedSegments.rewrite(segments.get(i), segments.get(i + 1).base(), rewrite);
      }
      for (SegmentMerger.Run run : merger.runs(endExclusive)) {
        requireStillOpen();
        merger.merge(run);
      }
    }
  }

  /**
   * Checks before each segment that the log can be written, that no thread waits to close it, and
   * that its lock was not taken: the new files have names that another writer would use as well.
   *
   * @throws IllegalStateException if the log is closed or is to be closed
   * @throws java.io.UncheckedIOException if the disk has failed
   * @throws IOException if the lock, or the file that is appended to, was taken
   */
  private void requireStillOpen() throws IOException {
    if (closing) {
      throw new IllegalStateException(
          "a log must stay open while it is rewritten, id="
              + log.id()
              + "; open it and compact again");
    }
    log.requireWritable();
    closedSegments.requireNotTaken();
  }

  /**
   * Runs {@code close} as soon as no segment is being rewritten. A rewrite deletes files when it
   * ends, which it must not do after the log is closed: somebody else may have opened it by then.
   */
  void end(Runnable close) {
    closing = true;
    try {
      synchronized (rewriting) {
        close.run();
      }
    } finally {
      closing = false;
    }
  }
}
