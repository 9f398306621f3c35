package tidemark.disk;

import java.io.IOException;
import java.util.List;
import tidemark.log.RewritableLog;

/**
 * Rewrites the closed segments of a {@link DiskLog} from the front to the back, then merges those
 * that have become small. One at a time; a log that is to be closed waits for the segment that is
 * being written, and the rest is left as it was.
 */
final class Rewriter {
  private final DiskLog log;
  private final ClosedSegments closedSegments;
  private final SegmentMerger merger;

  /** Held for as long as a rewrite takes; whoever takes the log's lock too takes this one first. */
  private final Object rewriting = new Object();

  /** Whether somebody waits to close the log: a rewrite ends then. */
  private volatile boolean closing;

  Rewriter(DiskLog log, ClosedSegments closedSegments, SegmentMerger merger) {
    this.log = log;
    this.closedSegments = closedSegments;
    this.merger = merger;
  }

  /** See {@link RewritableLog#rewrite}; the end is at most the start of the active segment. */
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

  /** A rewrite begins its next segment only in a log that can be written and is not closing. */
  private void requireStillOpen() {
    if (closing) {
      throw new IllegalStateException(
          "a log must stay open while it is rewritten, id="
              + log.id()
              + "; open it and compact again");
    }
    log.requireWritable();
  }

  /**
   * Closes the log after the segment that is being rewritten: its files must not be cleaned up
   * later, when somebody else may have opened the log.
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
