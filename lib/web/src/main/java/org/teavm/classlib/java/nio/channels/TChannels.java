package org.teavm.classlib.java.nio.channels;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;

/** {@code java.nio.channels.Channels} for TeaVM, which lacks it: streams as channels. */
public final class TChannels {
  private TChannels() {}

  /** Reads from a stream. */
  public static ReadableByteChannel newChannel(InputStream stream) {
    return new ReadableByteChannel() {
      private boolean open = true;

      @Override
      public int read(ByteBuffer into) throws IOException {
        byte[] bytes = new byte[into.remaining()];
        int read = stream.read(bytes, 0, bytes.length);
        into.put(bytes, 0, Math.max(0, read));
        return read;
      }

      @Override
      public boolean isOpen() {
        return open;
      }

      @Override
      public void close() throws IOException {
        open = false;
        stream.close();
      }
    };
  }

  /** Writes to a stream. */
  public static WritableByteChannel newChannel(OutputStream stream) {
    return new WritableByteChannel() {
      private boolean open = true;

      @Override
      public int write(ByteBuffer from) throws IOException {
        byte[] bytes = new byte[from.remaining()];
        from.get(bytes);
        stream.write(bytes, 0, bytes.length);
        return bytes.length;
      }

      @Override
      public boolean isOpen() {
        return open;
      }

      @Override
      public void close() throws IOException {
        open = false;
        stream.close();
      }
    };
  }
}
