package tidemark.log;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Walks the surviving entries of a log in offset order. One thread at a time; writers, compaction
 * and retention may go on meanwhile.
 *
 * <p>The {@code …Buffer} methods give views that hold until the next call of {@link #next}, and
 * make no garbage; the others copy. Before the first {@link #next}, and after it returned false,
 * only {@link #position} may be asked.
 */
public interface Cursor extends AutoCloseable {

  /**
   * Moves to the next surviving entry. False when there is none below the end that readers may see
   * now; a later call may find more. Holes are stepped over.
   *
   * @throws RetentionGapException if retention removed what was to be read next
   */
  boolean next();

  /**
   * The next offset to read: where a consumer that has processed everything so far would commit.
   * After a false {@link #next} this is the log's end as it was seen, past any hole.
   */
  long position();

  /** Offset of the current entry. */
  long offset();

  /** Append time of the current entry, in ms. */
  long appendTime();

  /** Event time of the current entry, in ms. */
  long eventTime();

  /** Key of the current entry: a view, null for none. */
  @Nullable ByteBuffer keyBuffer();

  /** Value of the current entry: a view, null for none. */
  @Nullable ByteBuffer valueBuffer();

  /** Headers of the current entry. */
  List<Header> headers();

  /**
   * When a compactor may purge this tombstone, in ms: set by the first pass that kept it; {@link
   * #NO_HORIZON} before that and for all other entries.
   */
  long deleteHorizon();

  /** The value of {@link #deleteHorizon} where none is set. */
  long NO_HORIZON = Long.MIN_VALUE;

  /** Whether the current entry deletes its key. */
  default boolean isTombstone() {
    return keyBuffer() != null && valueBuffer() == null;
  }

  /** The current entry, copied: it may be kept. */
  default Entry entry() {
    ByteBuffer key = keyBuffer();
    ByteBuffer value = valueBuffer();
    return new Entry(
        offset(),
        appendTime(),
        new Event(
            key == null ? null : Bytes.copyOf(key),
            value == null ? null : Bytes.copyOf(value),
            eventTime(),
            headers()));
  }

  /** Releases what the cursor holds. Calling it again does nothing. */
  @Override
  void close();
}
