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
 * The committed offset of one partition, and how often the process started on the record there:
 * durable, on a log of its own, which may be compacted and may serve several partitions. One
 * thread.
 *
 * <pre>
 * key: log id 16      value: log id 16 | epoch 8 | committed offset 8 | starts 4
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
        DeadLetter.bytes(
            out -> {
              out.writeLong(partition.log().id().getMostSignificantBits());
              out.writeLong(partition.log().id().getLeastSignificantBits());
            });
  }

  /**
   * Reads what was committed in a partition; at first it is offset 0.
   *
   * @throws tidemark.log.StalePositionException if a power cut took from the partition what was
   *     committed
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
    try (DataInputStream in = DeadLetter.in(value)) {
      Position place = DeadLetter.readPlace(in);
      Log source = partition.log();
      source.require(place);
      committed = place.offset();
      // Another record may have that offset since: it was not started on.
      boolean same =
          place.epoch() == source.epoch() || committed < source.endOfEpoch(place.epoch());
      starts = same ? in.readInt() : 0;
    } catch (IOException damaged) {
      throw new UncheckedIOException("a commit is whole, value=" + value, damaged);
    }
  }

  /** The next offset to read. */
  public long committed() {
    return committed;
  }

  /** How often the process started on the record at an offset, and was not done with it. */
  public int starts(long offset) {
    return offset == committed ? starts : 0;
  }

  /** Everything below {@code next} is applied, or a durable dead letter. Durable on return. */
  public void commit(long next) {
    store(next, 0);
  }

  /** The process starts on a record. Durable on return, so that its end is not forgotten. */
  void start(long offset) {
    store(offset, starts(offset) + 1);
  }

  /** It stops there by its own will: that start is not held against the record. */
  void takeBackStart(long offset) {
    store(offset, Math.max(0, starts(offset) - 1));
  }

  private void store(long next, int newStarts) {
    Position place = partition.log().position(next);
    Bytes value =
        DeadLetter.bytes(
            out -> {
              DeadLetter.writePlace(out, place);
              out.writeInt(newStarts);
            });
    log.append(new Event(key, value, 0, List.of()));
    log.sync();
    committed = next;
    starts = newStarts;
  }
}
