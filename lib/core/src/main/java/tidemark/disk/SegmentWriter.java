package tidemark.disk;

import java.io.IOException;
import tidemark.log.Marks;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/** Writes batches to the end of one segment file. One thread at a time. All sizes are in bytes. */
final class SegmentWriter implements AutoCloseable {
  private final Storage storage;
  private final Segment segment;
  private StorageFile file;
  private long written;
  private long newestAppendTime;

  /**
   * Whether the file may have bytes after {@link #written}: of a failed write, or a closing batch.
   */
  private boolean tail;

  private SegmentWriter(Storage storage, Segment segment, StorageFile file) {
    this.storage = storage;
    this.segment = segment;
    this.file = file;
  }

  /**
   * Starts a new segment under a temporary name: opening the log does not take it for a segment
   * before {@link #install}.
   */
  static SegmentWriter create(Storage storage, SegmentName name, SegmentHead head)
      throws IOException {
    StorageFile file = storage.create(name.logFile() + Storage.ASIDE);
    Segment segment = new Segment(name, head, new OffsetIndex());
    SegmentWriter writer = new SegmentWriter(storage, segment, file);
    try {
      file.writeFully(head.bytes(), 0);
    } catch (IOException failed) {
      writer.close();
      throw failed;
    }
    writer.written = SegmentHead.BYTES;
    writer.newestAppendTime = Long.MIN_VALUE;
    return writer;
  }

  /**
   * Continues an existing segment after its visible bytes; what follows them is cut off before the
   * next write.
   */
  static SegmentWriter resume(Storage storage, Segment segment) throws IOException {
    SegmentWriter writer = new SegmentWriter(storage, segment, storage.open(segment.file()));
    writer.written = segment.visibleBytes();
    writer.newestAppendTime = segment.newestAppendTime();
    writer.tail = true;
    return writer;
  }

  Segment segment() {
    return segment;
  }

  /** Size of the head and the batches that were written; a closing batch does not count. */
  long written() {
    return written;
  }

  /** Whether no batch was written. */
  boolean isEmpty() {
    return written == SegmentHead.BYTES;
  }

  /**
   * Writes the batch and clears it; does nothing if it has no records. Does not force it. If the
   * write fails, the batch keeps its records, and it may be tried again.
   */
  void write(BatchBuilder batch) throws IOException {
    if (batch.count() > 0) {
      int bytes = batch.bytes();
      cutTail();
      tail = true;
      file.writeFully(batch.sealed(), written);
      tail = false;
      segment.index().add(batch.base(), written);
      written += bytes;
      newestAppendTime = Math.max(newestAppendTime, batch.newestAppendTime());
      batch.clear();
    }
  }

  /** Copies the reader's current batch byte for byte, into a segment that is not installed yet. */
  void copy(SegmentReader batch) throws IOException {
    file.writeFully(batch.bytes(), written);
    segment.index().add(batch.base(), written);
    written += batch.endPosition() - batch.position();
    newestAppendTime = Math.max(newestAppendTime, batch.newestAppendTime());
  }

  /** Cuts off what follows {@link #written}, if there may be anything. */
  void cutTail() throws IOException {
    if (tail) {
      file.truncate(written);
      tail = false;
    }
  }

  /** Makes durable what was written, and checks that its file can still be found by its name. */
  void force() throws IOException {
    file.force();
    file.requireNamed();
  }

  /**
   * Checks that the name of the segment's file still leads to it.
   *
   * @throws IOException if somebody deleted or replaced the file
   */
  void requireNamed() throws IOException {
    file.requireNamed();
  }

  /** Lets readers see all batches that were written. */
  void show() {
    segment.show(written, newestAppendTime);
  }

  /**
   * Writes the closing batch, durably, and the index. Readers see the closing batch after {@link
   * #showClosed}. If a batch is written before that, it takes the closing batch's place, and the
   * segment stays open.
   *
   * @param nextBase first offset of the next segment
   */
  void finish(long nextBase) throws IOException {
    cutTail();
    tail = true;
    file.writeFully(BatchLayout.closing(nextBase, newestAppendTime), written);
    force();
    segment.index().write(storage, segment.name().indexFile(), written + BatchLayout.HEADER_BYTES);
  }

  /** Lets readers see the closing batch, by which they go on to the next segment. */
  void showClosed() {
    segment.show(written + BatchLayout.HEADER_BYTES, newestAppendTime);
  }

  /** Writes what compaction removed into the head of a segment that is not installed yet. */
  void writeRemoved(Marks removed) throws IOException {
    segment.head(segment.head().withRemoved(removed));
    file.writeFully(segment.head().bytes(), 0);
  }

  /**
   * Forces a segment that was written under a temporary name, and gives it its own name, durably.
   */
  void install() throws IOException {
    try (StorageFile written = file) {
      written.force();
    }
    storage.rename(segment.file() + Storage.ASIDE, segment.file());
    storage.sync();
    file = storage.open(segment.file());
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
