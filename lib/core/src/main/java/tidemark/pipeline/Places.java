package tidemark.pipeline;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.UUID;
import tidemark.deadletter.Partition;
import tidemark.log.Bytes;
import tidemark.log.Position;
import tidemark.log.RetentionGapException;
import tidemark.log.StalePositionException;

/**
 * Writes positions as bytes, and tells whether they are still valid in a log.
 *
 * <pre>
 * log id 16 | epoch 8 | offset 8
 * </pre>
 */
final class Places {
  static final int SIZE = 4 * Long.BYTES;

  private Places() {}

  static void put(Position place, ByteBuffer target) {
    target.putLong(place.logId().getMostSignificantBits());
    target.putLong(place.logId().getLeastSignificantBits());
    target.putLong(place.epoch()).putLong(place.offset());
  }

  static Bytes bytes(Position place) {
    ByteBuffer bytes = ByteBuffer.allocate(SIZE);
    put(place, bytes);
    return Bytes.of(bytes.array());
  }

  static void write(Position place, DataOutput out) throws IOException {
    out.write(bytes(place).toByteArray());
  }

  static Position read(DataInput in) throws IOException {
    byte[] bytes = new byte[SIZE];
    in.readFully(bytes);
    return read(ByteBuffer.wrap(bytes));
  }

  static Position read(ByteBuffer bytes) {
    UUID log = new UUID(bytes.getLong(), bytes.getLong());
    return new Position(log, bytes.getLong(), bytes.getLong());
  }

  /**
   * Whether the log has not lost the record of this identity: its epoch ends after the record. (A
   * next position may be the epoch's end; a record must lie before it.) True also if retention has
   * removed the record and the log has forgotten the epoch, because nothing shows that it was lost.
   */
  static boolean holds(Partition events, Position record) {
    try {
      events.log().require(new Position(record.logId(), record.epoch(), record.offset() + 1));
      return true;
    } catch (StalePositionException stale) {
      return false;
    } catch (RetentionGapException removed) {
      return true;
    }
  }

  /**
   * The identity that a log {@link #holds} exactly as long as this next position is valid in it.
   */
  static Position before(Position next) {
    return new Position(next.logId(), next.epoch(), next.offset() - 1);
  }

  /** Whether a next position is valid in the log, and not forgotten below its start. */
  static boolean stands(Partition partition, Position next) {
    try {
      partition.log().require(next);
      return true;
    } catch (StalePositionException | RetentionGapException gone) {
      return false;
    }
  }
}
