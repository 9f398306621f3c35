package tidemark.rebuild;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import tidemark.log.Cursor;
import tidemark.snapshot.SnapshotReader;
import tidemark.snapshot.SnapshotWriter;

/** A state that needs every record: how many there were, and a hash of all of them in order. */
final class Digest implements State {
  private long count;
  private long hash;

  long count() {
    return count;
  }

  long hash() {
    return hash;
  }

  @Override
  public StateKind kind() {
    return StateKind.EVERY_RECORD;
  }

  @Override
  public boolean isEmpty() {
    return count == 0;
  }

  @Override
  public void clear() {
    count = 0;
    hash = 0;
  }

  @Override
  public void apply(Cursor entry) {
    ByteBuffer value = entry.valueBuffer();
    count++;
    hash = 31 * hash + entry.offset();
    hash = 31 * hash + (value == null ? 7 : value.hashCode());
  }

  @Override
  public void save(SnapshotWriter writer) throws IOException {
    DataOutput out = writer.section("digest");
    out.writeLong(count);
    out.writeLong(hash);
  }

  @Override
  public void restore(SnapshotReader reader) throws IOException {
    DataInput in = reader.section("digest");
    count = in.readLong();
    hash = in.readLong();
  }
}
