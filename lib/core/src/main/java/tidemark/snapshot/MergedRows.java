package tidemark.snapshot;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a section of a change, merged with the rows of its bases, as if they had been written
 * whole.
 *
 * <ol>
 *   <li>The files are read one after the other, the newest first. A key counts where it is seen
 *       first: with its row, or as removed. Later rows of that key are passed over.
 *   <li>In memory are the keys of the changed rows; of the whole rows at the end of the chain none.
 *       What is handed out lies in the frame that was read: rows are not copied, except the head
 *       and the key of a row that goes over a frame's end.
 *   <li>The order of rows is another one than that of a whole section.
 * </ol>
 */
final class MergedRows {
  private final List<FrameReader> chain;
  private final String name;
  private final SeenKeys seen = new SeenKeys();
  private final int rows;
  private int rowsLeft;
  private int file;
  private boolean isWhole;

  /** The present frame, seen three times: what is handed out, and where a key is looked up. */
  private ByteBuffer run;

  private ByteBuffer probe;
  private ByteBuffer edge = ByteBuffer.allocate(256);

  /** Hashes of the keys of the next whole rows in the frame. */
  private final long[] hashes = new long[256];

  private int hashed;
  private int nextHash;
  private int valueLeft;
  private boolean isValueKept;

  /**
   * Begins to merge.
   *
   * @param chain the change, and what it is built on, down to a whole snapshot; the change is at
   *     the beginning of its section
   */
  MergedRows(List<FrameReader> chain, String name) {
    this.chain = chain;
    this.name = name;
    this.run = chain.get(0).data().duplicate();
    this.probe = run.duplicate();
    this.rows = count();
    this.rowsLeft = rows;
  }

  /** The count before the rows, for a section that is read from its start. */
  ByteBuffer head() {
    return ByteBuffer.allocate(Integer.BYTES).putInt(0, rows);
  }

  /**
   * The next bytes of the merged rows, at least one: a view until the next call. Null after the
   * last.
   */
  @Nullable ByteBuffer next() {
    edge.clear();
    while (true) {
      FrameReader now = chain.get(file);
      if (!now.hasRemaining()) {
        if (isWhole || !nextFile()) {
          requireAll();
          return null;
        }
      } else if (valueLeft > 0 ? passValue(now) : passRows(now)) {
        return run;
      } else if (edge.position() > 0) {
        return edge.flip();
      }
    }
  }

  private void requireAll() {
    FrameReader now = chain.get(file);
    if (valueLeft > 0) {
      throw now.damaged("a row goes beyond the end of its section, section=" + name);
    }
    if (rowsLeft != 0) {
      throw chain
          .get(0)
          .damaged(
              "its rows and its base's must be as many as it says, section=%s, rows=%d, missing=%d"
                  .formatted(name, rows, rowsLeft));
    }
  }

  /** Moves to the section in the next older file; false if it has none. */
  private boolean nextFile() {
    if (valueLeft > 0 || file + 1 == chain.size()) {
      return false;
    }
    FrameReader next = chain.get(++file);
    run = next.data().duplicate();
    probe = run.duplicate();
    if (!next.find(name)) {
      isWhole = true;
      return false;
    }
    isWhole = next.sectionKind() != Frames.CHANGES;
    if (next.sectionKind() == Frames.SECTION) {
      throw next.damaged("a section of rows must be built on rows, section=" + name);
    }
    count();
    return true;
  }

  private int count() {
    gather(chain.get(file), Integer.BYTES);
    int count = edge.getInt(0);
    edge.clear();
    if (count < 0) {
      throw chain.get(file).damaged("a count must be 0 or more, count=" + count);
    }
    return count;
  }

  /** Copies the section's next bytes behind those in {@link #edge}. */
  private void gather(FrameReader now, int bytes) {
    if (edge.capacity() - edge.position() < bytes) {
      int wanted = Math.max(2 * edge.capacity(), edge.position() + bytes);
      edge = ByteBuffer.allocate(wanted).put(edge.flip());
    }
    for (int left = bytes; left > 0; ) {
      if (!now.hasRemaining()) {
        throw now.damaged("a row goes beyond the end of its section, section=" + name);
      }
      ByteBuffer data = now.data();
      int part = Math.min(left, data.remaining());
      edge.put(edge.position(), data, data.position(), part).position(edge.position() + part);
      data.position(data.position() + part);
      left -= part;
    }
  }

