package tidemark.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.CRC32C;
import tidemark.log.Position;

/**
 * Writes one snapshot: {@link #section} and its content, as often as needed, then {@link #freeze},
 * then {@link #close}. Closing without freezing aborts: nothing of the snapshot is left.
 *
 * <p>After an I/O error a writer can only be closed. Not thread-safe. Allocates nothing per value;
 * one frame of at most 64 KiB is in memory.
 */
public final class SnapshotWriter implements AutoCloseable {
  private final Sink sink;
  private final ByteBuffer frame = ByteBuffer.allocate(Frames.MAX_FRAME);
  private final CRC32C running = new CRC32C();
  private final Set<String> names = new HashSet<>();
  private final DataOutput content = new DataOutputStream(new ContentStream());
  private boolean writable = true;
  private boolean closed;

  /** Where a snapshot's bytes go. */
  interface Sink {
    /** Takes all that remains in {@code bytes}. */
    void write(ByteBuffer bytes) throws IOException;

    /** All is written: makes the snapshot durable and, in one step, visible. */
    void freeze() throws IOException;

    /** Releases the sink. Without a {@link #freeze} before, nothing stays visible. */
    void close() throws IOException;
  }

  /** A step that writes into the sink. */
  @FunctionalInterface
  private interface Write {
    void run() throws IOException;
  }

  /** Begins a snapshot of the state at {@code position}. */
  SnapshotWriter(Sink sink, Position position) {
    this.sink = sink;
    try {
      frame.putInt(Frames.MAGIC).putInt(Frames.VERSION);
      write();
      begin(Frames.POSITION);
      Frames.put(position, frame);
      end();
      begin(Frames.DATA);
    } catch (IOException failed) {
      throw Frames.notWritten(failed);
    }
  }

  /**
   * Begins a snapshot in a stream.
   *
   * @param stream {@link #freeze} flushes it; it is never closed. If the snapshot is aborted,
   *     whoever reads the stream finds a snapshot that is cut short, and refuses it
   * @param position the next offset to read: the snapshot covers everything below it
   * @throws UncheckedIOException if the stream cannot be written
   */
  public static SnapshotWriter to(OutputStream stream, Position position) {
    return new SnapshotWriter(new StreamSink(stream, Channels.newChannel(stream)), position);
  }

  /**
   * Ends the section before, begins a new one, and returns the output for its content. That is the
   * same object for all sections; its methods throw {@link IOException} if the bytes cannot be
   * written, and {@link IllegalStateException} after {@link #freeze}, {@link #close} or an I/O
   * error.
   *
   * @throws IllegalArgumentException if the snapshot has a section of this name already, or the
   *     name has more than 65,536 bytes in UTF-8
   * @throws UncheckedIOException if the bytes written so far cannot be stored
   * @throws IllegalStateException after {@link #freeze}, {@link #close} or an I/O error
   */
  public DataOutput section(String name) {
    requireWritable();
    byte[] bytes = name.getBytes(UTF_8);
    if (bytes.length > Frames.MAX_CONTENT || names.contains(name)) {
      throw new IllegalArgumentException(
          "a section must have a name of its own, of at most %d bytes, name=%s, bytes=%d; choose another"
              .formatted(Frames.MAX_CONTENT, name, bytes.length));
    }
    io(
        () -> {
          endData();
          begin(Frames.SECTION);
          frame.put(bytes);
          end();
          begin(Frames.DATA);
        });
    names.add(name);
    return content;
  }

  /**
   * Ends the snapshot and makes it visible; durable on return if the store is on a disk.
   *
   * @throws UncheckedIOException if it cannot be written. It is not visible then; but a store that
   *     is opened later may find it, whole
   * @throws IllegalStateException after {@link #freeze}, {@link #close} or an I/O error
   */
  public void freeze() {
    requireWritable();
    io(
        () -> {
          endData();
          begin(Frames.END);
          end();
          sink.freeze();
        });
    writable = false;
  }

  /** Aborts the snapshot, unless it is frozen. Calling it again does nothing. */
  @Override
  public void close() {
    writable = false;
    if (!closed) {
      closed = true;
      try {
        sink.close();
      } catch (IOException failed) {
        throw Frames.notWritten(failed);
      }
    }
  }

  private void requireWritable() {
    if (!writable) {
      throw new IllegalStateException(
          "a snapshot must be written before it is frozen or closed, and must not be written on"
              + " after an I/O error, sections="
              + names
              + "; begin another one");
    }
  }

  private void io(Write write) {
    try {
      guarded(write);
    } catch (IOException failed) {
      throw Frames.notWritten(failed);
    }
  }

  /** After any exception nothing more may be written, because it is unknown how much was. */
  private void guarded(Write write) throws IOException {
    writable = false;
    write.run();
    writable = true;
  }

  private void begin(byte kind) {
    frame.clear().put(kind).putInt(0);
  }

  private void endData() throws IOException {
    if (frame.position() > Frames.CONTENT_AT) {
      end();
    }
  }

  private void end() throws IOException {
    frame.putInt(Frames.LENGTH_AT, frame.position() - Frames.CONTENT_AT);
    running.update(frame.array(), 0, frame.position());
    frame.putInt((int) running.getValue());
    running.update(frame.array(), frame.position() - Frames.CHECK_BYTES, Frames.CHECK_BYTES);
    sink.write(frame.flip());
  }

  private void write() throws IOException {
    running.update(frame.array(), 0, frame.position());
    sink.write(frame.flip());
  }

  /** Fills frames of DATA with the content of the section. */
  private final class ContentStream extends OutputStream {
    @Override
    public void write(int value) throws IOException {
      room().put((byte) value);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      for (int at = from; at < from + length; ) {
        ByteBuffer room = room();
        int part = Math.min(contentRoom(), from + length - at);
        room.put(bytes, at, part);
        at += part;
      }
    }

    private ByteBuffer room() throws IOException {
      requireWritable();
      if (contentRoom() == 0) {
        guarded(SnapshotWriter.this::end);
        begin(Frames.DATA);
      }
      return frame;
    }

    private int contentRoom() {
      return frame.remaining() - Frames.CHECK_BYTES;
    }
  }

  private record StreamSink(OutputStream stream, WritableByteChannel channel) implements Sink {
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
