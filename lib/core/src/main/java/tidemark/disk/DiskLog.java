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
 * A log in a directory of its own. It survives the end of its process; {@link #recovery} says what
 * opening it found and mended. The byte layout is in {@link BatchLayout}, the steps of opening are
 * in {@link Recovery}.
 *
 * <ol>
 *   <li>An append puts a record into the open batch. When the {@link Durability} says so, the batch
 *       is written, forced to the disk if the durability asks for it, and only then shown to
 *       readers.
 *   <li>A full segment gets a closing batch and is forced. The next one is written under a
 *       temporary name, with its head, and then renamed: so a file with a segment's name always has
 *       a head.
 *   <li>If a write fails, because the disk is full for example, the log is as before the append,
 *       which may be tried again. If forcing fails, nobody knows what is on the disk: the log
 *       refuses every change until it is closed and opened again.
 *   <li>A rewritten segment is a new file. The marks are durable before the new file gets its name;
 *       the old file is deleted after that. Small neighbours are merged: see {@link SegmentMerger}.
 *   <li>Each reader has a file handle of its own, so that it can finish a file that is deleted
 *       meanwhile.
 * </ol>
 *
 * <p>One process at a time has the log open. In it one thread appends, one thread compacts, and any
 * number of threads read.
 */
public final class DiskLog implements RewritableLog {
  private final Storage storage;
  private final DiskLogOptions options;
  private final UUID id;
  private final RecoveryReport recovery;

  /** Its monitor is this log's lock: a thread holds it while it changes anything. */
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
   * Opens the log in a storage, or makes a new one there. The storage belongs to the log from now
   * on: {@link #close} closes it, and so does a failed opening once the lock was taken.
   *
   * @throws IllegalStateException if the log is open already, here or in another process
   * @throws DamagedLogException if something durable is missing or is not as it was written;
   *     nothing was changed
   * @throws UnsupportedVersionException if the log has another format version; nothing was changed
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

  /** The exception for a failed I/O operation: the rule that it broke, then the reason in words. */
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
   * @throws UncheckedIOException if it cannot be written. Earlier events stay as they were, and the
   *     append may be tried again. But if the event was written and could not be forced, it may be
   *     in the log all the same, and the log refuses every change until it is opened again
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

  /**
   * Refuses a change if the log is closed or its disk has failed: see {@link
   * Lifecycle#requireWritable}.
   */
  void requireWritable() {
    lifecycle.requireWritable();
  }

  void requireOpen() {
    lifecycle.requireOpen();
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
    // Read before the view: what is appended in between makes the answer too low, never too high.
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
    try {
      closedSegments.retain(retention);
    } catch (IOException failed) {
      throw notWritten("retention", failed);
    }
    return startOffset();
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
   * Makes all that was appended durable, and closes the log and its storage. A running rewrite ends
   * first, after the segment that it is writing. If waiting events cannot be written, because the
   * disk is full for example, the log stays open and keeps them: make room and close again. After
   * any other failure the log is closed, and a further call does nothing.
   *
   * @throws UncheckedIOException if something that was appended is not known to be durable, or the
   *     files cannot be released
   */
  @Override
  public void close() {
    rewriter.end(lifecycle::close);
  }
}
