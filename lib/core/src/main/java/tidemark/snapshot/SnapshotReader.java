package tidemark.snapshot;

import java.io.DataInput;
import java.io.DataInputStream;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tidemark.log.Position;

/**
 * Reads one snapshot, section by section, in the order of writing. Every byte is checked before it
 * is handed out. No byte after the snapshot's end is read from the source, so something else may
 * follow it there.
 *
 * <p>A snapshot that is a change is read as if it had been written whole: its rows are merged with
 * those of the snapshots on which it is built, in an order of their own.
 *
 * <p>Every method that reads throws {@link DamagedSnapshotException} if the bytes are not the bytes
 * that were written, and {@link UncheckedIOException} if they cannot be read. Not thread-safe.
 * Allocates nothing per value; one frame of at most 64 KiB is in memory, for a change one of each
 * snapshot on which it is built, and the keys that were changed.
 */
public final class SnapshotReader implements AutoCloseable {
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  /** The snapshot, then what it is built on, down to a whole one. */
  private final List<FrameReader> chain;

  private final FrameReader newest;
  private final DataInput content = new DataInputStream(new ContentStream());

  /** Bytes of the section that may be handed out; they were checked. */
  private ByteBuffer ready = NOTHING;

  private @Nullable MergedRows merged;
  private boolean basesAreFinished;

  /** Begins to read; {@link #close} closes all of them. */
  SnapshotReader(List<FrameReader> chain) {
    this.chain = chain;
    this.newest = chain.get(0);
  }

  /** Begins to read from a stream; {@link #close} closes it. */
  public static SnapshotReader of(InputStream stream) {
    return of(Channels.newChannel(stream));
  }

  /** Begins to read from a buffer, whose position moves as far as was read. */
  public static SnapshotReader of(ByteBuffer bytes) {
    return of(new BufferSource(bytes));
  }

  private static SnapshotReader of(ReadableByteChannel source) {
    return new SnapshotReader(List.of(new FrameReader(source, List.of())));
  }

  /** The position that the snapshot is of: it covers everything below the position's offset. */
  public Position position() {
    return newest.position();
  }

  /**
   * The identity of the snapshot, the same as its writer's: a state that was restored from it can
   * be saved as a change on it. 0 if it is of no store: nothing can be built on it.
   */
  public long identity() {
    return newest.identity();
  }

  /** Moves to the next section; the rest of this one is checked and skipped. False at the end. */
  public boolean nextSection() {
    while (hasRemaining()) {
      ready.position(ready.limit());
    }
    merged = null;
    ready = NOTHING;
    if (!newest.nextSection()) {
      finishBases();
      return false;
    }
    if (newest.sectionKind() == Frames.CHANGES) {
      if (chain.size() == 1) {
        throw newest.damaged("it is a change; read it in the store that has its base");
      }
      merged = new MergedRows(chain, newest.sectionName());
      ready = merged.head();
    } else {
      ready = newest.data();
    }
    return true;
  }

  private void finishBases() {
    for (int i = 1; i < chain.size() && !basesAreFinished; i++) {
      chain.get(i).finish();
      chain.get(i - 1).requireBase(chain.get(i));
    }
    basesAreFinished = true;
  }

  /**
   * Moves to the section of this name and returns its {@link #content}. The sections before it are
   * checked and skipped, and cannot be read any more.
   *
   * @throws DamagedSnapshotException if no section of this name follows
   */
  public DataInput section(String name) {
    while (nextSection()) {
      if (newest.sectionName().equals(name)) {
        return content;
      }
    }
    throw newest.damaged("no section of this name follows, name=" + name);
  }

  /** Name of the present section; empty before the first. */
  public String sectionName() {
    return newest.sectionName();
  }

  /** Whether the present section is rows: see {@link SnapshotWriter#rows}. */
  public boolean isRows() {
    return newest.sectionKind() != Frames.SECTION;
  }

  /**
   * Content of the present section; the same object for all sections. Reading beyond the section's
   * end throws {@link DamagedSnapshotException}.
   */
  public DataInput content() {
    return content;
  }

  /** Whether the present section has more bytes. */
  public boolean hasRemaining() {
    if (ready.hasRemaining()) {
      return true;
    }
    MergedRows rows = merged;
    ready = NOTHING; // and stays so if the next bytes are damaged
    merged = null;
    if (rows == null) {
      ready = newest.hasRemaining() ? newest.data() : NOTHING;
    } else {
      ByteBuffer next = rows.next();
      ready = next == null ? NOTHING : next;
      merged = rows;
    }
    return ready.hasRemaining();
  }

  /** The section's next bytes, at least one, at most a frame: a view until the next call. */
  ByteBuffer some() {
    requireRemaining();
    ByteBuffer some = ready.slice();
    ready.position(ready.limit());
    return some;
  }

  /** Reads to the end of the snapshot, so that all of it is checked. */
  public void finish() {
    while (nextSection()) {
      // Each step checks a section.
    }
  }

  private void requireRemaining() {
    if (!hasRemaining()) {
      throw newest.damaged(
          "the section ends before what is to be read, section=" + newest.sectionName());
    }
  }

  @Override
  public void close() {
    close(chain);
  }

  /** Closes all, also if one cannot be closed. */
  static void close(List<FrameReader> chain) {
    RuntimeException failure = null;
    for (FrameReader file : chain) {
      try {
        file.close();
      } catch (RuntimeException failed) {
        if (failure == null) {
          failure = failed;
        } else {
          failure.addSuppressed(failed);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** The content of the section, across frames. At its end it throws; it never returns −1. */
  private final class ContentStream extends InputStream {
    @Override
    public int read() {
      requireRemaining();
      return ready.get() & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int from, int length) {
      if (length == 0) {
        return 0;
      }
      requireRemaining();
      int part = Math.min(length, ready.remaining());
      ready.get(bytes, from, part);
      return part;
    }
  }

  private record BufferSource(ByteBuffer bytes) implements ReadableByteChannel {
    @Override
    public int read(ByteBuffer target) {
      int part = Math.min(target.remaining(), bytes.remaining());
      target.put(target.position(), bytes, bytes.position(), part);
      target.position(target.position() + part);
      bytes.position(bytes.position() + part);
      return part == 0 ? -1 : part;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }
}
