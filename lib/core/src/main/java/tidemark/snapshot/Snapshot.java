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
 * A whole snapshot in memory. It is immutable, and shares nothing with the state from which it was
 * taken.
 *
 * @param position the <b>next</b> offset to read: the snapshot covers everything below it
 * @param sections bytes by name, in the order of writing
 */
public record Snapshot(Position position, Map<String, Bytes> sections) implements SnapshotSource {

  /** What writes the sections of a snapshot. */
  @FunctionalInterface
  public interface Content {
    /** Writes the sections. It must neither freeze nor close the writer. */
    void writeTo(SnapshotWriter writer) throws IOException;
  }

  public Snapshot {
    sections = Collections.unmodifiableMap(new LinkedHashMap<>(sections));
  }

  /**
   * Takes a snapshot of what {@code content} writes.
   *
   * @throws UncheckedIOException if {@code content} throws an {@link IOException}
   */
  public static Snapshot of(Position position, Content content) {
    return parse(written(position, content).buffer());
  }

  /**
   * Reads a snapshot from the bytes between position and limit of a buffer, which is not changed.
   *
   * @throws DamagedSnapshotException if they are not the bytes that were written, or if more bytes
   *     follow
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

  /**
   * Reads the sections that a reader has not read yet into memory, and closes the reader.
   *
   * @throws DamagedSnapshotException if their bytes are not the bytes that were written
   * @throws UncheckedIOException if they cannot be read
   */
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
   * Writes all sections; neither freezes nor closes the writer.
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

  /** The snapshot as bytes, in the same format as in stores and streams. */
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
