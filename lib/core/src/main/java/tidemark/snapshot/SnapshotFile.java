package tidemark.snapshot;

import java.util.Locale;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tidemark.log.Position;
import tidemark.storage.Storage;

/**
 * The name of a snapshot's file: {@code number.log.epoch.offset.snapshot}, or {@code
 * number.log.epoch.offset.base.change} for a change of the snapshot with the number {@code base}.
 * Numbers have twenty digits, so that names sort in the order in which the snapshots were taken.
 *
 * @param base {@link #WHOLE} if it is not built on another
 */
record SnapshotFile(long number, Position position, long base) {
  static final long WHOLE = -1;

  private static final Pattern NAME =
      Pattern.compile(
          "(\\d{20})\\.([0-9a-f-]{36})\\.(\\d+)\\.(\\d+)\\.(?:snapshot|(\\d{20})\\.change)");

  /** A whole snapshot. */
  SnapshotFile(long number, Position position) {
    this(number, position, WHOLE);
  }

  String name() {
    String common =
        String.format(
            Locale.ROOT,
            "%020d.%s.%d.%d.",
            number,
            position.logId(),
            position.epoch(),
            position.offset());
    return common + (isWhole() ? "snapshot" : String.format(Locale.ROOT, "%020d.change", base));
  }

  boolean isWhole() {
    return base == WHOLE;
  }

  /** The name while it is being written; it is not known yet then whether it is a change. */
  String asideName() {
    return new SnapshotFile(number, position).name() + Storage.ASIDE;
  }

  /** Null if no store gives a file this name: it is somebody else's. */
  static @Nullable SnapshotFile named(String name) {
    Matcher parts = NAME.matcher(name);
    if (!parts.matches()) {
      return null;
    }
    try {
      UUID log = UUID.fromString(parts.group(2));
      long epoch = Long.parseLong(parts.group(3));
      Position position = new Position(log, epoch, Long.parseLong(parts.group(4)));
      long number = Long.parseLong(parts.group(1));
      long base = parts.group(5) == null ? WHOLE : Long.parseLong(parts.group(5));
      SnapshotFile file = new SnapshotFile(number, position, base);
      return base < number && file.name().equals(name) ? file : null;
    } catch (IllegalArgumentException noNumber) {
      return null;
    }
  }

  /** Whether a store gives this name to a snapshot that is being written. */
  static boolean isAside(String name) {
    return name.endsWith(Storage.ASIDE)
        && named(name.substring(0, name.length() - Storage.ASIDE.length())) != null;
  }
}
