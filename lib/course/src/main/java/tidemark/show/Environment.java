package tidemark.show;

import java.awt.GraphicsEnvironment;
import java.io.File;

/** Tells in plain words whether this machine has what the notebooks need. */
public final class Environment {
  private static final int OLDEST_JAVA = 17;
  private static final long LITTLE_MEMORY = 200L << 20;

  private Grid grid = Grid.of("This machine", "what", "found", "in words");

  private Environment() {}

  /** Looks at this machine: one row for each thing, with what was found and what it means. */
  public static Grid check() {
    Environment here = new Environment();
    here.java();
    here.memory();
    here.row("course library", "loaded", "good: this cell would not run without it");
    here.fonts();
    here.progress();
    here.row("network", "not used", "good: everything works offline");
    return here.grid;
  }

  /**
   * The jars of Kafka and Flink, as one pattern for the class path; only notebook 09 needs them.
   *
   * @throws IllegalStateException if their folder is missing; {@code ./course lab} fetches them
   */
  public static String engines() {
    String folder =
        System.getenv().getOrDefault("TIDEMARK_ENGINES", "../lib/engines/target/classpath");
    if (!new File(folder).isDirectory()) {
      throw new IllegalStateException(
          "Kafka and Flink must be here, folder="
              + folder
              + ". Run ./course lab: it fetches them.");
    }
    return folder + "/*.jar";
  }

  private void java() {
    row(
        "Java",
        System.getProperty("java.version", "unknown"),
        Runtime.version().feature() >= OLDEST_JAVA
            ? "good"
            : "too old: install a JDK, version " + OLDEST_JAVA + " or newer, then ./course doctor");
  }

  private void memory() {
    long bytes = Runtime.getRuntime().maxMemory();
    row(
        "memory for this notebook",
        (bytes >> 20) + " MB",
        bytes >= LITTLE_MEMORY ? "good" : "little: close other programs if cells become slow");
  }

  private void fonts() {
    int fonts;
    try {
      fonts =
          GraphicsEnvironment.getLocalGraphicsEnvironment().getAvailableFontFamilyNames().length;
    } catch (RuntimeException | LinkageError | InternalError none) {
      // A machine without a font configuration: that is the finding.
      fonts = 0;
    }
    row(
        "fonts for Java",
        fonts == 0 ? "none" : Integer.toString(fonts),
        fonts == 0 ? "good: our charts do without, your browser writes the text" : "good");
  }

  private void progress() {
    String file = System.getenv("TIDEMARK_PROGRESS");
    if (file == null) {
      row(
          "your progress",
          "not kept",
          "checks work, but the board stays empty: start the course with ./course lab");
      return;
    }
    File kept = new File(file).getAbsoluteFile();
    File place = kept.exists() ? kept : kept.getParentFile();
    while (place != null && !place.exists()) {
      place = place.getParentFile();
    }
    row(
        "your progress",
        kept.getName(),
        place != null && place.canWrite()
            ? "good: kept in a file on this machine"
            : "the file cannot be written: checks work, but the board stays empty");
  }

  private void row(String what, String found, String meaning) {
    grid = grid.row(what, found, meaning);
  }
}
