package tidemark.disk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.UUID;
import tidemark.log.Cursor;
import tidemark.log.Event;
import tidemark.log.Marks;
import tidemark.log.Retention;
import tidemark.log.RewritableLog;
import tidemark.storage.Storage;

/**
 * A log in a directory of its own. It survives the end of its process; what opening it had to mend
 * is in {@link #recovery}. Layout: {@link BatchLayout}; what opening does: {@link Recovery}.
 *
 * <ol>
 *   <li>An append puts a record into the open batch. When the {@link Durability} says so the batch
 *       is written, forced where that was chosen, and only then shown to readers.
 *   <li>A full segment gets a closing batch, is forced, and the next one is started aside and
 *       renamed: a segment that has its name has its head.
 *   <li>If a write fails (the disk is full, say) the append is as if never tried, and may be tried
 *       again. If forcing fails nobody knows what is on disk: the log takes nothing more until it
 *       is opened again.
 *   <li>A rewritten segment is a new file. The marks are durable before it gets its name, and the
 *       old file goes after that. Small neighbours are merged: see {@link SegmentMerger}.
 *   <li>Readers have file handles of their own, so that nothing is taken from under them.
 * </ol>
 *
 * <p>One process at a time. In it one thread appends, any number read, one compacts.
 */
public final class DiskLog implements RewritableLog {
  private final Storage storage;
  private final DiskLogOptions options;
  private final UUID id;
  private final RecoveryReport recovery;

  /** Its monitor is this log's lock: whoever changes anything holds it. */
  private final Appender appender;

  private final ClosedSegments closedSegments;
  private final Rewriter rewriter;
  private final Lifecycle lifecycle;

  private DiskLog(Storage storage, DiskLogOptions options, Recovery.Opened opened) {
    this.storage = storage;
    this.options = options;
    this.id = opened.id();
    this.recovery = opened.report();
    this.appender = new Appender(storage, options, opened);
    this.closedSegments = new ClosedSegments(storage, this, appender);
    this.rewriter =
        new Rewriter(
            this,
            closedSegments,
            new SegmentMerger(storage, this, appender, options.segmentBytes()));
    this.lifecycle = new Lifecycle(storage, id, appender, options.durability());
  }

  /**
   * Opens the log in a directory, or makes a new one there: see {@link #open(Storage,
   * DiskLogOptions)}.
   */
  public static DiskLog open(Path directory, DiskLogOptions options) {
    try {
      return open(Storage.directory(directory), options);
    } catch (IOException failed) {
      throw failed(
          "a log must have a directory that can be read and written, directory=" + directory,
          failed);
    }
  }

  /**
   * Opens the log in a storage, or makes a new one there. The storage is this log's until {@link
   * #close}; {@link #recovery} says what was found.
   *
   * @throws IllegalStateException if it is open already, here or in another process
   * @throws DamagedLogException if what was durable is not as it was written; nothing was changed
   * @throws UncheckedIOException if the storage cannot be read or written
   */
  public static DiskLog open(Storage storage, DiskLogOptions options) {
    try {
      return new DiskLog(storage, options, Lifecycle.open(storage));
    } catch (IOException failed) {
      throw failed(
          "a log must be in a storage that can be read and written, storage=" + storage, failed);
    }
  }

  static UncheckedIOException failed(String rule, IOException cause) {
    return new UncheckedIOException(rule + ": " + Storage.reason(cause), cause);
  }

  /** What opening this log found and did. */
  public RecoveryReport recovery() {
    return recovery;
  }

  @Override
  public UUID id() {
    return id;
  }

  /**
   * {@inheritDoc}
   *
   * @throws UncheckedIOException if it cannot be written or, where each append is forced, not be
   *     forced: then it may be in the log all the same. What was appended before is not touched
   */
  @Override
  public long append(Event event) {
    synchronized (appender) {
      requireWritable();
      event.requireTakenBy(options.compacted());
      long size = BatchBuilder.sizeBound(event);
      try {
        return appender.append(event, size);
      } catch (IOException failed) {
        throw notWritten("an append", failed);
      }
    }
  }

  void requireWritable() {
    lifecycle.requireWritable();
  }

  private UncheckedIOException notWritten(String what, IOException cause) {
    return failed(what + " must be written, storage=" + storage, cause);
  }

  @Override
  public void sync() {
    synchronized (appender) {
      requireWritable();
      try {
        appender.sync();
      } catch (IOException failed) {
        throw notWritten("a sync", failed);
      }
    }
  }

  @Override
  public void roll() {
    synchronized (appender) {
      requireWritable();
      try {
        appender.roll();
      } catch (IOException failed) {
        throw notWritten("a roll", failed);
      }
    }
  }

  @Override
  public long endOffset() {
    return appender.endOffset();
  }

  @Override
  public long syncedEnd() {
    return appender.syncedEnd();
  }

  @Override
  public Marks marks() {
    return view().marks();
  }

  @Override
  public long epoch() {
    return view().epochs().last();
  }

  @Override
  public long epochAt(long offset) {
    requireInLog(offset);
    return view().epochAt(offset);
  }

  @Override
  public boolean knowsEpoch(long epoch) {
    return view().epochs().endOf(epoch, endOffset()) >= 0;
  }

  @Override
  public long endOfEpoch(long epoch) {
    // The end offset is read first: if the current epoch ends meanwhile, it is too low, not too
    // high.
    long end = endOffset();
    return view().endOfEpoch(epoch, end);
  }

  @Override
  public Cursor read(long fromInclusive) {
    lifecycle.requireOpen();
    requireReadableFrom(fromInclusive);
    return new DiskCursor(this, fromInclusive, Long.MAX_VALUE);
  }

  @Override
  public long retain(Retention retention) {
    synchronized (appender) {
      lifecycle.requireOpen();
      try {
        closedSegments.retain(retention);
      } catch (IOException failed) {
        throw notWritten("retention", failed);
      }
      return startOffset();
    }
  }

  @Override
  public long activeStart() {
    return view().active().base();
  }

  @Override
  public void rewrite(long endExclusive, long newHorizon, CompactionFilter filter) {
    lifecycle.requireOpen();
    requireRewritableTo(endExclusive);
    try {
      rewriter.rewrite(endExclusive, newHorizon, filter);
    } catch (IOException failed) {
      throw notWritten("a rewrite", failed);
    }
  }

  DiskView view() {
    return appender.view();
  }

  Storage storage() {
    return storage;
  }

  /**
   * Hands over what waits, and closes. If there is no room for what waits the log stays open and
   * keeps it: make room and close again.
   *
   * @throws UncheckedIOException if something could not be written
   */
  @Override
  public void close() {
    rewriter.end(lifecycle::close);
  }
}
