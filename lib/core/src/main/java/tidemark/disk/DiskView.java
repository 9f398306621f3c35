package tidemark.disk;

import java.util.ArrayList;
import java.util.List;
import tidemark.log.Marks;
import tidemark.log.Retention;
import tidemark.log.RetentionGapException;

/**
 * What readers of a {@link DiskLog} see change as one. Never changes itself.
 *
 * @param segments the last one is the active segment
 * @param epochs those that do not end below the start offset
 */
record DiskView(List<Segment> segments, Marks marks, Epochs epochs) {
  DiskView {
    segments = List.copyOf(segments);
    epochs = epochs.forgettingBelow(marks.startOffset());
  }

  Segment active() {
    return segments.get(segments.size() - 1);
  }

  DiskView withActive(Segment segment) {
    List<Segment> more = new ArrayList<>(segments);
    more.add(segment);
    return new DiskView(more, marks, epochs);
  }

  DiskView withSwapped(Segment old, Segment rewritten) {
    List<Segment> swapped = new ArrayList<>(segments);
    swapped.set(segments.indexOf(old), rewritten);
    return new DiskView(swapped, marks, epochs);
  }

  DiskView withEpochs(Epochs other) {
    return new DiskView(segments, marks, other);
  }

  /** The segment that holds an offset, or its hole. */
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

  /** The segments that {@code retention} leaves. */
  List<Segment> keptBy(Retention retention) {
    List<Segment> kept = segments;
    long bytes = kept.stream().mapToLong(Segment::visibleBytes).sum();
    while (kept.size() > 1
        && kept.get(1).base() <= retention.neededFromInclusive()
        && (bytes > retention.maxBytes()
            || retention.isTooOld(kept.stream().mapToLong(Segment::newestAppendTime)))) {
      bytes -= kept.get(0).visibleBytes();
      kept = kept.subList(1, kept.size());
    }
    return kept;
  }

  /**
   * @throws RetentionGapException if retention removed the offset
   */
  void requireNotRemoved(long offset) {
    if (offset < marks.startOffset()) {
      throw new RetentionGapException(offset, marks.startOffset());
    }
  }
}
