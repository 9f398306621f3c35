package tidemark.disk;

import java.io.IOException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/**
 * What the names of a segment's two files say.
 *
 * @param base all its offsets are at or after it
 * @param generation how often the segment was rewritten
 */
record SegmentName(long base, int generation) {
  /** Twenty digits that fit into a long. */
  private static final Pattern NAME = Pattern.compile("(0[0-8]\\d{18})\\.(\\d{6})\\.(log|index)");

  /** Null if this is not the name of a segment's log file. */
  static @Nullable SegmentName ofLogFile(String name) {
    Matcher parts = NAME.matcher(name);
    return parts.matches() && parts.group(3).equals("log")
        ? new SegmentName(Long.parseLong(parts.group(1)), Integer.parseInt(parts.group(2)))
        : null;
  }

  /** Whether a segment's log file has this name while it is being written. */
  static boolean isAside(String name) {
    int end = name.length() - Storage.ASIDE.length();
    return name.endsWith(Storage.ASIDE) && ofLogFile(name.substring(0, end)) != null;
  }

  String logFile() {
    return file("log");
  }

  String indexFile() {
    return file("index");
  }

  private String file(String kind) {
    return String.format(Locale.ROOT, "%020d.%06d.%s", base, generation, kind);
  }

  /** Size of the log file. */
  long bytes(Storage storage) throws IOException {
    try (StorageFile file = storage.open(logFile())) {
      return file.size();
    }
  }

  SegmentName nextGeneration() {
    return new SegmentName(base, generation + 1);
  }

  void deleteFiles(Storage storage) throws IOException {
    // In this order: an index that is left alone would never be found again.
    storage.delete(indexFile());
    storage.delete(logFile());
  }
}
