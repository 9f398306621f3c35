package tidemark.snapshot;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.WritableByteChannel;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import tidemark.log.Bytes;
import tidemark.log.Position;

/**
 * A whole snapshot in memory. It never changes, and shares nothing with the state it was taken of.
 *
 * @param position the <b>next</b> offset to read: the snapshot covers everything below it
 * @param sections bytes by name, in the order of writing
 */
public record Snapshot(Position position, Map<String, Bytes> sections) implements SnapshotSource {

  /** Writes the sections of a snapshot. */
  @FunctionalInterface
  public interface Content {
    /** Writes them; freezes and closes nothing. */
    void writeTo(SnapshotWriter writer) throws IOException;
  }

  public Snapshot {
    sections = Collections.unmodifiableMap(new LinkedHashMap<>(sections));
  }

  /** Takes a snapshot of what {@code content} writes. */
  public static Snapshot of(Position position, Content content) {
    return parse(written(position, content).buffer());
  }

  /**
   * Reads all of a snapshot's bytes.
   *
   * @throws DamagedSnapshotException if they are not what was written, or further bytes follow
   */
  public static Snapshot parse(ByteBuffer bytes) {
    ByteBuffer rest = bytes.duplicate();
    Snapshot snapshot = read(SnapshotReader.of(rest));
    if (rest.hasRemaining()) {
      throw new DamagedSnapshotException(
          rest.position() - bytes.position(), "bytes follow its end");
    }
    return snapshot;
  }

  /** Reads the sections that are left into memory, and closes the reader. */
  public static Snapshot read(SnapshotReader reader) {
    Map<String, Bytes> sections = new LinkedHashMap<>();
    try (reader) {
      while (reader.nextSection()) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        WritableByteChannel channel = Channels.newChannel(bytes);
        while (reader.hasRemaining()) {
          channel.write(reader.some());
        }
        sections.put(reader.sectionName(), Bytes.of(bytes.toByteArray()));
      }
      return new Snapshot(reader.position(), sections);
    } catch (IOException failed) {
      throw Frames.notRead(failed);
    }
  }

  /**
   * Writes all sections, without freezing.
   *
   * @throws UncheckedIOException if they cannot be written
   */
  public void writeTo(SnapshotWriter writer) {
    sections.forEach(
        (name, bytes) -> {
          try {
            writer.section(name).write(bytes.toByteArray());
          } catch (IOException failed) {
            throw Frames.notWritten(failed);
          }
        });
  }

  /** Its bytes, in the one format that every store and stream carries. */
  public Bytes bytes() {
    return written(position, this::writeTo);
  }

  private static Bytes written(Position position, Content content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (SnapshotWriter writer = SnapshotWriter.to(bytes, position)) {
      content.writeTo(writer);
      writer.freeze();
    } catch (IOException failed) {
      throw Frames.notWritten(failed);
    }
    return Bytes.of(bytes.toByteArray());
  }

  @Override
  public SnapshotReader open() {
    return SnapshotReader.of(bytes().buffer());
  }
}
