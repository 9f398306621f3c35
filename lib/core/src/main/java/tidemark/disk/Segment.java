package tidemark.disk;

/**
 * One segment as readers know it. A rewritten segment is another one, of the next generation, in
 * another file: a name never changes its meaning.
 */
final class Segment {
  private final SegmentName name;
  private SegmentHead head;
  private final OffsetIndex index;
  private volatile long visibleBytes;
  private volatile long newestAppendTime = Long.MIN_VALUE;

  Segment(SegmentName name, SegmentHead head, OffsetIndex index) {
    this.name = name;
    this.head = head;
    this.index = index;
  }

  SegmentName name() {
    return name;
  }

  SegmentHead head() {
    return head;
  }

  /** Replaces the head, before any reader can see this segment. */
  void head(SegmentHead newHead) {
    head = newHead;
  }

  long base() {
    return name.base();
  }

  String file() {
    return name.logFile();
  }

  OffsetIndex index() {
    return index;
  }

  /** How much of the file readers may read. */
  long visibleBytes() {
    return visibleBytes;
  }

  /** {@link Long#MIN_VALUE} while it has no record: nothing in it is young enough to stay. */
  long newestAppendTime() {
    return newestAppendTime;
  }

  /** Lets readers read so far. */
  void show(long bytes, long newest) {
    newestAppendTime = newest;
    visibleBytes = bytes;
  }
}
