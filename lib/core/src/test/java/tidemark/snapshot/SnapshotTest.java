package tidemark.snapshot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;
import tidemark.log.Bytes;
import tidemark.log.Position;

final class SnapshotTest {
  private static final Position POSITION = new Position(new UUID(1, 2), 3, 4);

  private static Snapshot small() {
    Map<String, Bytes> sections = new LinkedHashMap<>();
    sections.put("table", Bytes.text("a=3 b=2"));
    sections.put("empty", Bytes.of());
    sections.put("", Bytes.of((byte) 0));
    return new Snapshot(POSITION, sections);
  }

  @Test
  void whatIsWrittenIsRead() {
    Snapshot snapshot = small();
    assertEquals(snapshot, Snapshot.parse(snapshot.bytes().buffer()));
    assertEquals(
        List.copyOf(snapshot.sections().keySet()),
        List.copyOf(Snapshot.parse(snapshot.bytes().buffer()).sections().keySet()));
    Snapshot nothing = new Snapshot(POSITION, Map.of());
    assertEquals(nothing, Snapshot.parse(nothing.bytes().buffer()));
  }

  @Test
  void everyFlippedBitIsANamedError() {
    byte[] bytes = small().bytes().toByteArray();
    for (int bit = 0; bit < 8 * bytes.length; bit++) {
      byte[] flipped = bytes.clone();
      flipped[bit / 8] ^= (byte) (1 << (bit % 8));
      assertThrows(
          DamagedSnapshotException.class,
          () -> Snapshot.parse(ByteBuffer.wrap(flipped)),
          "flipped bit " + bit);
    }
  }

  @Test
  void everyCutIsANamedErrorAndSoIsWhatFollows() {
    byte[] bytes = small().bytes().toByteArray();
    for (int length = 0; length < bytes.length; length++) {
      ByteBuffer cut = ByteBuffer.wrap(bytes, 0, length);
      var damaged = assertThrows(DamagedSnapshotException.class, () -> Snapshot.parse(cut));
      assertEquals("it is cut short", damaged.reason());
    }
    ByteBuffer longer = ByteBuffer.wrap(Arrays.copyOf(bytes, bytes.length + 1));
    assertThrows(DamagedSnapshotException.class, () -> Snapshot.parse(longer));
  }

  @Test
  void anotherVersionAndAForeignFileAreSaid() {
    byte[] bytes = small().bytes().toByteArray();
    bytes[7]++;
    var version =
        assertThrows(
            DamagedSnapshotException.class, () -> SnapshotReader.of(ByteBuffer.wrap(bytes)));
    assertEquals("its format version is 2, this library reads 1", version.reason());
    var foreign =
        assertThrows(
            DamagedSnapshotException.class,
            () -> SnapshotReader.of(Bytes.text("no snapshot").buffer()));
    assertEquals("this is no snapshot of Tidemark", foreign.reason());
  }

  @Test
  void framesCannotBeExchangedOrLeftOut() {
    byte[] bytes = small().bytes().toByteArray();
    int empty = new String(bytes, java.nio.charset.StandardCharsets.ISO_8859_1).indexOf("empty");
    byte[] without = new byte[bytes.length - 14];
    System.arraycopy(bytes, 0, without, 0, empty - 5);
    System.arraycopy(bytes, empty + 9, without, empty - 5, bytes.length - empty - 9);
    assertThrows(DamagedSnapshotException.class, () -> Snapshot.parse(ByteBuffer.wrap(without)));
  }

  @Test
  void loadedSnapshotSharesNothing() {
    byte[] state = {1, 2, 3};
    Snapshot snapshot =
        Snapshot.of(
            POSITION,
            writer -> {
              writer.section("state");
              writer.put(ByteBuffer.wrap(state));
            });
    state[0] = 9;
    byte[] stored = snapshot.bytes().toByteArray();
    Snapshot loaded = Snapshot.parse(ByteBuffer.wrap(stored));
    Arrays.fill(stored, (byte) 0);
    assertEquals(Map.of("state", Bytes.of((byte) 1, (byte) 2, (byte) 3)), loaded.sections());
    assertThrows(UnsupportedOperationException.class, () -> loaded.sections().clear());
  }

