package org.teavm.classlib.java.util.zip;

import java.nio.ByteBuffer;
import java.util.zip.Checksum;

/** {@code java.util.zip.CRC32C} for TeaVM, which lacks it: CRC-32 with Castagnoli's polynomial. */
public final class TCRC32C implements Checksum {
  private static final int REVERSED_POLYNOMIAL = 0x82F63B78;
  private static final int[] TABLE = table();

  private int remainder = ~0;

  private static int[] table() {
    int[] table = new int[256];
    for (int i = 0; i < table.length; i++) {
      int remainder = i;
      for (int bit = 0; bit < 8; bit++) {
        remainder = (remainder >>> 1) ^ ((remainder & 1) * REVERSED_POLYNOMIAL);
      }
      table[i] = remainder;
    }
    return table;
  }

  @Override
  public void update(int b) {
    remainder = (remainder >>> 8) ^ TABLE[(remainder ^ b) & 0xFF];
  }

  @Override
  public void update(byte[] bytes, int from, int length) {
    for (int i = 0; i < length; i++) {
      update(bytes[from + i]);
    }
  }

  /** All remaining bytes. */
  @Override
  public void update(ByteBuffer bytes) {
    while (bytes.hasRemaining()) {
      update(bytes.get());
    }
  }

  @Override
  public long getValue() {
    return ~remainder & 0xFFFF_FFFFL;
  }

  @Override
  public void reset() {
    remainder = ~0;
  }
}
