package tidemark.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInput;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.zip.CRC32C;
import tidemark.log.Position;

/**
 * Reads one snapshot, section by section, in the order of writing. Every byte is checked before it
 * is handed out. No byte after the snapshot's end is read from the source, so something else may
 * follow it there.
 *
 * <p>Every method that reads throws {@link DamagedSnapshotException} if the bytes are not the bytes
 * that were written, and {@link UncheckedIOException} if they cannot be read. Not thread-safe.
 * Allocates nothing per value; one frame of at most 64 KiB is in memory.
 */
public final class SnapshotReader implements AutoCloseable {
  private static final byte NONE = 0;

  private final ReadableByteChannel source;
  private final ByteBuffer frame = ByteBuffer.allocate(Frames.MAX_FRAME);
  private final CRC32C running = new CRC32C();
  private final Position position;
  private final DataInput content = new DataInputStream(new ContentStream());
  private String section = "";
  private byte kind = NONE;
  private long frameStart;
  private long readBytes;

  /** Begins to read; {@link #close} closes {@code source}. */
  SnapshotReader(ReadableByteChannel source) {
    this.source = source;
    read(0, Frames.FIRST_FRAME);
    if (frame.getInt(0) != Frames.MAGIC) {
      throw damaged("this is no snapshot of Tidemark");
    }
    int version = frame.getInt(Frames.VERSION_AT);
    if (version != Frames.VERSION) {
      throw damaged("its format version is " + version + ", this library reads " + Frames.VERSION);
    }
    running.update(frame.array(), 0, Frames.FIRST_FRAME);
    nextFrame();
    if (kind != Frames.POSITION || frame.remaining() != Frames.POSITION_BYTES) {
      throw damaged("it does not begin with a position");
    }
    position = Frames.position(frame);
    nextFrame();
  }

  /** Begins to read from a stream; {@link #close} closes it. */
  public static SnapshotReader of(InputStream stream) {
    return new SnapshotReader(Channels.newChannel(stream));
  }

  /** Begins to read from a buffer, whose position moves as far as was read. */
  public static SnapshotReader of(ByteBuffer bytes) {
    return new SnapshotReader(new BufferSource(bytes));
  }

  /** The position that the snapshot is of: it covers everything below the position's offset. */
  public Position position() {
    return position;
  }

  /** Moves to the next section; the rest of this one is checked and skipped. False at the end. */
  public boolean nextSection() {
    while (kind == Frames.DATA) {
      nextFrame();
    }
    if (kind == Frames.END) {
      return false;
    }
    if (kind != Frames.SECTION) {
      throw damaged("neither a section nor the end comes next, kind=" + kind);
    }
    byte[] name = new byte[frame.remaining()];
    frame.get(name);
    section = new String(name, UTF_8);
    nextFrame();
    return true;
  }

  /**
   * Moves to the section of this name and returns its {@link #content}. The sections before it are
   * checked and skipped, and cannot be read any more.
   *
   * @throws DamagedSnapshotException if no section of this name follows
   */
  public DataInput section(String name) {
    while (nextSection()) {
      if (section.equals(name)) {
        return content;
      }
    }
    throw damaged("no section of this name follows, name=" + name);
  }

  /** Name of the present section; empty before the first. */
  public String sectionName() {
    return section;
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
    while (kind == Frames.DATA && !frame.hasRemaining()) {
      nextFrame();
    }
    return kind == Frames.DATA;
  }

  /** The section's next bytes, at least one, at most a frame: a view until the next call. */
  ByteBuffer some() {
    requireRemaining();
    ByteBuffer some = frame.slice();
    frame.position(frame.limit());
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
      throw damaged("the section ends before what is to be read, section=" + section);
    }
  }

  private void nextFrame() {
    frameStart = readBytes;
    read(0, Frames.CONTENT_AT);
    int length = frame.getInt(Frames.LENGTH_AT);
    if (length < 0 || length > Frames.MAX_CONTENT) {
      throw damaged("a frame must have 0 to " + Frames.MAX_CONTENT + " bytes, length=" + length);
    }
    int end = Frames.CONTENT_AT + length;
    read(Frames.CONTENT_AT, end + Frames.CHECK_BYTES);
    running.update(frame.array(), 0, end);
    if (frame.getInt(end) != (int) running.getValue()) {
      throw damaged("its checksum is wrong");
    }
    running.update(frame.array(), end, Frames.CHECK_BYTES);
    kind = frame.get(0);
    frame.limit(end).position(Frames.CONTENT_AT);
  }

  private void read(int from, int to) {
    frame.limit(to).position(from);
    try {
      while (frame.hasRemaining()) {
        int read = source.read(frame);
        if (read < 0) {
          throw damaged("it is cut short");
        }
        readBytes += read;
      }
    } catch (IOException failed) {
      throw Frames.notRead(failed);
    }
  }

  private DamagedSnapshotException damaged(String reason) {
    kind = NONE;
    return new DamagedSnapshotException(frameStart, reason);
  }

  @Override
  public void close() {
    try {
      source.close();
    } catch (IOException failed) {
      throw Frames.notRead(failed);
    }
  }

  /** The content of the section, across frames. At its end it throws; it never returns −1. */
  private final class ContentStream extends InputStream {
    @Override
    public int read() {
      requireRemaining();
      return frame.get() & 0xFF;
    }

    @Override
    public int read(byte[] bytes, int from, int length) {
      if (length == 0) {
        return 0;
      }
      requireRemaining();
      int part = Math.min(length, frame.remaining());
      frame.get(bytes, from, part);
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
