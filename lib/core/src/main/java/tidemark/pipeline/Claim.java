package tidemark.pipeline;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;
import tidemark.storage.Storage;
import tidemark.storage.StorageFile;

/**
 * A writer's claim to be the newest one: the file {@code number.writer}, which only one process can
 * create.
 *
 * <pre>
 *  0  long  its epoch: random, never 0
 *  8  long  the generation whose folders it writes; 0 for the first
 * 16  long  a generation that is not needed: half copied, or given up; equal to the field
 *           before if there is none
 * 24  int   CRC32C of the bytes before
 * </pre>
 *
 * A file that is not complete belongs to a writer that has not begun to write.
 */
record Claim(long number, long epoch, long generation, long unneeded) {
  private static final Pattern NAME = Pattern.compile("(0[0-8]\\d{18})\\.writer");
  private static final int CHECKED = 3 * Long.BYTES;

  /** Stands for the claim before the first one. */
  static final Claim NONE = new Claim(0, 0, 0, 0);

  static String name(long number) {
    return String.format(Locale.ROOT, "%020d.writer", number);
  }

  /** The number in a claim's file name; 0 if the name is not a claim's. */
  static long number(String name) {
    Matcher parts = NAME.matcher(name);
    return parts.matches() ? Long.parseLong(parts.group(1)) : 0;
  }

  /** The same with another number. */
  Claim numbered(long other) {
    return new Claim(other, epoch, generation, unneeded);
  }

  /** Reads a claim; null if its file is incomplete or missing. */
  static @Nullable Claim read(Storage storage, long number) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(CHECKED + Integer.BYTES);
    try (StorageFile file = storage.open(name(number))) {
      file.readFully(bytes, 0);
    } catch (NoSuchFileException gone) {
      return null;
    }
    boolean whole = !bytes.hasRemaining() && bytes.getInt(CHECKED) == checksum(bytes);
    bytes.flip();
    return whole ? new Claim(number, bytes.getLong(), bytes.getLong(), bytes.getLong()) : null;
  }

  /** Durable when it returns, except for the file's name. */
  void write(StorageFile file) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(CHECKED + Integer.BYTES);
    bytes.putLong(epoch).putLong(generation).putLong(unneeded);
    bytes.putInt(checksum(bytes));
    file.writeFully(bytes.flip(), 0);
    file.force();
  }

  private static int checksum(ByteBuffer bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes.slice(0, CHECKED));
    return (int) crc.getValue();
  }
}
