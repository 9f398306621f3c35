package tidemark.disk;

/**
 * Bytes on disk are not what was written, and cutting them off would lose what is durable. Nothing
 * was changed.
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

  /** Name of the damaged file. */
  public String file() {
    return file;
  }

  /** Where in the file the damage was met, in bytes. */
  public long position() {
    return position;
  }

  /** What is wrong there. */
  public String reason() {
    return reason;
  }
}
