package tidemark.snapshot;

import java.io.DataInput;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tidemark.log.Bytes;
import tidemark.log.Position;

/** Writes and reads snapshots whose section {@code rows} is a map; another section is text. */
final class RowSnapshots {
  private static final String ROWS = "rows";
  private static final String NOTE = "note";

  private RowSnapshots() {}

  /** A row: the number that goes with it, and its value. */
  record Row(long number, @Nullable String value) {}

  static Position at(long offset) {
    return new Position(new UUID(1, 2), 3, offset);
  }

  /** Takes a snapshot, whole unless there is a base, and freezes it. Tells whether it is whole. */
  static boolean take(
      SnapshotStore store, long offset, Map<String, Row> rows, @Nullable Base base) {
    try (SnapshotWriter writer =
        base == null ? store.begin(at(offset)) : store.beginChange(at(offset), at(base.offset))) {
      boolean whole = base == null || writer.base() == 0;
      writer.section(NOTE).writeUTF("at " + offset);
      write(writer, rows, whole ? null : base);
      writer.freeze();
      return whole;
    } catch (IOException failed) {
      throw new IllegalStateException(failed);
    }
  }

  /** What a change is built on. */
  record Base(long offset, Map<String, Row> rows) {}

  private static void write(SnapshotWriter writer, Map<String, Row> rows, @Nullable Base base)
      throws IOException {
    RowOutput out =
        base == null ? writer.rows(ROWS, rows.size()) : writer.changes(ROWS, rows.size());
    for (Map.Entry<String, Row> row : rows.entrySet()) {
      if (base == null || !row.getValue().equals(base.rows.get(row.getKey()))) {
        String value = row.getValue().value;
        out.put(
            row.getValue().number,
            Bytes.text(row.getKey()),
            value == null ? null : Bytes.text(value));
      }
    }
    if (base != null) {
      for (String key : base.rows.keySet()) {
        if (!rows.containsKey(key)) {
          out.remove(Bytes.text(key));
        }
      }
    }
  }

  /** Reads all, and closes the reader. */
  static Map<String, Row> read(SnapshotReader reader) throws IOException {
    try (reader) {
      String note = reader.section(NOTE).readUTF();
      if (!note.equals("at " + reader.position().offset())) {
        throw new AssertionError("the note of " + reader.position() + " is: " + note);
      }
      DataInput in = reader.section(ROWS);
      Map<String, Row> rows = new TreeMap<>();
      for (int left = in.readInt(); left > 0; left--) {
        long number = in.readLong();
        int key = in.readInt();
        int value = in.readInt();
        Row before = rows.put(text(in, key), new Row(number, value == -1 ? null : text(in, value)));
        if (before != null) {
          throw new AssertionError("a key came twice");
        }
      }
      if (reader.hasRemaining()) {
        throw new AssertionError("more rows than were counted");
      }
      reader.finish();
      return rows;
    }
  }

  private static String text(DataInput in, int length) throws IOException {
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return Bytes.of(bytes).toString();
  }
}
