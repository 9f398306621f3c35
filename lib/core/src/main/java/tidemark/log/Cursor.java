package tidemark.log;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Walks the surviving entries of a log in offset order. One thread at a time; writers, compaction
 * and retention may go on meanwhile.
 *
 * <p>The {@code …Buffer} methods give views that are valid until the next call of {@link #next},
 * and allocate nothing; the other methods copy. Before the first {@link #next}, and after it
 * returned false, there is no current entry: only {@link #position} may be called then, and the
 * others throw {@link IllegalStateException}. All times are in ms since the epoch.
 */
public interface Cursor extends AutoCloseable {

  /**
   * Moves to the next surviving entry, over holes. Returns false if there is none below the present
   * end offset; a later call may find one.
   *
   * @throws RetentionGapException if retention removed the offset that was to be read next
   * @throws IllegalStateException if the cursor is closed
   * @throws java.io.UncheckedIOException if the log cannot be read
   */
  boolean next();

  /**
   * The next offset to read: where a consumer that has processed everything so far would commit.
   * After {@link #next} returned false, this is the end offset that it saw, even if the last
   * offsets before the end are a hole.
   */
  long position();

  /** Offset of the current entry. */
  long offset();

  /** When the log took the current entry, by the log's clock. */
  long appendTime();

  /** When the current entry's event happened, by its producer's clock. */
  long eventTime();

  /** Key of the current entry: a read-only view, or null if it has none. */
  @Nullable ByteBuffer keyBuffer();

  /** Value of the current entry: a read-only view, or null, which deletes the key. */
  @Nullable ByteBuffer valueBuffer();

  /** Headers of the current entry, in order, repeats kept. */
  List<Header> headers();

  /**
   * The time from which a compactor may purge this tombstone, inclusive. The first compaction that
   * meets the tombstone sets it; before that, and for all other entries, it is {@link #NO_HORIZON}.
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
