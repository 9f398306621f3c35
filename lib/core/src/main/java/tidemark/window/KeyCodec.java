package tidemark.window;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** How a key is written into a snapshot. A key that is read back equals the one written. */
public interface KeyCodec<K> {

  /** Writes a key. */
  void write(K key, DataOutput out) throws IOException;

  /** Reads a key. */
  K read(DataInput in) throws IOException;

  /**
   * Strings of at most 65,535 bytes in Java's modified UTF-8. Writing a longer one throws {@link
   * java.io.UTFDataFormatException}.
   */
  static KeyCodec<String> text() {
    return new KeyCodec<>() {
      @Override
      public void write(String key, DataOutput out) throws IOException {
        out.writeUTF(key);
      }

      @Override
      public String read(DataInput in) throws IOException {
        return in.readUTF();
      }
    };
  }
}
