package tidemark.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/**
 * One segment as readers know it. A rewritten segment is another one, of the next generation, in
 * another file: a name never changes its meaning.
 */
final class Segment {
  /** Twenty digits that fit into a long. */
  private static final Pattern NAME = Pattern.compile("(0[0-8]\\d{18})\\.(\\d{6})\\.log");

  private final Place place;
  private final OffsetIndex index;
  private volatile long visibleBytes;
  private volatile long newestAppendTime = Long.MIN_VALUE;

  /**
   * What a segment's name and head say.
   *
   * @param base all its offsets are at or after it
   * @param generation how often it was written anew
   * @param epoch the log's epoch when it was first written
   * @param epochStart the offset at which that epoch began
   */
  record Place(long base, int generation, long epoch, long epochStart) {
    String file() {
      return name("log");
    }

    String indexFile() {
      return name("index");
    }

    private String name(String kind) {
      return String.format(Locale.ROOT, "%020d.%06d.%s", base, generation, kind);
    }

    void delete(Storage storage) throws IOException {
      storage.delete(file());
      storage.delete(indexFile());
    }

    Place nextGeneration() {
      return new Place(base, generation + 1, epoch, epochStart);
    }
  }

  Segment(Place place, OffsetIndex index) {
    this.place = place;
    this.index = index;
  }

  /** What a file's name says, without an epoch; null if it is no segment's name. */
  static @Nullable Place named(String name) {
    Matcher parts = NAME.matcher(name);
    return parts.matches()
        ? new Place(Long.parseLong(parts.group(1)), Integer.parseInt(parts.group(2)), 0, 0)
        : null;
  }

  /** The head that a segment's file starts with: see {@link Batch}. */
  static ByteBuffer head(Place place, UUID id) {
    ByteBuffer head = Checksummed.start(Checksummed.SEGMENT, Batch.HEAD_BYTES);
    head.putLong(id.getMostSignificantBits()).putLong(id.getLeastSignificantBits());
    head.putLong(place.base).putLong(place.epoch).putLong(place.epochStart);
    return Checksummed.seal(head);
  }

  /** Reads and checks a head, of whatever log. */
  static ByteBuffer readHead(Storage storage, Place named) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(Batch.HEAD_BYTES);
    try (StorageFile file = storage.open(named.file())) {
      file.readFully(head, 0);
    }
    String problem = Checksummed.problem(head.flip(), Checksummed.SEGMENT);
    if (problem == null && head.getLong(28) != named.base) {
      problem = "the file was renamed, its base offset is " + head.getLong(28);
    }
    if (problem != null) {
      throw new DamagedLogException(named.file(), 0, problem);
    }
    return head;
  }

  Place place() {
    return place;
  }

  long base() {
    return place.base;
  }

  String file() {
    return place.file();
  }

  OffsetIndex index() {
    return index;
  }

  /** How much of the file readers may read. */
  long visibleBytes() {
    return visibleBytes;
  }

  long newestAppendTime() {
    return newestAppendTime;
  }

  /** Lets readers read so far. */
  void show(long bytes, long newest) {
    newestAppendTime = newest;
    visibleBytes = bytes;
  }
}
