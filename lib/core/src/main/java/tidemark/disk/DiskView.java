package tidemark.disk;

import java.util.ArrayList;
import java.util.List;
import tidemark.log.Marks;
import tidemark.log.Retention;
import tidemark.log.RetentionGapException;

/** What readers of a {@link DiskLog} see change as one. The last segment is the active one. */
final class DiskView {
  private final List<Segment> segments;
  private final Marks marks;

  DiskView(List<Segment> segments, Marks marks) {
    this.segments = List.copyOf(segments);
    this.marks = marks;
  }

  List<Segment> segments() {
    return segments;
  }

  Marks marks() {
    return marks;
  }

  Segment active() {
    return segments.get(segments.size() - 1);
  }

  DiskView withActive(Segment segment) {
    List<Segment> more = new ArrayList<>(segments);
    more.add(segment);
    return new DiskView(more, marks);
  }

  DiskView withSwapped(Segment old, Segment rewritten) {
    List<Segment> swapped = new ArrayList<>(segments);
    swapped.set(segments.indexOf(old), rewritten);
    return new DiskView(swapped, marks);
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
            || kept.get(0).newestAppendTime() < retention.minAppendTime())) {
      bytes -= kept.get(0).visibleBytes();
      kept = kept.subList(1, kept.size());
    }
    return kept;
  }

  /** The epoch in which an offset was given. */
  long epochAt(long offset) {
    for (int i = segments.size() - 1; i >= 0; i--) {
      if (segments.get(i).place().epochStart() <= offset) {
        return segments.get(i).place().epoch();
      }
    }
    throw new RetentionGapException(offset, marks.startOffset());
  }

  /** Where an epoch before the current one ended; at most that, if retention took the trace. */
  long endOfPastEpoch(long epoch) {
    for (int i = 0; i < segments.size(); i++) {
      Segment.Place place = segments.get(i).place();
      if (place.epoch() > epoch) {
        return i == 0 && place.epoch() > epoch + 1 ? 0 : place.epochStart();
      }
    }
    throw new IllegalArgumentException(
        "a past epoch is below the current one, epoch=%d, current=%d"
            .formatted(epoch, active().place().epoch()));
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
