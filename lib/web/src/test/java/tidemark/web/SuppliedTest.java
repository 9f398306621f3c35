package tidemark.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.teavm.classlib.java.nio.channels.TChannels;
import org.teavm.classlib.java.util.THexFormat;
import org.teavm.classlib.java.util.zip.TCRC32C;

/** What is supplied to the compiler does what Java's own does. */
class SuppliedTest {
  private static final long SEED = 20261130;

  private static byte[] bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(40)];
    random.nextBytes(bytes);
    return bytes;
  }

  @Test
  void whatIsSuppliedDoesWhatJavasOwnDoes() {
    Random random = new Random(SEED);
    for (int i = 0; i < 10_000; i++) {
      String told = "seed=" + SEED + ", i=" + i;
      long a = random.nextLong() >> random.nextInt(64);
      long b = random.nextLong() >> random.nextInt(64);
      assertEquals(Math.multiplyHigh(a, b), Supplied.multiplyHigh(a, b), told);
      UUID uuid = new UUID(a, b);
      assertEquals(uuid, Supplied.uuid(a, b), told);
      assertEquals(a, Supplied.getMostSignificantBits(uuid), told);
      assertEquals(b, Supplied.getLeastSignificantBits(uuid), told);
      assertEquals(
          "%d/%s %d".formatted(a, "x%", b), Supplied.formatted("%d/%s %d", arguments(a, b)));
      byte[] one = bytes(random);
      byte[] other = random.nextInt(4) == 0 ? one.clone() : bytes(random);
      assertEquals(
          Integer.signum(Arrays.compareUnsigned(one, other)),
          Integer.signum(Supplied.compareUnsigned(one, other)),
          told);
      requireSameBytes(one, told);
    }
  }

  private static Object[] arguments(long a, long b) {
    return new Object[] {a, "x%", b};
  }

  private static void requireSameBytes(byte[] bytes, String told) {
    CRC32C right = new CRC32C();
    right.update(bytes);
    TCRC32C found = new TCRC32C();
    found.update(bytes, 0, bytes.length);
    assertEquals(right.getValue(), found.getValue(), told);
    String hex = HexFormat.of().formatHex(bytes);
    assertEquals(hex, THexFormat.of().formatHex(bytes), told);
    assertArrayEquals(bytes, THexFormat.of().parseHex("0x" + hex, 2, hex.length() + 2), told);
  }

  @Test
  void aTextIsSplitAsJavaSplitsIt() {
    Pattern blank = Pattern.compile("\\s+");
    for (String text : new String[] {"", "a", " a  b ", "a b c"}) {
      assertEquals(
          blank.splitAsStream(text).toList(), Supplied.splitAsStream(blank, text).toList(), text);
    }
  }

  @Test
  void whatIsNoPairOfDigitsAndWhatCannotBeFormattedIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> THexFormat.of().parseHex("abc", 0, 3));
    assertThrows(IllegalArgumentException.class, () -> THexFormat.of().parseHex("xy", 0, 2));
    assertThrows(IllegalArgumentException.class, () -> Supplied.formatted("%x", new Object[] {1}));
  }

  @Test
  void aStreamReadsAndWritesAsAChannel() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (var channel = TChannels.newChannel(out)) {
      assertEquals(3, channel.write(ByteBuffer.wrap("abc".getBytes(UTF_8))));
    }
    try (var channel = TChannels.newChannel(new ByteArrayInputStream(out.toByteArray()))) {
      ByteBuffer into = ByteBuffer.allocate(8);
      assertEquals(3, channel.read(into));
      assertEquals("abc", UTF_8.decode(into.flip()).toString());
      assertEquals(-1, channel.read(into.clear()));
    }
  }
}
