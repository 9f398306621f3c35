package tidemark.job;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import tidemark.time.DeclaredPolicy;
import tidemark.time.Watermarks;

/**
 * The watermarks of one partition in Flink's state. They are objects while the job runs, and bytes
 * only when Flink writes or copies the state. One thread.
 */
final class InputTimes {
  private final byte[] saved;
  private @Nullable Watermarks live;

  private InputTimes(byte[] saved, @Nullable Watermarks live) {
    this.saved = saved;
    this.live = live;
  }

  /** The watermarks of a partition from which nothing was read. */
  static InputTimes start(DeclaredPolicy policy) {
    return new InputTimes(new byte[0], policy.start());
  }

  /** Watermarks as {@link #bytes} gave them. The array is kept: do not change it. */
  static InputTimes saved(byte[] bytes) {
    return new InputTimes(bytes, null);
  }

  /**
   * The watermarks as an object; what it takes in is saved with it. The bytes are read at the first
   * call.
   *
   * @throws IllegalArgumentException if they were saved under another policy
   * @throws UncheckedIOException if the bytes cannot be read
   */
  Watermarks under(DeclaredPolicy policy) {
    Watermarks watermarks = live;
    if (watermarks == null) {
      watermarks = policy.start();
      try {
        watermarks.restore(new DataInputStream(new ByteArrayInputStream(saved)));
      } catch (IOException e) {
        throw new UncheckedIOException("a checkpoint's watermarks must be readable: " + e, e);
      }
      live = watermarks;
    }
    return watermarks;
  }

  /**
   * The watermarks as bytes; if {@link #under} was not called, the array that they were made from.
   */
  byte[] bytes() {
    if (live == null) {
      return saved;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try {
      live.save(new DataOutputStream(bytes));
    } catch (IOException e) {
      throw new UncheckedIOException("watermarks must be writable into a checkpoint: " + e, e);
    }
    return bytes.toByteArray();
  }
}
