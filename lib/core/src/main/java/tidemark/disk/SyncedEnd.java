package tidemark.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/**
 * The synced end on disk, and whether the log was closed properly. The file has two slots, each
 * with its own checksum; of the valid ones, the one with the higher number counts.
 *
 * <ol>
 *   <li>{@link #advance} follows each sync of the log. It overwrites the second slot and does not
 *       force it, so that a sync of the log costs one force and not two. A power cut may spoil that
 *       slot; then the first one counts, which is older and has a lower synced end.
 *   <li>{@link #checkpoint} makes both slots durable, the second one first, so that at each moment
 *       one of the two is whole on disk.
 * </ol>
 *
 * <pre>
 * slot 0 at 0, slot 1 at 64:
 *  0  int  CRC32C, kind, format version: see {@link Checksummed}
 * 12  long number of this update, rising
 * 20  long synced end, exclusive
 * 28  int  1 if the log was closed with this update, else 0
 * </pre>
 */
final class SyncedEnd implements AutoCloseable {
  static final String NAME = "synced-end";
  private static final int SLOT_BYTES = 32;
  private static final int NUMBER_AT = 12;
  private static final int SYNCED_END_AT = 20;
  private static final int CLOSED_AT = 28;
  private static final int SECOND_SLOT = 64;

  /**
   * More than both slots need, so that a few bytes behind them do no harm. A larger file is not
   * read.
   */
  private static final int MAX_BYTES = 4 << 10;

  private final StorageFile file;
  private final ByteBuffer slot = Checksummed.start(Checksummed.SYNCED_END, SLOT_BYTES);
  private long number;

  /** Whether the last write failed. */
  private boolean behind;

  /** What the valid slot with the higher number says. */
  record Found(long number, long syncedEnd, boolean closed) {}

  private SyncedEnd(StorageFile file, long number) {
    this.file = file;
    this.number = number;
  }

  /** Reads the file; null if it is missing, or neither slot is valid. */
  static @Nullable Found read(Storage storage) throws IOException {
    ByteBuffer both = Checksummed.read(storage, NAME, MAX_BYTES);
    if (both == null) {
      return null;
    }
    Found first = slot(both, 0);
    Found second = slot(both, SECOND_SLOT);
    return first == null || (second != null && second.number > first.number) ? second : first;
  }

  private static @Nullable Found slot(ByteBuffer both, int at) {
    if (both.limit() < at + SLOT_BYTES) {
      return null;
    }
    ByteBuffer slot = both.slice(at, SLOT_BYTES);
    return Checksummed.problem(slot, Checksummed.SYNCED_END) != null
        ? null
        : new Found(
            slot.getLong(NUMBER_AT), slot.getLong(SYNCED_END_AT), slot.getInt(CLOSED_AT) == 1);
  }

  /**
   * Opens the file for writing, with new content if {@code found} is null, and makes this synced
   * end durable, as one of a log that is open. Update numbers continue after that of {@code found}.
   */
  static SyncedEnd open(Storage storage, @Nullable Found found, long syncedEnd) throws IOException {
    SyncedEnd end;
    if (found == null) {
      storage.replace(NAME, ByteBuffer.allocate(SECOND_SLOT + SLOT_BYTES));
      end = new SyncedEnd(storage.open(NAME), 0);
    } else {
      end = new SyncedEnd(storage.open(NAME), found.number);
    }
    try {
      end.checkpoint(syncedEnd, false);
      return end;
    } catch (IOException failed) {
      end.close();
      throw failed;
    }
  }

  /**
   * Writes a higher synced end, not forced: see the class. If that fails, the file has a lower one
   * than is synced until {@link #catchUp} succeeds.
   */
  void advance(long syncedEnd) {
    try {
      behind = true;
      catchUp(syncedEnd);
    } catch (IOException failed) {
      // What was appended is durable all the same. The next append or sync tries this again first.
    }
  }

  /** Writes the synced end again if that failed the last time. */
  void catchUp(long syncedEnd) throws IOException {
    if (behind) {
      file.writeFully(slot(syncedEnd, false), SECOND_SLOT);
      behind = false;
    }
  }

  /** Writes the synced end, and whether the log is closed now, into both slots, durably. */
  void checkpoint(long syncedEnd, boolean closed) throws IOException {
    file.writeFully(slot(syncedEnd, closed), SECOND_SLOT);
    file.force();
    file.writeFully(slot(syncedEnd, closed), 0);
    file.force();
  }

  private ByteBuffer slot(long syncedEnd, boolean closed) {
    slot.clear().position(Checksummed.START);
    slot.putLong(++number).putLong(syncedEnd).putInt(closed ? 1 : 0);
    return Checksummed.seal(slot);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
