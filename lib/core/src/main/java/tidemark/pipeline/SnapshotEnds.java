package tidemark.pipeline;

import java.io.IOException;
import tidemark.log.Position;
import tidemark.snapshot.SnapshotReader;
import tidemark.snapshot.SnapshotWriter;

/**
 * Where a snapshot stands in the pipeline's own logs: their next positions. It is the first section
 * of a snapshot, so that it can be read without the rest.
 */
record SnapshotEnds(Position table, Position deadLetters) {
  private static final String TABLE = "table end";
  private static final String DEAD_LETTERS = "dead letters end";

  static SnapshotEnds of(Stores stores) {
    return new SnapshotEnds(Stores.end(stores.table()), Stores.end(stores.deadLetters()));
  }

  void write(SnapshotWriter writer) throws IOException {
    Places.write(table, writer.section(TABLE));
    Places.write(deadLetters, writer.section(DEAD_LETTERS));
  }

  static SnapshotEnds read(SnapshotReader reader) throws IOException {
    Position table = Places.read(reader.section(TABLE));
    return new SnapshotEnds(table, Places.read(reader.section(DEAD_LETTERS)));
  }
}