  /** Passes over a part of a value; true if {@link #run} is now that part, to be handed out. */
  private boolean passValue(FrameReader now) {
    ByteBuffer data = now.data();
    int part = Math.min(valueLeft, data.remaining());
    run.limit(data.position() + part).position(data.position());
    data.position(run.limit());
    valueLeft -= part;
    return isValueKept;
  }

  /**
   * Passes over rows up to the frame's end, or to a row that does not count; true if {@link #run}
   * is now rows to be handed out. If the frame ends in a row, that row's head and key are in {@link
   * #edge}, unless it does not count.
   */
  private boolean passRows(FrameReader now) {
    ByteBuffer data = now.data();
    int start = data.position();
    int at = start;
    while (data.limit() - at >= Frames.ROW_HEAD_BYTES) {
      long end = endOfRow(now, data, at);
      if (end > data.limit()) {
        break;
      }
      if (nextHash == hashed) {
        hashAhead(now, data, at);
      }
      int valueLength = data.getInt(at + Frames.ROW_VALUE_LENGTH_AT);
      boolean counts = counts(now, key(data, at), hashes[nextHash++], valueLength);
      if (counts) {
        at = (int) end;
      } else if (at > start) {
        data.position((int) end);
        run.limit(at).position(start);
        return true;
      } else {
        at = (int) end;
        start = at;
      }
    }
    data.position(at);
    if (at > start) {
      run.limit(at).position(start);
      return true;
    }
    if (data.hasRemaining()) {
      passEdge(now);
    }
    return false;
  }

  /** The key of the row at an index: a view until the next call. */
  private ByteBuffer key(ByteBuffer data, int at) {
    int keyAt = at + Frames.ROW_HEAD_BYTES;
    int keyLength = data.getInt(at + Frames.ROW_KEY_LENGTH_AT);
    return probe.limit(keyAt + keyLength).position(keyAt);
  }

  /** Hashes keys of rows that lie wholly in the frame, from the one at an index on. */
  private void hashAhead(FrameReader now, ByteBuffer data, int from) {
    nextHash = 0;
    hashed = 0;
    int at = from;
    while (hashed < hashes.length && data.limit() - at >= Frames.ROW_HEAD_BYTES) {
      long end = endOfRow(now, data, at);
      if (end > data.limit()) {
        break;
      }
      hashes[hashed++] = seen.hash(key(data, at));
      at = (int) end;
    }
    seen.touch(hashes, hashed);
  }

  private void passEdge(FrameReader now) {
    gather(now, Frames.ROW_HEAD_BYTES);
    endOfRow(now, edge, 0);
    gather(now, edge.getInt(Frames.ROW_KEY_LENGTH_AT));
    int valueLength = edge.getInt(Frames.ROW_VALUE_LENGTH_AT);
    ByteBuffer key = edge.duplicate().flip().position(Frames.ROW_HEAD_BYTES);
    isValueKept = counts(now, key, seen.hash(key), valueLength);
    valueLeft = Math.max(0, valueLength);
    if (!isValueKept) {
      edge.clear();
    }
  }

  /** Where the row at an index ends, perhaps beyond the buffer; its lengths are checked. */
  private long endOfRow(FrameReader now, ByteBuffer bytes, int at) {
    int keyLength = bytes.getInt(at + Frames.ROW_KEY_LENGTH_AT);
    int valueLength = bytes.getInt(at + Frames.ROW_VALUE_LENGTH_AT);
    if (keyLength < 0 || valueLength < (isWhole ? Frames.NO_VALUE : Frames.REMOVED)) {
      throw now.damaged(
          "a row must have a key, and a value or none, keyLength=%d, valueLength=%d"
              .formatted(keyLength, valueLength));
    }
    return (long) at + Frames.ROW_HEAD_BYTES + keyLength + Math.max(0, valueLength);
  }

  private boolean counts(FrameReader now, ByteBuffer key, long hash, int valueLength) {
    boolean first = isWhole ? !seen.contains(key, hash) : seen.add(key, hash);
    if (!first || valueLength == Frames.REMOVED) {
      return false;
    }
    if (--rowsLeft < 0) {
      throw now.damaged(
          "its rows and its base's must be as many as it says, section=%s, rows=%d, more than that"
              .formatted(name, rows));
    }
    return true;
  }
}
