package tidemark.window;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** How a key goes into a snapshot and comes back equal. */
public interface KeyCodec<K> {

  /** Writes a key. */
  void write(K key, DataOutput out) throws IOException;

  /** Reads a key. */
  K read(DataInput in) throws IOException;

  /** Strings of at most 65,535 UTF-8 bytes. */
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
