package tidemark.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import tidemark.log.Position;

/**
 * Reads one snapshot, section by section, in the order of writing. Every byte is checked before it
 * is handed out. It reads not a byte beyond the snapshot's end. One thread; no garbage per value.
 *
 * <p>Every method throws {@link DamagedSnapshotException} if the bytes are not what was written.
 */
public final class SnapshotReader implements AutoCloseable {
  private static final byte NONE = 0;

  private final ReadableByteChannel source;
  private final ByteBuffer frame =
      ByteBuffer.allocate(Frames.HEAD_BYTES + Frames.MAX_CONTENT + Integer.BYTES);
  private final ByteBuffer view = frame.asReadOnlyBuffer();
  private final CRC32C running = new CRC32C();
  private final Position position;
  private ByteBuffer scratch = ByteBuffer.allocate(64);
  private String section = "";
  private byte kind = NONE;
  private long frameStart;
  private long readBytes;

  /** Begins to read; {@link #close} closes {@code source}. */
  public SnapshotReader(ReadableByteChannel source) {
    this.source = source;
    read(0, 2 * Integer.BYTES);
    if (frame.getInt(0) != Frames.MAGIC) {
      throw damaged("this is no snapshot of Tidemark");
    }
    if (frame.getInt(Integer.BYTES) != Frames.VERSION) {
      throw damaged(
          "its format version is "
              + frame.getInt(Integer.BYTES)
              + ", this library reads "
              + Frames.VERSION);
    }
    running.update(frame.array(), 0, 2 * Integer.BYTES);
    nextFrame();
    if (kind != Frames.POSITION || frame.remaining() != Frames.POSITION_BYTES) {
      throw damaged("it does not begin with a position");
    }
    UUID logId = new UUID(frame.getLong(), frame.getLong());
    position = new Position(logId, frame.getLong(), frame.getLong());
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

  /** What the snapshot is of: the next offset to read. */
  public Position position() {
    return position;
  }

  /** Moves to the next section, over what is left of this one. False if it was the last. */
  public boolean nextSection() {
    while (kind == Frames.DATA) {
      nextFrame();
    }
    if (kind == Frames.END) {
      return false;
    }
    if (kind != Frames.SECTION) {
      throw damaged("here is neither a section nor the end, kind=" + kind);
    }
    byte[] name = new byte[frame.remaining()];
    frame.get(name);
    section = new String(name, UTF_8);
    nextFrame();
    return true;
  }

  /**
   * Moves to a section by name, over those before it.
   *
   * @throws DamagedSnapshotException if none of that name follows
   */
  public SnapshotReader section(String name) {
    while (nextSection()) {
      if (section.equals(name)) {
        return this;
      }
    }
    throw damaged("no section of this name follows, name=" + name);
  }

  /** Name of the section. */
  public String section() {
    return section;
  }

  /** Whether the section goes on. */
  public boolean hasRemaining() {
    while (kind == Frames.DATA && !frame.hasRemaining()) {
      nextFrame();
    }
    return kind == Frames.DATA;
  }

  /** The next byte. */
  public byte takeByte() {
    return take(Byte.BYTES).get();
  }

  /** The next four bytes. */
  public int takeInt() {
    return take(Integer.BYTES).getInt();
  }

  /** The next eight bytes. */
  public long takeLong() {
    return take(Long.BYTES).getLong();
  }

  /** The next bytes: a view, only to be read, that holds until the next call. */
  public ByteBuffer take(int length) {
    if (hasRemaining() && length <= frame.remaining()) {
      view.limit(frame.position() + length).position(frame.position());
      frame.position(frame.position() + length);
      return view;
    }
    scratch.clear();
    while (scratch.position() < length) {
      if (!hasRemaining()) {
        throw damaged("the section ends before what is to be read, section=" + section);
      }
      int part = Math.min(length - scratch.position(), frame.remaining());
      if (scratch.remaining() < part) { // Not sooner: a length that is none would take all memory.
        int room = (int) Math.min(length, 2L * (scratch.position() + part));
        scratch = ByteBuffer.allocate(room).put(scratch.flip());
      }
      scratch.put(scratch.position(), frame, frame.position(), part);
      scratch.position(scratch.position() + part);
      frame.position(frame.position() + part);
    }
    return scratch.flip();
  }

  /** What is left of a frame, at least one byte: a view as by {@link #take}. */
  ByteBuffer takeSome() {
    return take(hasRemaining() ? frame.remaining() : 1);
  }

  /** What {@code putBytes} wrote, as by {@link #take}; null for null. */
  public @Nullable ByteBuffer takeBytes() {
    int length = takeInt();
    if (length < -1) {
      throw damaged("here is no length, section=" + section + ", length=" + length);
    }
    return length == -1 ? null : take(length);
  }

  /** Reads on to the end, so that everything is checked. */
  public void finish() {
    while (nextSection()) {
      // Each step checks a section.
    }
  }

  private void nextFrame() {
    frameStart = readBytes;
    read(0, Frames.HEAD_BYTES);
    int length = frame.getInt(Byte.BYTES);
    if (length < 0 || length > Frames.MAX_CONTENT) {
      throw damaged("a frame has at most " + Frames.MAX_CONTENT + " bytes, length=" + length);
    }
    int end = Frames.HEAD_BYTES + length;
    read(Frames.HEAD_BYTES, end + Integer.BYTES);
    running.update(frame.array(), 0, end);
    if (frame.getInt(end) != (int) running.getValue()) {
      throw damaged("its checksum is wrong");
    }
    running.update(frame.array(), end, Integer.BYTES);
    kind = frame.get(0);
    frame.limit(end).position(Frames.HEAD_BYTES);
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
      throw new UncheckedIOException(failed);
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
      throw new UncheckedIOException(failed);
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