  @Test
  void closeWithoutFreezeAborts() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (SnapshotWriter writer = SnapshotWriter.to(bytes, POSITION)) {
      writer.section("state").putLong(1);
    }
    var damaged =
        assertThrows(
            DamagedSnapshotException.class,
            () -> Snapshot.parse(ByteBuffer.wrap(bytes.toByteArray())));
    assertEquals("it is cut short", damaged.reason());
  }

  @Test
  void frozenOrClosedSnapshotIsNotWrittenOn() {
    SnapshotWriter writer = SnapshotWriter.to(OutputStream.nullOutputStream(), POSITION);
    writer.section("state").putLong(1);
    writer.freeze();
    assertThrows(IllegalStateException.class, () -> writer.putLong(2));
    assertThrows(IllegalStateException.class, writer::freeze);
    assertThrows(IllegalStateException.class, () -> writer.section("more"));
    writer.close();
    writer.close();
  }

  @Test
  void afterAnIoErrorThereIsNoFreeze() {
    OutputStream full =
        new OutputStream() {
          private int room = 300;

          @Override
          public void write(int b) throws IOException {
            if (room-- == 0) {
              throw new IOException("disk full");
            }
          }
        };
    SnapshotWriter writer = SnapshotWriter.to(full, POSITION);
    writer.section("state");
    ByteBuffer large = ByteBuffer.allocate(1 << 17);
    assertThrows(UncheckedIOException.class, () -> writer.put(large));
    assertThrows(IllegalStateException.class, writer::freeze);
    writer.close();
  }

  @Test
  void sectionsHaveNamesAndEachAnother() {
    try (SnapshotWriter writer = SnapshotWriter.to(OutputStream.nullOutputStream(), POSITION)) {
      assertThrows(IllegalStateException.class, () -> writer.putInt(1));
      writer.section("a").putInt(1);
      assertThrows(IllegalArgumentException.class, () -> writer.section("a"));
    }
  }

  @Test
  void sectionIsFoundByNameOverOthers() {
    SnapshotReader reader = small().open();
    assertEquals(POSITION, reader.position());
    assertFalse(reader.section("empty").hasRemaining());
    assertThrows(DamagedSnapshotException.class, () -> reader.section("table"), "it lies before");
    SnapshotReader again = small().open();
    assertTrue(again.nextSection());
    assertThrows(DamagedSnapshotException.class, () -> again.take(8), "the section has 7 bytes");
  }

  @Test
  void readerStopsAtTheSnapshotsEnd() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(small().bytes().toByteArray());
    bytes.write(small().bytes().toByteArray());
    bytes.write(42);
    ByteArrayInputStream stream = new ByteArrayInputStream(bytes.toByteArray());
    SnapshotReader.of(stream).finish();
    SnapshotReader.of(stream).finish();
    assertEquals(42, stream.read());
  }

  @Test
  void valuesOfAnySizeComeBackAcrossFrames() {
    for (long seed = 1; seed <= 20; seed++) {
      RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
      byte[][] values = new byte[20][];
      for (int i = 0; i < values.length; i++) {
        values[i] = new byte[random.nextInt(1 << random.nextInt(18))];
        random.nextBytes(values[i]);
      }
      Snapshot snapshot =
          Snapshot.of(
              POSITION,
              writer -> {
                writer.section("values");
                for (byte[] value : values) {
                  writer.putByte((byte) value.length);
                  writer.putLong(value.length);
                  writer.putBytes(ByteBuffer.wrap(value));
                  writer.putBytes(null);
                }
              });
      SnapshotReader reader = snapshot.open().section("values");
      for (byte[] value : values) {
        assertEquals((byte) value.length, reader.takeByte());
        assertEquals(value.length, reader.takeLong());
        byte[] read = new byte[value.length];
        java.util.Objects.requireNonNull(reader.takeBytes()).get(read);
        assertArrayEquals(value, read, "seed=" + seed);
        assertNull(reader.takeBytes());
      }
      assertFalse(reader.hasRemaining());
      assertFalse(reader.nextSection());
    }
  }

  @Test
  void lengthBeyondTheSectionIsANamedErrorWhateverItSays() {
    for (int length : new int[] {1, 1000, Integer.MAX_VALUE}) {
      Snapshot snapshot = Snapshot.of(POSITION, writer -> writer.section("s").putInt(length));
      try (SnapshotReader reader = snapshot.open()) {
        reader.section("s");
        assertThrows(DamagedSnapshotException.class, reader::takeBytes, "length " + length);
      }
    }
  }
}
