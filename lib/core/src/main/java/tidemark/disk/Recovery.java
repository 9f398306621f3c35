package tidemark.disk;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import tidemark.log.Marks;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/**
 * Finds a log on disk as it can be vouched for, or says why not. Everything is looked at before
 * anything is changed, and a crash while it works changes nothing for the next time.
 *
 * <ol>
 *   <li>Segments are found by name. Of two generations of one segment the later is whole, because
 *       it was renamed last; segments below the start offset are what retention had still to
 *       delete.
 *   <li>Heads must be whole and of one log. Marks that cannot be read count as "everything was
 *       removed".
 *   <li>Each segment but the last ends in a closing batch that names the next one: none is missing,
 *       none is short. Its index is read, or made again.
 *   <li>The last segment is read batch by batch. At the first bad one the log ends. If that is
 *       below the synced end, or that end cannot be read, it is an error; otherwise the rest is cut
 *       off.
 *   <li>After an unclean stop a new epoch begins at the end, in a segment of its own.
 * </ol>
 */
final class Recovery {
  private final Storage storage;
  private final List<String> notes = new ArrayList<>();
  private final List<Segment> segments = new ArrayList<>();
  private final List<Segment.Place> leftovers = new ArrayList<>();
  private final List<String> asides = new ArrayList<>();

  private UUID id = new UUID(0, 0);
  private Marks marks = Marks.NOTHING_REMOVED;
  private SyncedEnd.@Nullable Found found;

  /** What is known of the last segment. */
  private long end;

  private boolean finished;
  private long bytesCut;

  /** An open log. */
  record Opened(
      UUID id,
      DiskView view,
      long endOffset,
      SegmentWriter writer,
      SyncedEnd syncedEnd,
      RecoveryReport report) {}

  private Recovery(Storage storage) {
    this.storage = storage;
  }

  static Opened open(Storage storage) throws IOException {
    return new Recovery(storage).run();
  }

  private Opened run() throws IOException {
    found = SyncedEnd.read(storage);
    List<Segment.Place> places = places();
    if (places.isEmpty()) {
      return create();
    }
    for (int i = 0; i < places.size(); i++) {
      Segment.Place place = readHead(places.get(i));
      if (i + 1 < places.size()) {
        segments.add(closedSegment(place, places.get(i + 1).base()));
      } else {
        segments.add(lastSegment(place));
      }
    }
    return act();
  }

  private Opened create() throws IOException {
    if (found != null && found.syncedEnd() > 0) {
      throw new DamagedLogException(
          "*.log", 0, "no segment is there, but the synced end is " + found.syncedEnd());
    }
    id = UUID.randomUUID();
    MarksFile.write(storage, id, marks);
    SyncedEnd syncedEnd = SyncedEnd.open(storage, found, 0);
    try {
      return opened(newSegment(new Segment.Place(0, 0, 0, 0)), syncedEnd, true);
    } catch (IOException failed) {
      syncedEnd.close();
      throw failed;
    }
  }

  private Opened opened(SegmentWriter writer, SyncedEnd syncedEnd, boolean clean) {
    RecoveryReport report = new RecoveryReport(clean, bytesCut, notes);
    return new Opened(id, new DiskView(segments, marks), end, writer, syncedEnd, report);
  }

  private SegmentWriter newSegment(Segment.Place place) throws IOException {
    SegmentWriter writer = SegmentWriter.create(storage, place, id);
    writer.install();
    writer.show();
    segments.add(writer.segment());
    return writer;
  }

  private List<Segment.Place> places() throws IOException {
    TreeMap<Long, Segment.Place> byBase = new TreeMap<>();
    for (String name : storage.names()) {
      Segment.Place place = Segment.named(name);
      if (place != null) {
        // Names come in order: the later generation comes second.
        Segment.Place before = byBase.put(place.base(), place);
        if (before != null) {
          leftovers.add(before);
        }
      } else if (name.endsWith(Storage.ASIDE)) {
        asides.add(name);
      }
    }
    List<Segment.Place> places = new ArrayList<>(byBase.values());
    if (!places.isEmpty()) {
      readMarks(places);
    }
    return places;
  }

  /** Reads the marks, and drops the segments that lie below the start offset. */
  private void readMarks(List<Segment.Place> places) throws IOException {
    Segment.Place last = places.get(places.size() - 1);
    ByteBuffer head = Segment.readHead(storage, last);
    id = new UUID(head.getLong(12), head.getLong(20));
    Marks read = MarksFile.read(storage, id);
    if (read == null) {
      marks = Marks.unreadable(places.get(0).base());
      notes.add("the marks could not be read: they count as everything removed");
      return;
    }
    marks = read;
    while (places.size() > 1 && places.get(1).base() <= marks.startOffset()) {
      leftovers.add(places.remove(0));
    }
    if (places.get(0).base() != marks.startOffset()) {
      throw new DamagedLogException(
          places.get(0).file(), 0, "the first segment starts at " + marks.startOffset());
    }
  }

