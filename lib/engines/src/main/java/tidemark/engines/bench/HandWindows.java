package tidemark.engines.bench;

import java.util.Arrays;

/**
 * The limit of what can be reached: a ring of four windows, each an open-addressing table from
 * primitive keys to counts. It needs to know the number of keys, works only while at most four
 * neighbouring windows are open, and can do nothing else.
 */
final class HandWindows {
  private static final int RING = 4;

  private final int slots;
  private final long[][] keys = new long[RING][];
  private final long[][] counts = new long[RING][];
  private final Digest digest = new Digest();

  HandWindows(int keyCount) {
    slots = Integer.highestOneBit(Math.max(1, keyCount)) * 4;
    for (int slot = 0; slot < RING; slot++) {
      keys[slot] = new long[slots];
      counts[slot] = new long[slots];
    }
  }

  WindowWork.Result run(long[] timestamps, Long[] eventKeys) {
    long max = Long.MIN_VALUE;
    long oldest = -1;
    long nextFire = oldest * WindowWork.SIZE + WindowWork.SIZE;
    int mask = slots - 1;
    for (int i = 0; i < timestamps.length; i++) {
      long timestamp = timestamps[i];
      long number = Math.floorDiv(timestamp, WindowWork.SIZE);
      if (number < oldest) {
        digest.late();
        continue;
      }
      long[] windowKeys = keys[(int) number & (RING - 1)];
      long[] windowCounts = counts[(int) number & (RING - 1)];
      long key = eventKeys[i];
      int at = (int) ((key * 0x9E3779B97F4A7C15L) >>> 40) & mask;
      while (windowCounts[at] != 0 && windowKeys[at] != key) {
        at = (at + 1) & mask;
      }
      windowKeys[at] = key;
      windowCounts[at]++;
      if (timestamp > max) {
        max = timestamp;
        while (max - WindowWork.BOUND >= nextFire) {
          fire(oldest++);
          nextFire += WindowWork.SIZE;
        }
      }
    }
    for (int left = 0; left < RING; left++) {
      fire(oldest++);
    }
    return digest.result();
  }

  private void fire(long number) {
    long[] windowKeys = keys[(int) number & (RING - 1)];
    long[] windowCounts = counts[(int) number & (RING - 1)];
    for (int slot = 0; slot < slots; slot++) {
      if (windowCounts[slot] != 0) {
        digest.fired(windowKeys[slot], number * WindowWork.SIZE, windowCounts[slot]);
      }
    }
    Arrays.fill(windowCounts, 0);
  }
}
