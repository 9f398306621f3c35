package tidemark.snapshot;

import java.util.Locale;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tidemark.log.Position;
import tidemark.storage.Storage;

/**
 * The name of a snapshot's file: {@code number.log.epoch.offset.snapshot}. The number has twenty
 * digits, so that names sort in the order in which the snapshots were taken.
 */
record SnapshotFile(long number, Position position) {
  private static final Pattern NAME =
      Pattern.compile("(\\d{20})\\.([0-9a-f-]{36})\\.(\\d+)\\.(\\d+)\\.snapshot");

  String name() {
    return String.format(
        Locale.ROOT,
        "%020d.%s.%d.%d.snapshot",
        number,
        position.logId(),
        position.epoch(),
        position.offset());
  }

  /** The name while it is being written. */
  String asideName() {
    return name() + Storage.ASIDE;
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
      SnapshotFile file = new SnapshotFile(Long.parseLong(parts.group(1)), position);
      return file.name().equals(name) ? file : null;
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
