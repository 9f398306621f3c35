package tidemark.disk;

import java.io.IOException;
import tidemark.log.Marks;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/** Writes batches to the end of one segment file. One thread at a time. */
final class SegmentWriter implements AutoCloseable {
  private final Storage storage;
  private final Segment segment;
  private StorageFile file;
  private long written;
  private long newestAppendTime;

  /** Whether bytes of a failed write may stand after {@link #written}. */
  private boolean tail;

  private SegmentWriter(Storage storage, Segment segment, StorageFile file) {
    this.storage = storage;
    this.segment = segment;
    this.file = file;
  }

  /** Starts a new segment aside: nobody finds it before {@link #install}. */
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

  /** Goes on in a segment, after the bytes that its readers see. */
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

  /** Bytes in the file. */
  long written() {
    return written;
  }

  boolean isEmpty() {
    return written == SegmentHead.BYTES;
  }

  /** Writes a batch, if it has records, and empties it. If that fails it is as if never tried. */
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

  /** Copies a batch of another segment as it is, into a segment that was written aside. */
  void copy(SegmentReader batch) throws IOException {
    file.writeFully(batch.bytes(), written);
    segment.index().add(batch.base(), written);
    written += batch.endPosition() - batch.position();
    newestAppendTime = Math.max(newestAppendTime, batch.newestAppendTime());
  }

  /** Cuts off what a failed write left. */
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

  void requireNamed() throws IOException {
    file.requireNamed();
  }

  /** Lets readers see what was written. */
  void show() {
    segment.show(written, newestAppendTime);
  }

  /**
   * Writes the closing batch, durably, and the index. Readers see it after {@link #showClosed}; a
   * batch that is written instead replaces it.
   */
  void finish(long nextBase) throws IOException {
    cutTail();
    tail = true;
    file.writeFully(BatchLayout.closing(nextBase, newestAppendTime), written);
    force();
    segment.index().write(storage, segment.name().indexFile(), written + BatchLayout.HEADER_BYTES);
  }

  /** Lets readers see the closing batch too, and go on to the next segment. */
  void showClosed() {
    segment.show(written + BatchLayout.HEADER_BYTES, newestAppendTime);
  }

  /** Puts into the head of a segment that was written aside what compaction took from it. */
  void writeRemoved(Marks removed) throws IOException {
    segment.head(segment.head().withRemoved(removed));
    file.writeFully(segment.head().bytes(), 0);
  }

  /** Gives a segment that was written aside its name, durably. */
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
