package tidemark.deadletter;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import tidemark.log.Bytes;
import tidemark.log.Cursor;
import tidemark.log.Event;
import tidemark.log.Log;
import tidemark.log.Position;

/**
 * The committed offset of one partition, and how many processes have started on the record at that
 * offset without finishing it. Both are durable on a log for commits, which may be compacted and
 * may serve several partitions. Not thread-safe.
 *
 * <pre>
 * key: log id 16
 * value: committed position (log id 16 | epoch 8 | offset 8) | starts 4 | epoch of the record there 8
 * </pre>
 */
public final class Commits {
  private final Partition partition;
  private final Log log;
  private final Bytes key;
  private long committed;
  private int starts;

  private Commits(Partition partition, Log log) {
    this.partition = partition;
    this.log = log;
    this.key =
        DeadLetterLayout.bytes(
            out -> {
              out.writeLong(partition.log().id().getMostSignificantBits());
              out.writeLong(partition.log().id().getLeastSignificantBits());
            });
  }

  /**
   * Reads the committed offset of a partition; 0 if nothing was ever committed. A commit below the
   * partition's start offset is kept as it is: reading from it fails and names what was removed.
   *
   * @param log the log for commits
   * @throws tidemark.log.StalePositionException if the partition no longer has the records below
   *     the commit: a power cut took them, or it is another log
   * @throws UncheckedIOException if the log cannot be read, or the commit on it is damaged
   */
  public static Commits open(Partition partition, Log log) {
    Commits commits = new Commits(partition, log);
    Bytes last = null;
    try (Cursor cursor = log.read(log.startOffset())) {
      while (cursor.next()) {
        if (commits.key.buffer().equals(cursor.keyBuffer())) {
          last = cursor.entry().value();
        }
      }
    }
    if (last != null) {
      commits.take(last);
    }
    return commits;
  }

  private void take(Bytes value) {
    try (DataInputStream in = DeadLetterLayout.in(value)) {
      Position place = DeadLetterLayout.readPlace(in);
      Log source = partition.log();
      committed = place.offset();
      if (committed < source.startOffset()) {
        return; // Reading will say which records retention removed.
      }
      source.require(place);
      // In a later epoch another record may have that offset: no process has started on it yet.
      int counted = in.readInt();
      boolean same = committed < source.endOffset() && source.epochAt(committed) == in.readLong();
      starts = same ? counted : 0;
    } catch (IOException damaged) {
      throw new UncheckedIOException(
          "a commit must hold a position, starts and an epoch, value="
              + value
              + ": this log has records that are no commits, or is damaged",
          damaged);
    }
  }

  /** The next offset to read. */
  public long committed() {
    return committed;
  }

  /**
   * How many processes started on the record at this offset without finishing it; 0 for every
   * offset but the committed one.
   */
  public int starts(long offset) {
    return offset == committed ? starts : 0;
  }

  /**
   * Stores that every record below {@code next} is applied, or is a durable dead letter. Durable on
   * return.
   *
   * @throws UncheckedIOException if it cannot be written: then {@link #committed} is as before, and
   *     a process that opens the log later finds the old commit or the new one
   * @throws IllegalArgumentException if the partition does not reach to {@code next}
   */
  public void commit(long next) {
    store(next, 0);
  }

  /**
   * Counts a start of the process on a record. Durable on return, so that the start is known even
   * if the record kills the process.
   */
  void start(long offset) {
    store(offset, starts(offset) + 1);
  }

  /** Takes back the last start: the process stopped in order, and not because of the record. */
  void takeBackStart(long offset) {
    store(offset, Math.max(0, starts(offset) - 1));
  }

  private void store(long next, int newStarts) {
    Position place = partition.log().position(next);
    long epochOfRecord = newStarts == 0 ? 0 : partition.log().epochAt(next);
    Bytes value =
        DeadLetterLayout.bytes(
            out -> {
              DeadLetterLayout.writePlace(out, place);
              out.writeInt(newStarts);
              out.writeLong(epochOfRecord);
            });
    log.append(new Event(key, value, 0, List.of()));
    log.sync();
    committed = next;
    starts = newStarts;
  }
}
