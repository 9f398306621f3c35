package tidemark.snapshot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;
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
    assertEquals("its format version is 4, this library reads 2 and 3", version.reason());
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
    Snapshot snapshot = Snapshot.of(POSITION, writer -> writer.section("state").write(state));
    state[0] = 9;
    byte[] stored = snapshot.bytes().toByteArray();
    Snapshot loaded = Snapshot.parse(ByteBuffer.wrap(stored));
    Arrays.fill(stored, (byte) 0);
    assertEquals(Map.of("state", Bytes.of((byte) 1, (byte) 2, (byte) 3)), loaded.sections());
    assertThrows(UnsupportedOperationException.class, () -> loaded.sections().clear());
  }

  @Test
  void closeWithoutFreezeAborts() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (SnapshotWriter writer = SnapshotWriter.to(bytes, POSITION)) {
      writer.section("state").writeLong(1);
    }
    var damaged =
        assertThrows(
            DamagedSnapshotException.class,
            () -> Snapshot.parse(ByteBuffer.wrap(bytes.toByteArray())));
    assertEquals("it is cut short", damaged.reason());
  }

  @Test
  void frozenOrClosedSnapshotIsNotWrittenOn() throws IOException {
    for (boolean frozen : new boolean[] {true, false}) {
      SnapshotWriter writer = SnapshotWriter.to(OutputStream.nullOutputStream(), POSITION);
      DataOutput state = writer.section("state");
      state.writeLong(1);
      if (frozen) {
        writer.freeze();
      } else {
        writer.close();
      }
      assertThrows(IllegalStateException.class, () -> state.writeLong(2));
      assertThrows(IllegalStateException.class, writer::freeze);
      var refused =
          assertThrows(IllegalStateException.class, () -> writer.section("more")).getMessage();
      assertTrue(("" + refused).startsWith("a snapshot must be written before"), refused);
      writer.close();
      writer.close();
    }
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
    DataOutput state = writer.section("state");
    assertThrows(IOException.class, () -> state.write(new byte[1 << 17]));
    assertThrows(IllegalStateException.class, () -> state.write(1));
    assertThrows(IllegalStateException.class, writer::freeze);
    writer.close();
  }

  @Test
  void sectionMustHaveANameOfItsOwn() throws IOException {
    try (SnapshotWriter writer = SnapshotWriter.to(OutputStream.nullOutputStream(), POSITION)) {
      writer.section("a").writeInt(1);
      assertThrows(IllegalArgumentException.class, () -> writer.section("a"));
      assertThrows(IllegalArgumentException.class, () -> writer.section("x".repeat((1 << 16) + 1)));
      writer.section("b").writeInt(1);
      writer.freeze();
    }
  }

  @Test
  void sectionIsFoundByNameOverOthers() {
    SnapshotReader reader = small().open();
    assertEquals(POSITION, reader.position());
    reader.section("empty");
    assertFalse(reader.hasRemaining());
    assertThrows(DamagedSnapshotException.class, () -> reader.section("table"), "it lies before");
  }

  @Test
  void whatGoesBeyondTheSectionIsANamedErrorAndNotTheNextSection() throws IOException {
    SnapshotReader reader = small().open();
    assertTrue(reader.nextSection());
    assertEquals("table", reader.sectionName());
    DataInput table = reader.content();
    table.readFully(new byte[6]);
    var damaged = assertThrows(DamagedSnapshotException.class, () -> table.readShort());
    assertEquals("the section ends before what is to be read, section=table", damaged.reason());
    SnapshotReader empty = small().open();
    assertThrows(DamagedSnapshotException.class, () -> empty.section("empty").readByte());
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
  void valuesOfAnySizeComeBackAcrossFrames() throws IOException {
    Seeds.forEach(
        20,
        (seed, random) -> {
          byte[][] values = new byte[20][];
          for (int i = 0; i < values.length; i++) {
            values[i] = new byte[random.nextInt(1 << random.nextInt(18))];
            random.nextBytes(values[i]);
          }
          Snapshot snapshot =
              Snapshot.of(
                  POSITION,
                  writer -> {
                    DataOutput out = writer.section("values");
                    for (byte[] value : values) {
                      out.writeByte(value.length);
                      out.writeLong(value.length);
                      out.writeInt(value.length);
                      out.write(value);
                      out.writeUTF("é" + value.length);
                    }
                  });
          SnapshotReader reader = snapshot.open();
          DataInput in = reader.section("values");
          for (byte[] value : values) {
            assertEquals((byte) value.length, in.readByte());
            assertEquals(value.length, in.readLong());
            byte[] read = new byte[in.readInt()];
            in.readFully(read);
            assertArrayEquals(value, read);
            assertEquals("é" + value.length, in.readUTF());
          }
          assertFalse(reader.hasRemaining());
          assertFalse(reader.nextSection());
        });
  }
}
