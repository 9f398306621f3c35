package tidemark.engines.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.Stream;

/** How many bytes a record takes on disk, in our log and in Kafka's, for the same records. */
public final class DiskBytes {
  private DiskBytes() {}

  /** A line for each size of batches; the log is closed before its files are measured. */
  public static String lines(int records) {
    StringBuilder lines = new StringBuilder();
    for (int batch : List.of(1, 100, 1000)) {
      lines.append(
          String.format(
              Locale.ROOT,
              "bytes on disk a record, batches of %d (payload 116): ours %s; Kafka %s%n",
              batch,
              ofSide("ours", records, batch),
              ofSide("kafka", records, batch)));
    }
    return lines.toString().stripTrailing();
  }

  /** All bytes, then those of each kind of file, for a record. */
  static String ofSide(String side, int records, int batch) {
    try {
      Path directory = Files.createTempDirectory("tidemark-bench");
      try {
        LogWork work = new LogWork(records, 1000, batch, false);
        try (LogSide log = work.open(side, directory)) {
          log.append();
        }
        return measured(directory, records);
      } finally {
        try (Stream<Path> files = Files.walk(directory)) {
          files.sorted(java.util.Comparator.reverseOrder()).forEach(DiskBytes::delete);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String measured(Path directory, int records) throws IOException {
    TreeMap<String, Long> kinds = new TreeMap<>();
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = "" + file.getFileName();
        kinds.merge(name.substring(name.lastIndexOf('.') + 1), Files.size(file), Long::sum);
      }
    }
    long all = kinds.values().stream().mapToLong(Long::longValue).sum();
    StringBuilder line = new StringBuilder(a(all, records)).append(" (");
    kinds.forEach((kind, bytes) -> line.append(kind + " " + a(bytes, records) + ", "));
    return line.substring(0, line.length() - 2) + ")";
  }

  private static String a(long bytes, int records) {
    return String.format(Locale.ROOT, "%.2f", (double) bytes / records);
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
