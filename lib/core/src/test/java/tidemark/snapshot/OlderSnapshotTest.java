package tidemark.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tidemark.snapshot.RowSnapshots.at;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import tidemark.log.Bytes;
import tidemark.simulate.FaultyStorage;
import tidemark.snapshot.RowSnapshots.Base;
import tidemark.snapshot.RowSnapshots.Row;

/** Snapshots of format version 2, which an earlier build wrote. */
final class OlderSnapshotTest {
  private final ByteBuffer bytes = ByteBuffer.allocate(1000);
  private final CRC32C running = new CRC32C();

  private void written(int from) {
    running.update(bytes.array(), from, bytes.position() - from);
  }

  private void frame(int kind, byte... content) {
    int from = bytes.position();
    bytes.put((byte) kind).putInt(content.length).put(content);
    written(from);
    from = bytes.position();
    bytes.putInt((int) running.getValue());
    written(from);
  }

  /** A snapshot at 7 whose section is named and filled so, as version 2 had it. */
  private byte[] versionTwo(String section, byte[] content) {
    bytes.putInt(0x54534E50).putInt(2);
    written(0);
    frame(1, ByteBuffer.allocate(32).putLong(1).putLong(2).putLong(3).putLong(7).array());
    frame(2, section.getBytes(StandardCharsets.UTF_8));
    frame(3, content);
    frame(4);
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  @Test
  void snapshotOfVersionTwoIsRead() {
    byte[] content = {1, 2, 3};
    Snapshot read = Snapshot.parse(ByteBuffer.wrap(versionTwo("state", content)));
    assertEquals(new Snapshot(at(7), Map.of("state", Bytes.of(content))), read);
  }

  @Test
  void whatIsTakenAfterASnapshotOfVersionTwoIsWhole() throws IOException {
    FaultyStorage storage = new FaultyStorage();
    storage.tamper(new SnapshotFile(1, at(7)).name(), versionTwo("rows", new byte[4]));
    try (DiskSnapshotStore store = DiskSnapshotStore.open(storage, 2)) {
      assertEquals(0, store.open(at(7)).identity());
      Map<String, Row> rows = Map.of("a", new Row(1, "b"));
      assertTrue(RowSnapshots.take(store, 8, rows, new Base(7, Map.of())));
      assertEquals(rows, RowSnapshots.read(store.open(at(8))));
    }
  }
}