  private Segment.Place readHead(Segment.Place named) throws IOException {
    ByteBuffer head = Segment.readHead(storage, named);
    if (!new UUID(head.getLong(12), head.getLong(20)).equals(id)) {
      throw new DamagedLogException(named.file(), 12, "this is a segment of another log");
    }
    return new Segment.Place(named.base(), named.generation(), head.getLong(36), head.getLong(44));
  }

  private Segment closedSegment(Segment.Place place, long nextBase) throws IOException {
    ByteBuffer closing = ByteBuffer.allocate(Batch.HEADER_BYTES);
    long size;
    try (StorageFile file = storage.open(place.file())) {
      size = file.size();
      file.readFully(closing, Math.max(Batch.HEAD_BYTES, size - Batch.HEADER_BYTES));
    }
    closing.flip();
    if (closing.remaining() < Batch.HEADER_BYTES
        || Batch.length(closing, 0) != Batch.HEADER_BYTES
        || Batch.crc(closing, 0, new CRC32C()) != closing.getInt(0)
        || Batch.count(closing, 0) != 0) {
      throw new DamagedLogException(
          place.file(), size - closing.remaining(), "the segment does not end in a closing batch");
    }
    long next = Batch.base(closing, 0);
    if (next != nextBase) {
      throw new DamagedLogException(
          place.file(),
          size - Batch.HEADER_BYTES,
          "the segment from %d on is missing, the next one is %d".formatted(next, nextBase));
    }
    OffsetIndex index = OffsetIndex.read(storage, place.indexFile(), size);
    Segment segment = new Segment(place, index == null ? indexOf(place, size) : index);
    segment.show(size, Batch.newestAppendTime(closing, 0));
    return segment;
  }

  private OffsetIndex indexOf(Segment.Place place, long size) throws IOException {
    OffsetIndex index = new OffsetIndex();
    try (SegmentReader reader = new SegmentReader(storage, place.file(), Batch.HEAD_BYTES)) {
      while (reader.next(size)) {
        if (reader.count() > 0) {
          index.add(reader.base(), reader.position());
        }
      }
    }
    index.write(storage, place.indexFile(), size);
    notes.add("the index was made again, file=" + place.indexFile());
    return index;
  }

  private Segment lastSegment(Segment.Place place) throws IOException {
    Segment segment = new Segment(place, new OffsetIndex());
    end = place.base();
    long whole = Batch.HEAD_BYTES;
    long newest = Long.MIN_VALUE;
    long size;
    try (StorageFile file = storage.open(place.file())) {
      size = file.size();
    }
    try (SegmentReader reader = new SegmentReader(storage, place.file(), whole)) {
      while (reader.next(size)) {
        if (finished || reader.base() != end) {
          throw reader.damage("the next offset is " + end + ", the batch says " + reader.base());
        }
        finished = reader.count() == 0;
        if (!finished) {
          segment.index().add(end, reader.position());
          newest = Math.max(newest, reader.newestAppendTime());
          end += reader.count();
          whole = reader.endPosition();
        }
      }
    } catch (DamagedLogException damage) {
      cut(damage, size - damage.position());
    }
    if (found != null && end < found.syncedEnd()) {
      throw new DamagedLogException(
          place.file(),
          whole,
          "the log ends at " + end + ", below the synced end " + found.syncedEnd());
    }
    segment.show(whole, newest);
    return segment;
  }

  private void cut(DamagedLogException damage, long bytes) {
    if (found == null || end < found.syncedEnd()) {
      throw damage;
    }
    bytesCut = bytes;
    notes.add(
        "the log was cut at offset %d, file=%s, position=%d, bytes=%d: %s"
            .formatted(end, damage.file(), damage.position(), bytes, damage.reason()));
  }

  private Opened act() throws IOException {
    // What was found may not be durable yet, if only the process ended: nothing goes before it is.
    storage.sync();
    for (String aside : asides) {
      storage.delete(aside);
    }
    for (Segment.Place leftover : leftovers) {
      leftover.delete(storage);
    }
    storage.sync();
    MarksFile.reserve(storage);
    if (marks.highestRemoved() == Long.MAX_VALUE) {
      MarksFile.write(storage, id, marks);
    }
    if (found == null) {
      notes.add("the synced end could not be read: all of the log counts as synced");
    }
    boolean clean = found != null && found.closed() && bytesCut == 0 && !finished;
    Segment last = segments.get(segments.size() - 1);
    SegmentWriter writer = SegmentWriter.resume(storage, last);
    if (!clean) {
      writer = newEpoch(writer);
    }
    try {
      return opened(writer, SyncedEnd.open(storage, found, end), clean);
    } catch (IOException failed) {
      writer.close();
      throw failed;
    }
  }

  private SegmentWriter newEpoch(SegmentWriter last) throws IOException {
    Segment.Place place = last.segment().place();
    notes.add("the log was not closed: epoch " + (place.epoch() + 1) + " begins at offset " + end);
    try (last) {
      if (last.isEmpty()) {
        segments.remove(segments.size() - 1);
        SegmentWriter writer =
            newSegment(new Segment.Place(end, place.generation() + 1, place.epoch() + 1, end));
        place.delete(storage);
        return writer;
      }
      last.finish(end);
      last.showClosed();
      return newSegment(new Segment.Place(end, 0, place.epoch() + 1, end));
    }
  }
}
