package tidemark.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/**
 * The synced end on disk, and whether the log was closed as it should. Two slots, each under its
 * own checksum; the valid one with the higher number counts.
 *
 * <ol>
 *   <li>{@link #advance} follows each sync of the log. It overwrites the second slot and forces
 *       nothing: it costs no second sync. A power cut may spoil that slot; then the first one
 *       counts, which is older and so claims less.
 *   <li>{@link #checkpoint} makes both durable, the second slot first: at each moment one of the
 *       two is whole on disk.
 * </ol>
 *
 * <pre>
 * slot 0 at 0, slot 1 at 64:
 *  0  int  CRC32C, kind, format version: see {@link Checksummed}
 * 12  long number of this update
 * 20  long synced end
 * 28  int  1 if the log was closed after that, else 0
 * </pre>
 */
final class SyncedEnd implements AutoCloseable {
  static final String NAME = "synced-end";
  private static final int SLOT_BYTES = 32;
  private static final int NUMBER_AT = 12;
  private static final int SYNCED_END_AT = 20;
  private static final int CLOSED_AT = 28;
  private static final int SECOND_SLOT = 64;

  /** More than both slots: what somebody else has put behind them does no harm. */
  private static final int MAX_BYTES = 4 << 10;

  private final StorageFile file;
  private final ByteBuffer slot = Checksummed.start(Checksummed.SYNCED_END, SLOT_BYTES);
  private long number;

  /** What was found on disk. */
  record Found(long number, long syncedEnd, boolean closed) {}

  private SyncedEnd(StorageFile file, long number) {
    this.file = file;
    this.number = number;
  }

  /** Null if there is no such file, or no slot of it can be read. */
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

  /** Goes on where {@code found} stopped, with this synced end, durably. */
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

  void advance(long syncedEnd) throws IOException {
    file.writeFully(slot(syncedEnd, false), SECOND_SLOT);
  }

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
