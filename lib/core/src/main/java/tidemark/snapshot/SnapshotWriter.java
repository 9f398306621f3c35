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
import org.jspecify.annotations.Nullable;
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
  private final long identity;
  private final @Nullable Base base;
  private final ByteBuffer frame = ByteBuffer.allocate(Frames.MAX_FRAME);
  private final CRC32C running = new CRC32C();
  private final Set<String> names = new HashSet<>();
  private final DataOutput content = new DataOutputStream(new ContentStream());
  private @Nullable RowOutput rows;
  private boolean isChange;
  private boolean writable = true;
  private boolean closed;

  /**
   * What a change is built on.
   *
   * @param identity the identity of the snapshot
   * @param check its last check
   */
  record Base(long identity, int check) {}

  /** Where a snapshot's bytes go. */
  interface Sink {
    /** Takes all that remains in {@code bytes}. */
    void write(ByteBuffer bytes) throws IOException;

    /**
     * All is written: makes the snapshot durable and, in one step, visible.
     *
     * @param isChange whether it can be read only together with its base
     */
    void freeze(boolean isChange) throws IOException;

    /** Releases the sink. Without a {@link #freeze} before, nothing stays visible. */
    void close() throws IOException;
  }

  /** A step that writes into the sink. */
  @FunctionalInterface
  private interface Write {
    void run() throws IOException;
  }

  /**
   * Begins a snapshot of the state at {@code position}.
   *
   * @param identity 0 if nothing can be built on it
   * @param base what it may be a change of; null if it must be whole
   */
  SnapshotWriter(Sink sink, Position position, long identity, @Nullable Base base) {
    this.sink = sink;
    this.identity = identity;
    this.base = base;
    try {
      frame.putInt(Frames.MAGIC).putInt(Frames.VERSION);
      write();
      begin(Frames.POSITION);
      Frames.put(position, identity, frame);
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
    return new SnapshotWriter(
        new StreamSink(stream, Channels.newChannel(stream)), position, 0, null);
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
    begin(Frames.SECTION, name);
    return content;
  }

  /**
   * Ends the section before, and begins one of rows. When it is read, its content is the count of
   * rows, 4 bytes, and for each row {@code | a number 8 | length of the key 4 | length of the value
   * 4, −1 for none | key | value |}. A later snapshot may hold only what changed in it.
   *
   * @param count how many rows will be put; each key once
   * @throws IllegalArgumentException as {@link #section}, or if {@code count} is negative
   * @throws UncheckedIOException if the bytes written so far cannot be stored
   * @throws IllegalStateException after {@link #freeze}, {@link #close} or an I/O error, or if
   *     fewer rows were put into the section before than it was begun with
   */
  public RowOutput rows(String name, int count) {
    return beginRows(Frames.ROWS, name, count);
  }

  /**
   * The same for the changes of a section of rows that the base has: put the rows that are new or
   * were changed since, remove those that are gone; no key more than once. A section that the base
   * does not have counts as one without rows.
   *
   * @param count how many rows there are now, the unchanged ones included
   * @throws IllegalStateException also if this snapshot has no {@link #base}: use {@link #rows}
   */
  public RowOutput changes(String name, int count) {
    Base on = base;
    if (on == null) {
      throw new IllegalStateException(
          "a snapshot must have a base to hold changes, section=" + name + "; write all rows");
    }
    if (!isChange) {
      requireWritable();
      io(
          () -> {
            endData();
            begin(Frames.BASE);
            frame.putLong(on.identity).putInt(on.check);
            end();
            begin(Frames.DATA);
          });
      isChange = true;
    }
    return beginRows(Frames.CHANGES, name, count);
  }

  private RowOutput beginRows(byte kind, String name, int count) {
    if (count < 0) {
      throw new IllegalArgumentException(
          "a section must have 0 rows or more, section=%s, count=%d; give 0 or more"
              .formatted(name, count));
    }
    begin(kind, name);
    RowOutput output = new RowOutput(name, content, kind == Frames.CHANGES ? -1 : count);
    try {
      content.writeInt(count);
    } catch (IOException failed) {
      throw Frames.notWritten(failed);
    }
    rows = output;
    return output;
  }

  /**
   * The identity that this snapshot has once it is frozen; 0 if it is of no store. A state that was
   * saved in it can be saved as a change on it later.
   */
  public long identity() {
    return identity;
  }

  /** The identity of the snapshot that this one may be a change of; 0 if it must be whole. */
  public long base() {
    return base == null ? 0 : base.identity;
  }

  private void begin(byte kind, String name) {
    requireWritable();
    requireAllRows();
    byte[] bytes = name.getBytes(UTF_8);
    if (bytes.length > Frames.MAX_CONTENT || names.contains(name)) {
      throw new IllegalArgumentException(
          "a section must have a name of its own, of at most %d bytes, name=%s, bytes=%d; choose another"
              .formatted(Frames.MAX_CONTENT, name, bytes.length));
    }
    io(
        () -> {
          endData();
          begin(kind);
          frame.put(bytes);
          end();
          begin(Frames.DATA);
        });
    names.add(name);
  }

  /** Begins a section of this kind with content that was read from a snapshot. */
  void copy(SnapshotReader reader) {
    begin(reader.isRows() ? Frames.ROWS : Frames.SECTION, reader.sectionName());
    try {
      while (reader.hasRemaining()) {
        ByteBuffer some = reader.some();
        content.write(some.array(), some.arrayOffset() + some.position(), some.remaining());
      }
    } catch (IOException failed) {
      throw Frames.notWritten(failed);
    }
  }

  private void requireAllRows() {
    if (rows != null) {
      rows.requireAll();
      rows = null;
    }
  }

  /**
   * Ends the snapshot and makes it visible; durable on return if the store is on a disk.
   *
   * @throws UncheckedIOException if it cannot be written. It is not visible then; but a store that
   *     is opened later may find it, whole
   * @throws IllegalStateException after {@link #freeze}, {@link #close} or an I/O error, or if
   *     fewer rows were put into the last section than it was begun with
   */
  public void freeze() {
    requireWritable();
    requireAllRows();
    io(
        () -> {
          endData();
          begin(Frames.END);
          end();
          sink.freeze(isChange);
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
    public void freeze(boolean isChange) throws IOException {
      stream.flush();
    }

    @Override
    public void close() {}
  }
}
