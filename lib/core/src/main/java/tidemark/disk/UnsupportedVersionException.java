package tidemark.disk;

/**
 * A log was written in another version of the format, so this library neither reads nor changes it.
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

  /** Name of the file. */
  public String file() {
    return file;
  }

  /** The version that it was written in. */
  public int version() {
    return version;
  }
}
