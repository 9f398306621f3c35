package tidemark.disk;

/**
 * Something durable is missing or is not as it was written, and going on without it would lose
 * data. Opening a log throws this, and so does reading it; nothing was changed on the disk.
 */
public final class DamagedLogException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final String file;
  private final long position;
  private final String reason;

  DamagedLogException(String file, long position, String reason) {
    super(
        "what is durable must be as it was written, file=%s, position=%d: %s; restore it from a copy"
            .formatted(file, position, reason));
    this.file = file;
    this.position = position;
    this.reason = reason;
  }

  /**
   * Name of the damaged or missing file, without its directory; {@code *.log} if all segments are
   * missing.
   */
  public String file() {
    return file;
  }

  /** Position in the file at which the damage was found, in bytes. */
  public long position() {
    return position;
  }

  /** What is wrong there, in words. */
  public String reason() {
    return reason;
  }
}
