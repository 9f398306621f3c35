package tidemark.snapshot;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.List;
import java.util.UUID;
import java.util.zip.CRC32C;
import tidemark.log.Position;

/**
 * Reads the frames of one file or stream, and checks each before any of it is handed out: see
 * {@link Frames}. Not thread-safe.
 */
final class FrameReader implements AutoCloseable {
  private static final byte NONE = 0;
  private static final Position NOWHERE = new Position(new UUID(0, 0), 0, 0);

  private final ReadableByteChannel source;
  private final List<Position> lost;
  private final ByteBuffer frame = ByteBuffer.allocate(Frames.MAX_FRAME);
  private final CRC32C running = new CRC32C();
  private Position position = NOWHERE;
  private long identity;
  private long baseIdentity;
  private int baseCheck;
  private String section = "";
  private byte sectionKind = NONE;
  private byte kind = NONE;
  private int lastCheck;
  private long frameStart;
  private long readBytes;

  /**
   * Begins to read; {@link #close} closes {@code source}.
   *
   * @param lost the kept snapshots that cannot be read if this one is damaged
   */
  FrameReader(ReadableByteChannel source, List<Position> lost) {
    this.source = source;
    this.lost = lost;
    begin();
  }

  private void begin() {
    read(0, Frames.FIRST_FRAME);
    if (frame.getInt(0) != Frames.MAGIC) {
      throw damaged("this is no snapshot of Tidemark");
    }
    int version = frame.getInt(Frames.VERSION_AT);
    if (version < Frames.OLDEST_VERSION || version > Frames.VERSION) {
      throw damaged(
          "its format version is %d, this library reads %d and %d"
              .formatted(version, Frames.OLDEST_VERSION, Frames.VERSION));
    }
    running.update(frame.array(), 0, Frames.FIRST_FRAME);
    nextFrame();
    int bytes = version < Frames.VERSION ? Frames.POSITION_BYTES : Frames.IDENTIFIED_BYTES;
    if (kind != Frames.POSITION || frame.remaining() != bytes) {
      throw damaged("it does not begin with a position");
    }
    position = Frames.position(frame);
    identity = Frames.identity(frame);
    nextFrame();
  }

  /** Begins again at the start. Only for a file. */
  private void restart() {
    if (!(source instanceof SnapshotFileChannel file)) {
      throw new IllegalStateException("a stream must be read once; open a file");
    }
    file.rewind();
    running.reset();
    readBytes = 0;
    section = "";
    baseIdentity = 0;
    baseCheck = 0;
    begin();
  }

  Position position() {
    return position;
  }

  /** The identity under which a change may name this snapshot; 0 for none. */
  long identity() {
    return identity;
  }

  /** Name of the present section; empty before the first. */
  String sectionName() {
    return section;
  }

  /** {@link Frames#SECTION}, {@link Frames#ROWS} or {@link Frames#CHANGES}. */
  byte sectionKind() {
    return sectionKind;
  }

  /** Moves to the next section; what is left of this one is checked. False at the end. */
  boolean nextSection() {
    while (kind == Frames.DATA) {
      nextFrame();
    }
    if (kind == Frames.END) {
      return false;
    }
    if (kind == Frames.BASE && baseIdentity == 0 && frame.remaining() == Frames.BASE_BYTES) {
      baseIdentity = frame.getLong();
      baseCheck = frame.getInt();
      nextFrame();
    }
    if (!Frames.beginsSection(kind)) {
      throw damaged("neither a section nor the end comes next, kind=" + kind);
    }
    byte[] name = new byte[frame.remaining()];
    frame.get(name);
    section = new String(name, UTF_8);
    sectionKind = kind;
    nextFrame();
    return true;
  }

  /** Moves to the section of this name, wherever it is. False if there is none. Only for a file. */
  boolean find(String name) {
    while (nextSection()) {
      if (section.equals(name)) {
        return true;
      }
    }
    restart();
    while (nextSection()) {
      if (section.equals(name)) {
        return true;
      }
    }
    return false;
  }

  /** Whether the present section has more bytes, which are in {@link #data} then. */
  boolean hasRemaining() {
    while (kind == Frames.DATA && !frame.hasRemaining()) {
      nextFrame();
    }
    return kind == Frames.DATA;
  }

  /** The bytes of the present frame that are left; always the same buffer. */
  ByteBuffer data() {
    return frame;
  }

  /** Reads to the end, so that all is checked. */
  void finish() {
    while (nextSection()) {
      // Each step checks a section.
    }
  }

  /**
   * Compares what this snapshot says of its base with a base that was read to its end.
   *
   * @throws DamagedSnapshotException if it is another one
   */
  void requireBase(FrameReader base) {
    if (baseIdentity != 0 && (base.identity != baseIdentity || base.lastCheck != baseCheck)) {
      throw base.damaged("it is not the one on which " + position + " was built");
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
    lastCheck = frame.getInt(end);
    if (lastCheck != (int) running.getValue()) {
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

  /** The exception for a frame that is not as it must be. Nothing more is handed out after it. */
  DamagedSnapshotException damaged(String reason) {
    kind = NONE;
    return new DamagedSnapshotException(frameStart, reason, lost);
  }

  @Override
  public void close() {
    try {
      source.close();
    } catch (IOException failed) {
      throw Frames.notRead(failed);
    }
  }
}
