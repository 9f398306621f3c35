package tidemark.disk;

/**
 * A log was written in a format version that this library does not read. Nothing was changed. The
 * release that wrote the log can read it.
 */
public final class UnsupportedVersionException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String file;
  private final int version;

  UnsupportedVersionException(String file, int version) {
    super(
        "a log must have format version %d, file=%s, version=%d; read it with the release of Tidemark that wrote it, and append its records to a new log"
            .formatted(Checksummed.VERSION, file, version));
    this.file = file;
    this.version = version;
  }

  /** Name of the file that says so, without its directory. */
  public String file() {
    return file;
  }

  /** The format version of that file. */
  public int version() {
    return version;
  }
}
