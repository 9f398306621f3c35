package tidemark.disk;

/**
 * One segment as readers know it. A rewrite does not change a segment: it makes another one, with
 * the same base offset and the next generation, in a file of its own. So a file name never gets
 * another meaning. One thread changes it; any number read.
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

  /** Its first offset: nothing in it is below this, and the record there may be gone. */
  long base() {
    return name.base();
  }

  /** Name of its log file. */
  String file() {
    return name.logFile();
  }

  OffsetIndex index() {
    return index;
  }

  /** How much of the file readers may read, in bytes from its start. */
  long visibleBytes() {
    return visibleBytes;
  }

  /**
   * The newest append time of its visible records, in ms since the epoch; {@link Long#MIN_VALUE} if
   * it has none, so that no limit by time keeps it.
   */
  long newestAppendTime() {
    return newestAppendTime;
  }

  /**
   * Lets readers read the first {@code bytes} bytes of the file.
   *
   * @param newest the newest append time of the records in them, in ms since the epoch
   */
  void show(long bytes, long newest) {
    newestAppendTime = newest;
    visibleBytes = bytes;
  }
}
