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

/** The watermarks of one partition as Flink keeps them: as bytes only where it writes them down. */
final class InputTimes {
  private final byte[] saved;
  private @Nullable Watermarks live;

  private InputTimes(byte[] saved, @Nullable Watermarks live) {
    this.saved = saved;
    this.live = live;
  }

  static InputTimes start(DeclaredPolicy policy) {
    return new InputTimes(new byte[0], policy.start());
  }

  static InputTimes saved(byte[] bytes) {
    return new InputTimes(bytes, null);
  }

  /**
   * To work with.
   *
   * @throws IllegalArgumentException if they were saved under another policy
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
