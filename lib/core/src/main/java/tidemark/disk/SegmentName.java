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
 * @param base the first offset of the segment: all its records are at or after it
 * @param generation how often the segment was rewritten or merged; 0 for one that was appended to
 */
record SegmentName(long base, int generation) {
  /**
   * The base offset, in 20 digits that fit into a long, the generation, in six digits or as many as
   * it needs, and the kind of file.
   */
  private static final Pattern NAME =
      Pattern.compile("(0[0-8]\\d{18})\\.(\\d{6}|[1-9]\\d{6,8})\\.(log|index)");

  /** Parses the name of a segment's log file; null if it is any other name. */
  static @Nullable SegmentName ofLogFile(String name) {
    Matcher parts = NAME.matcher(name);
    return parts.matches() && parts.group(3).equals("log")
        ? new SegmentName(Long.parseLong(parts.group(1)), Integer.parseInt(parts.group(2)))
        : null;
  }

  /**
   * Whether this is the temporary name of a segment's log file, which it has while it is being
   * written.
   */
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

  /** Size of the log file, in bytes. */
  long bytes(Storage storage) throws IOException {
    try (StorageFile file = storage.open(logFile())) {
      return file.size();
    }
  }

  /** The name that a rewrite or a merge of this segment gets. */
  SegmentName nextGeneration() {
    return new SegmentName(base, generation + 1);
  }

  /**
   * Deletes both files; does nothing for one that is missing. It is durable after the storage is
   * synced.
   */
  void deleteFiles(Storage storage) throws IOException {
    // The index first: opening finds an index by its log file only, so none may be left alone.
    storage.delete(indexFile());
    storage.delete(logFile());
  }
}
