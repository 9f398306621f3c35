package tidemark.pipeline;

/**
 * Another process has taken the pipeline over, and this one must end. Nothing that it wrote since
 * then counts, and nothing of it was acknowledged.
 */
public final class FencedException extends RuntimeException {
  private static final long serialVersionUID = 1;

  FencedException(String message) {
    super(message);
  }
}
