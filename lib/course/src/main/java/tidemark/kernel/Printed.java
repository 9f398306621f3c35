package tidemark.kernel;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** What a thread printed: the first 4,000 bytes are kept, the rest is counted. Thread-safe. */
public final class Printed {
  private static final int KEPT_BYTES = 4_000;
  private static final int KEPT_LINES = 20;

  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private long bytes;

  synchronized void write(byte[] from, int offset, int length) {
    kept.write(from, offset, Math.min(length, KEPT_BYTES - kept.size()));
    bytes += length;
  }

  /** The first 20 lines, and if there was more, a line that says how much; empty if nothing. */
  public synchronized List<String> lines() {
    List<String> all = kept.toString(StandardCharsets.UTF_8).lines().toList();
    List<String> first = all.subList(0, Math.min(KEPT_LINES, all.size()));
    long shown =
        first.stream().mapToLong(line -> line.getBytes(StandardCharsets.UTF_8).length + 1).sum();
    if (bytes <= shown) {
      return first;
    }
    List<String> lines = new ArrayList<>(first);
    lines.add("… " + (bytes - shown) + " bytes more");
    return lines;
  }
}
