package tidemark.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tidemark.log.Log;
import tidemark.storage.Storage;

/**
 * The epochs of a log, in order. Each opening that appends begins one, with a random identity: so
 * two copies of a log that are appended to separately never share a new epoch. Two running clones
 * of one process cannot be told apart, as when a virtual machine is copied while it runs: both go
 * on in the epoch that they have in memory. Immutable.
 *
 * <p>The file starts as drawn in {@link Checksummed}; then come the log's id and, for each epoch,
 * two longs: identity, first offset. It is replaced as a whole, durably, before a record of a new
 * epoch is written. It can be made again from the batches, which have the identity of their epoch:
 * see {@link EpochRepair}.
 *
 * @param rows in order of their first offsets
 */
record Epochs(List<Epoch> rows) {
  static final String NAME = "epochs";
  static final Epochs NONE = new Epochs(List.of());

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int ID_AT = Checksummed.START;
  private static final int ROWS_AT = ID_AT + 16;
  private static final int ROW_BYTES = 16;

  /** Room for more than a million epochs; a larger file is not read. */
  private static final int MAX_BYTES = ROWS_AT + (ROW_BYTES << 20);

  /**
   * One epoch.
   *
   * @param id its identity, which is positive
   * @param start its first offset; it ends where the next epoch starts
   */
  record Epoch(long id, long start) {}

  Epochs {
    rows = List.copyOf(rows);
  }

  /** A new identity: 63 random bits, never 0, so that no other epoch is expected to have it. */
  static long newId() {
    return Math.max(1, RANDOM.nextLong() >>> 1);
  }

  /**
   * The epoch that an offset is in; {@link Log#NO_EPOCH} below the first known epoch. The last
   * epoch has no end here: the caller checks the end offset.
   */
  long at(long offset) {
    int low = 0;
    int high = rows.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (rows.get(middle).start <= offset) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == 0 ? Log.NO_EPOCH : rows.get(low - 1).id;
  }

  /** The last epoch; {@link Log#NO_EPOCH} if there is none. */
  long last() {
    return rows.isEmpty() ? Log.NO_EPOCH : rows.get(rows.size() - 1).id;
  }

  /**
   * Where an epoch ends, exclusive; −1 if it is not known. The last one ends at {@code endOffset}.
   * {@link Log#NO_EPOCH} ends at 0, and is known while no epoch was forgotten.
   */
  long endOf(long id, long endOffset) {
    if (id == Log.NO_EPOCH) {
      return rows.isEmpty() || rows.get(0).start == 0 ? 0 : -1;
    }
    for (int i = rows.size() - 1; i >= 0; i--) {
      if (rows.get(i).id == id) {
        return i + 1 < rows.size() ? rows.get(i + 1).start : endOffset;
      }
    }
    return -1;
  }

  /**
   * The same epochs and one more, which begins at {@code start}; epochs that took no record below
   * that are left out.
   */
  Epochs beginning(long id, long start) {
    List<Epoch> more = new ArrayList<>(below(start).rows);
    more.add(new Epoch(id, start));
    return new Epochs(more);
  }

  /** The epochs that start below an end offset: those that start there have no record. */
  Epochs below(long endOffset) {
    return new Epochs(rows.stream().filter(row -> row.start < endOffset).toList());
  }

  /**
   * The epochs without those that end strictly below a start offset. The epoch of the record just
   * before it stays.
   */
  Epochs forgettingBelow(long startOffset) {
    int from = 0;
    while (from + 1 < rows.size() && rows.get(from + 1).start < startOffset) {
      from++;
    }
    return from == 0 ? this : new Epochs(rows.subList(from, rows.size()));
  }

  /** Replaces the file; it is durable when this returns. */
  void write(Storage storage, UUID logId) throws IOException {
    ByteBuffer piece = Checksummed.start(Checksummed.EPOCHS, ROWS_AT + ROW_BYTES * rows.size());
    Checksummed.putId(piece, logId);
    for (Epoch row : rows) {
      piece.putLong(row.id).putLong(row.start);
    }
    storage.replace(NAME, Checksummed.seal(piece));
  }

  /** Which log the file is of, and its epochs. */
  record Found(UUID logId, Epochs epochs) {}

  /** Reads the file; null if it is missing or damaged. */
  static @Nullable Found read(Storage storage) throws IOException {
    ByteBuffer piece = Checksummed.read(storage, NAME, MAX_BYTES);
    if (piece == null
        || piece.remaining() < ROWS_AT
        || (piece.remaining() - ROWS_AT) % ROW_BYTES != 0
        || Checksummed.problem(piece, Checksummed.EPOCHS) != null) {
      return null;
    }
    UUID logId = Checksummed.id(piece, ID_AT);
    List<Epoch> rows = new ArrayList<>();
    piece.position(ROWS_AT);
    while (piece.hasRemaining()) {
      rows.add(new Epoch(piece.getLong(), piece.getLong()));
    }
    return new Found(logId, new Epochs(rows));
  }
}
