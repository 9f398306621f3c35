package tidemark.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import tidemark.log.Position;

/**
 * Writes one snapshot: {@link #section}, {@code put…}, then {@link #freeze}, then {@link #close}.
 * Close without freeze aborts. After an I/O error it can only be closed. One thread; no garbage per
 * value.
 */
public final class SnapshotWriter implements AutoCloseable {

  /** Where a snapshot's bytes go. */
  public interface Target {
    /** Takes all that remains in {@code bytes}. */
    void write(ByteBuffer bytes) throws IOException;

    /** All is written: makes the snapshot durable and, in one step, visible. */
    void freeze() throws IOException;

    /** Lets go. If there was no {@link #freeze} before, nothing of the snapshot stays visible. */
    void close() throws IOException;
  }

  private final Target target;
  private final ByteBuffer frame =
      ByteBuffer.allocate(Frames.HEAD_BYTES + Frames.MAX_CONTENT + Integer.BYTES);
  private final CRC32C running = new CRC32C();
  private final Set<String> names = new HashSet<>();
  private boolean open = true;
  private boolean closed;

  /** Begins a snapshot of the state as of {@code position}: everything below it is in. */
  public SnapshotWriter(Target target, Position position) {
    this.target = target;
    frame.putInt(Frames.MAGIC).putInt(Frames.VERSION);
    write();
    begin(Frames.POSITION);
    frame.putLong(position.logId().getMostSignificantBits());
    frame.putLong(position.logId().getLeastSignificantBits());
    frame.putLong(position.epoch()).putLong(position.offset());
    end();
    begin(Frames.DATA);
  }

  /**
   * Begins a snapshot in a stream. Freeze flushes it; neither freeze nor close closes it. A reader
   * of an aborted one finds it cut short.
   */
  public static SnapshotWriter to(OutputStream stream, Position position) {
    return new SnapshotWriter(new StreamTarget(stream, Channels.newChannel(stream)), position);
  }

  /**
   * Ends the section before and begins one.
   *
   * @throws IllegalArgumentException if the snapshot has a section of this name already, or the
   *     name is too long
   */
  public SnapshotWriter section(String name) {
    byte[] bytes = name.getBytes(UTF_8);
    if (bytes.length > Frames.MAX_CONTENT || !names.add(name)) {
      throw new IllegalArgumentException(
          "sections have different names of at most "
              + Frames.MAX_CONTENT
              + " bytes, name="
              + name);
    }
    flushData();
    begin(Frames.SECTION);
    frame.put(bytes);
    end();
    begin(Frames.DATA);
    return this;
  }

  /** Appends one byte to the section. */
  public void putByte(byte value) {
    room(Byte.BYTES).put(value);
  }

  /** Appends four bytes to the section. */
  public void putInt(int value) {
    room(Integer.BYTES).putInt(value);
  }

  /** Appends eight bytes to the section. */
  public void putLong(long value) {
    room(Long.BYTES).putLong(value);
  }

  /** Appends what remains in {@code bytes}, whose position does not move. */
  public void put(ByteBuffer bytes) {
    int at = bytes.position();
    while (at < bytes.limit()) {
      ByteBuffer room = room(Byte.BYTES);
      int part = Math.min(contentRoom(), bytes.limit() - at);
      room.put(room.position(), bytes, at, part).position(room.position() + part);
      at += part;
    }
  }

  /** Appends the length and what remains in {@code bytes}; null is not empty. */
  public void putBytes(@Nullable ByteBuffer bytes) {
    putInt(bytes == null ? -1 : bytes.remaining());
    if (bytes != null) {
      put(bytes);
    }
  }

  /** Appends {@code length} and the first so many of {@code bytes}; null if it is −1. */
  public void putBytes(byte[] bytes, int length) {
    putInt(length);
    for (int at = 0; at < length; ) {
      ByteBuffer room = room(Byte.BYTES);
      int part = Math.min(contentRoom(), length - at);
      room.put(bytes, at, part);
      at += part;
    }
  }

  /** Ends the snapshot and makes it visible. */
  public void freeze() {
    flushData();
    begin(Frames.END);
    end();
    open = false;
    io(target::freeze);
  }

  /** Aborts, unless frozen. Calling it again does nothing. */
  @Override
  public void close() {
    open = false;
    if (!closed) {
      closed = true;
      io(target::close);
    }
  }

  private ByteBuffer room(int bytes) {
    if (names.isEmpty()) {
      throw new IllegalStateException("bytes belong to a section: call section(name) first");
    }
    requireOpen();
    if (contentRoom() < bytes) {
      flushData();
      begin(Frames.DATA);
    }
    return frame;
  }

  private int contentRoom() {
    return frame.remaining() - Integer.BYTES;
  }

  private void requireOpen() {
    if (!open) {
      throw new IllegalStateException(
          "a snapshot is written before it is frozen or closed, and not on after an I/O error");
    }
  }

  private void begin(byte kind) {
    frame.clear().put(kind).putInt(0);
  }

  private void flushData() {
    requireOpen();
    if (frame.position() > Frames.HEAD_BYTES) {
      end();
    }
  }

  private void end() {
    frame.putInt(Byte.BYTES, frame.position() - Frames.HEAD_BYTES);
    running.update(frame.array(), 0, frame.position());
    int check = (int) running.getValue();
    frame.putInt(check);
    running.update(frame.array(), frame.position() - Integer.BYTES, Integer.BYTES);
    io(() -> target.write(frame.flip()));
  }

  private void write() {
    running.update(frame.array(), 0, frame.position());
    io(() -> target.write(frame.flip()));
  }

  /** A step of the target. */
  @FunctionalInterface
  private interface Step {
    void run() throws IOException;
  }

  private void io(Step step) {
    boolean wasOpen = open;
    open = false;
    try {
      step.run();
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    open = wasOpen;
  }

  private record StreamTarget(OutputStream stream, WritableByteChannel channel) implements Target {
    @Override
    public void write(ByteBuffer bytes) throws IOException {
      channel.write(bytes);
    }

    @Override
    public void freeze() throws IOException {
      stream.flush();
    }

    @Override
    public void close() {}
  }
}
