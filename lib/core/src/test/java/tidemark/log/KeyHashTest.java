package tidemark.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import tidemark.Seeds;

final class KeyHashTest {
  private static final int KEYS = 1 << 14;

  private static RandomGenerator random(long seed) {
    return Seeds.random(seed);
  }

  private static ByteBuffer longs(long... words) {
    ByteBuffer key = ByteBuffer.allocate(words.length * Long.BYTES);
    for (long word : words) {
      key.putLong(word);
    }
    return key.flip();
  }

  @Test
  void hashIsOfTheBytesThatRemainInEitherOrder() {
    KeyHash hash = new KeyHash(random(1));
    byte[] bytes = "0123456789abcdef-tail".getBytes(StandardCharsets.UTF_8);
    for (int length = 0; length <= bytes.length; length++) {
      ByteBuffer plain = ByteBuffer.wrap(bytes, 0, length);
      ByteBuffer shifted = ByteBuffer.allocateDirect(64).order(ByteOrder.LITTLE_ENDIAN);
      shifted.position(3).put(bytes, 0, length).flip().position(3);
      assertEquals(hash.of(plain), hash.of(shifted));
      assertEquals(length, shifted.remaining());
      assertTrue(KeyHash.sameBytes(plain, 0, shifted));
      assertTrue(KeyHash.sameBytes(shifted, 3, plain));
      for (int i = 0; i < length; i++) {
        byte[] other = bytes.clone();
        other[i] ^= 1;
        assertFalse(KeyHash.sameBytes(ByteBuffer.wrap(other), 0, plain), "byte " + i);
        assertNotEquals(hash.of(ByteBuffer.wrap(other, 0, length)), hash.of(plain));
      }
    }
    assertNotEquals(hash.of(longs()), hash.of(ByteBuffer.allocate(1)));
  }

  @Test
  void hashIsTheFoldedProductsOfTheKeyAndTheSecrets() {
    for (int length = 0; length < 50; length++) {
      byte[] key = new byte[length];
      random(length).nextBytes(key);
      RandomGenerator secrets = random(length + 100);
      long start = secrets.nextLong();
      long factor = secrets.nextLong() | 1;
      long lastFactor = secrets.nextLong() | 1;
      long hash = start ^ length;
      int at = 0;
      for (; at + 8 <= length; at += 8) {
        hash = folded(hash ^ bigEndian(key, at, 8), factor);
      }
      hash = folded(hash ^ bigEndian(key, at, length - at), lastFactor);
      assertEquals(hash, new KeyHash(random(length + 100)).of(ByteBuffer.wrap(key)));
    }
  }

  private static long bigEndian(byte[] bytes, int at, int length) {
    return new BigInteger(1, Arrays.copyOfRange(bytes, at, at + length)).longValue();
  }

  /** The low and the high half of the product as numbers without a sign. */
  private static long folded(long a, long b) {
    BigInteger product =
        new BigInteger(Long.toUnsignedString(a)).multiply(new BigInteger(Long.toUnsignedString(b)));
    return product.longValue() ^ product.shiftRight(64).longValue();
  }

  @Test
  void twoHashesHaveTheirOwnSecrets() {
    assertNotEquals(KeyHash.secret().of(longs(1)), KeyHash.secret().of(longs(1)));
  }

  /** Keys that an enemy, or chance, makes alike for a weaker hash. */
  private static Map<String, List<ByteBuffer>> families() {
    Map<String, List<ByteBuffer>> families = new HashMap<>();
    byte[] zeros = new byte[KEYS];
    for (int i = 0; i < KEYS; i++) {
      add(families, "rising numbers", longs(i));
      add(families, "highest bits only", longs((long) i << 50));
      add(families, "two words, one change", longs(i, 7));
      add(families, "two words of one sum", longs(i, -i));
      add(families, "two words of one difference", longs(i, i));
      add(families, "zeros of every length", ByteBuffer.wrap(zeros, 0, i));
      add(families, "one bit each", ByteBuffer.allocate(KEYS / 8).put(i / 8, (byte) (1 << i % 8)));
      StringBuilder sameHashCode = new StringBuilder();
      for (int bit = 0; bit < 14; bit++) {
        sameHashCode.append((i >> bit & 1) == 0 ? "Aa" : "BB");
      }
      add(families, "one String.hashCode", Bytes.text(sameHashCode.toString()).buffer());
      // What SplitMix64 makes of the first word, the second one undoes.
      add(families, "one unseeded hash", longs(i, mix(16 ^ i)));
    }
    return families;
  }

  private static long mix(long word) {
    long mixed = (word ^ (word >>> 30)) * 0xBF58476D1CE4E5B9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
    return mixed ^ (mixed >>> 31);
  }

  private static void add(Map<String, List<ByteBuffer>> families, String name, ByteBuffer key) {
    families.computeIfAbsent(name, n -> new ArrayList<>()).add(key);
  }

  @Test
  void keysChosenToCollideAreSpreadLikeOthers() {
    Map<String, List<ByteBuffer>> families = families();
    Seeds.forEach(
        3,
        (seed, random) -> {
          KeyHash hash = new KeyHash(random);
          for (Map.Entry<String, List<ByteBuffer>> family : families.entrySet()) {
            int[] low = new int[KEYS];
            int[] high = new int[KEYS];
            Set<Long> all = new HashSet<>();
            for (ByteBuffer key : family.getValue()) {
              long hashed = hash.of(key);
              low[(int) hashed & (KEYS - 1)]++;
              high[(int) (hashed >>> 50)]++;
              all.add(hashed);
            }
            String what = family.getKey();
            assertEquals(KEYS, all.size(), what);
            // Chance puts 7 or 8 of 16,384 keys into one of 16,384 places.
            assertTrue(Arrays.stream(low).max().orElseThrow() < 16, what + ", low bits");
            assertTrue(Arrays.stream(high).max().orElseThrow() < 16, what + ", high bits");
          }
        });
  }

  @Test
  void bytesAreOrderedSoThatAHashMapFindsKeysOfOneHashCode() {
    List<Bytes> rising =
        List.of(
            Bytes.of(),
            Bytes.of((byte) 0),
            Bytes.of((byte) 0, (byte) 0),
            Bytes.of((byte) 1),
            Bytes.of((byte) 0x7F),
            Bytes.of((byte) 0x80),
            Bytes.of((byte) 0xFF));
    for (int i = 0; i < rising.size(); i++) {
      for (int j = 0; j < rising.size(); j++) {
        int compared = rising.get(i).compareTo(rising.get(j));
        assertEquals(Integer.compare(i, j), Integer.signum(compared));
        assertEquals(i == j, rising.get(i).equals(rising.get(j)));
      }
    }
  }
}
