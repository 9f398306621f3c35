package tidemark.disk;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntToLongFunction;
import tidemark.log.Log;
import tidemark.log.Marks;
import tidemark.log.Retention;
import tidemark.log.RetentionGapException;

/**
 * The segments, marks and epochs of a {@link DiskLog} at one moment, so that readers see them
 * change together. Immutable, but each segment may show more bytes later.
 *
 * @param segments in offset order, at least one; the last one is the active segment
 * @param epochs those that end below the start offset are left out
 */
record DiskView(List<Segment> segments, Marks marks, Epochs epochs) {
  DiskView {
    segments = List.copyOf(segments);
    epochs = epochs.forgettingBelow(marks.startOffset());
  }

  Segment active() {
    return segments.get(segments.size() - 1);
  }

  /** The same view with one more segment, which is the active one from then on. */
  DiskView withActive(Segment segment) {
    List<Segment> more = new ArrayList<>(segments);
    more.add(segment);
    return new DiskView(more, marks, epochs);
  }

  /** The same view with one segment in place of one or several neighbours. */
  DiskView withSwapped(List<Segment> old, Segment rewritten) {
    List<Segment> swapped = new ArrayList<>(segments);
    swapped.set(segments.indexOf(old.get(0)), rewritten);
    swapped.removeAll(old);
    return new DiskView(swapped, marks, epochs);
  }

  DiskView withEpochs(Epochs other) {
    return new DiskView(segments, marks, other);
  }

  /** See {@link Log#epochAt}; the caller has checked that the log has reached the offset. */
  long epochAt(long offset) {
    long epoch = epochs.at(offset);
    if (epoch == Log.NO_EPOCH) {
      requireNotRemoved(offset);
    }
    return epoch;
  }

  /**
   * See {@link Log#endOfEpoch}.
   *
   * @param endOffset of the log: where the current epoch ends
   */
  long endOfEpoch(long epoch, long endOffset) {
    long end = epochs.endOf(epoch, endOffset);
    if (end < 0) {
      throw new IllegalArgumentException(
          "an epoch must be known, epoch=%d, current=%d: it is forgotten, or of another copy of the log; ask knowsEpoch first"
              .formatted(epoch, epochs.last()));
    }
    return end;
  }

  /**
   * The last segment that starts at or below an offset, which has that record or its hole; the
   * first segment if none does.
   */
  Segment segmentOf(long offset) {
    int low = 0;
    int high = segments.size() - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (segments.get(middle).base() <= offset) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return segments.get(low);
  }

  /**
   * The segments that {@code retention} keeps.
   *
   * @param newestBelieved see {@link Retention#removes}
   */
  List<Segment> keptBy(Retention retention, IntToLongFunction newestBelieved) {
    List<Retention.Segment> all =
        segments.stream()
            .map(s -> new Retention.Segment(s.base(), s.visibleBytes(), s.newestAppendTime()))
            .toList();
    return segments.subList(retention.removes(all, newestBelieved), segments.size());
  }

  /**
   * Refuses an offset below the start offset.
   *
   * @throws RetentionGapException if retention removed the offset
   */
  void requireNotRemoved(long offset) {
    if (offset < marks.startOffset()) {
      throw new RetentionGapException(offset, marks.startOffset());
    }
  }
}
