package tidemark.pipeline;

import java.io.IOException;
import tidemark.log.Position;
import tidemark.snapshot.SnapshotReader;
import tidemark.snapshot.SnapshotWriter;

/**
 * The ends of the pipeline's own logs when a snapshot was taken, as next positions. They are the
 * first sections of a snapshot, so that they can be read without the rest.
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
