package tidemark.log;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tidemark.log.MemoryLog.View;
import tidemark.log.MemorySegment.Stored;

/**
 * Reads a {@link MemoryLog}. Each key and each value is copied into one of two buffers, which are
 * used again for the next entry.
 */
final class MemoryCursor implements Cursor {
  private static final Stored[] NONE = {};

  private final MemoryLog log;
  private final Scratch key = new Scratch();
  private final Scratch value = new Scratch();
  private @Nullable View seen;
  private Stored[] entries = NONE;
  private int index;
  private int limit;
  private long position;
  private @Nullable Stored current;
  private boolean closed;

  MemoryCursor(MemoryLog log, long fromInclusive) {
    this.log = log;
    this.position = fromInclusive;
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // Another view of equal content is a change all the same.
  public boolean next() {
    if (closed) {
      throw new IllegalStateException(
          "a cursor must be open, position=" + position + "; it was closed: read from there anew");
    }
    current = null;
    if ((seen != log.view() || index == limit) && !refill()) {
      return false;
    }
    load(entries[index++]);
    return true;
  }

  /** Makes an entry of the caller's choice the current one: a rewrite walks a segment itself. */
  void load(Stored entry) {
    current = entry;
    position = entry.entry().offset() + 1;
  }

  /** Finds the segment to read on in. False if there is none: the position is the end then. */
  private boolean refill() {
    synchronized (log) {
      View view = log.view();
      if (position < view.marks().startOffset()) {
        throw new RetentionGapException(position, view.marks().startOffset());
      }
      seen = view;
      for (int s = view.segmentAt(position); s < view.segments().size(); s++) {
        MemorySegment segment = view.segments().get(s);
        entries = segment.array();
        limit = segment.count();
        index = segment.firstAt(position);
        if (index < limit) {
          return true;
        }
      }
      position = log.endOffset();
      return false;
    }
  }

  private Stored current() {
    if (current == null) {
      throw new IllegalStateException(
          "a cursor must stand on an entry, position="
              + position
              + "; call next() and heed its answer");
    }
    return current;
  }

  private Event event() {
    return current().entry().event();
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public long offset() {
    return current().entry().offset();
  }

  @Override
  public long appendTime() {
    return current().entry().appendTime();
  }

  @Override
  public long eventTime() {
    return event().eventTime();
  }

  @Override
  public @Nullable ByteBuffer keyBuffer() {
    return key.view(event().key());
  }

  @Override
  public @Nullable ByteBuffer valueBuffer() {
    return value.view(event().value());
  }

  @Override
  public List<Header> headers() {
    return event().headers();
  }

  @Override
  public long deleteHorizon() {
    return current().deleteHorizon();
  }

  @Override
  public boolean isTombstone() {
    return event().isTombstone();
  }

  @Override
  public Entry entry() {
    return current().entry();
  }

  @Override
  public void close() {
    closed = true;
  }

  /** A buffer that grows, and is filled again for each entry. */
  private static final class Scratch {
    private ByteBuffer space = ByteBuffer.allocate(64);
    private ByteBuffer view = space.asReadOnlyBuffer();

    @Nullable ByteBuffer view(@Nullable Bytes bytes) {
      if (bytes == null) {
        return null;
      }
      if (space.capacity() < bytes.length()) {
        space = ByteBuffer.allocate(Math.max(bytes.length(), 2 * space.capacity()));
        view = space.asReadOnlyBuffer();
      }
      bytes.putInto(space.clear());
      return view.clear().limit(bytes.length());
    }
  }
}
