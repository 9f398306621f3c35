package tidemark.disk;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tidemark.storage.Storage;

/**
 * The files of a log as they are found in a storage; nothing is changed. Files whose names a log
 * never gives are ignored. A segment of another log is told by the log id in its head: see {@link
 * #isOurs}.
 */
final class FoundFiles {
  private static final Set<String> REPLACED =
      Set.of(
          MarksFile.NAME + Storage.ASIDE,
          Epochs.NAME + Storage.ASIDE,
          SyncedEnd.NAME + Storage.ASIDE,
          MergeFile.NAME + Storage.ASIDE);

  private final Storage storage;
  private final TreeMap<Long, SegmentName> newest = new TreeMap<>();
  private final List<SegmentName> older = new ArrayList<>();
  private final List<String> asides = new ArrayList<>();
  private final Map<SegmentName, SegmentHead> heads = new HashMap<>();
  private final Map<SegmentName, DamagedLogException> damagedHeads = new HashMap<>();
  private final MarksFile.@Nullable Found marks;
  private final Epochs.@Nullable Found epochs;
  private UUID logId = new UUID(0, 0);
  private @Nullable MergeFile merge;

  /**
   * Reads the names, the heads, the marks, the epochs and the merge file.
   *
   * @throws DamagedLogException if there are segments, and no head of them can be read
   * @throws UnsupportedVersionException if a segment has another format version
   */
  FoundFiles(Storage storage) throws IOException {
    this.storage = storage;
    this.marks = MarksFile.read(storage);
    this.epochs = Epochs.read(storage);
    // Names come sorted: a later generation comes after the earlier ones.
    for (String file : storage.names()) {
      SegmentName name = SegmentName.ofLogFile(file);
      if (name != null) {
        SegmentName before = newest.put(name.base(), name);
        if (before != null) {
          older.add(before);
        }
        readHead(name);
      } else if (REPLACED.contains(file) || SegmentName.isAside(file)) {
        asides.add(file);
      }
    }
    if (!newest.isEmpty()) {
      logId = idOfLog();
      merge = MergeFile.read(storage, logId);
    }
  }

  private void readHead(SegmentName name) throws IOException {
    try {
      heads.put(name, SegmentHead.read(storage, name));
    } catch (DamagedLogException damage) {
      damagedHeads.put(name, damage);
    }
  }

  /**
   * The log id that marks and epochs agree on, if a segment has it: however many segments were
   * copied in, they are of another log. Otherwise the id that most files have. If two ids have
   * equally many, that of the marks counts.
   */
  private UUID idOfLog() {
    Map<UUID, Integer> votes = new HashMap<>();
    heads.values().forEach(head -> votes.merge(head.logId(), 1, Integer::sum));
    if (votes.isEmpty()) {
      throw damagedHeads.values().iterator().next();
    }
    if (marks != null
        && epochs != null
        && marks.logId().equals(epochs.logId())
        && votes.containsKey(marks.logId())) {
      return marks.logId();
    }
    if (marks != null) {
      votes.merge(marks.logId(), 1, Integer::sum);
    }
    if (epochs != null) {
      votes.merge(epochs.logId(), 1, Integer::sum);
    }
    UUID most = votes.keySet().iterator().next();
    for (Map.Entry<UUID, Integer> vote : votes.entrySet()) {
      int more = vote.getValue() - votes.getOrDefault(most, 0);
      boolean preferred = marks != null && marks.logId().equals(vote.getKey());
      most = more > 0 || (more == 0 && preferred) ? vote.getKey() : most;
    }
    return most;
  }

  boolean hasSegments() {
    return !newest.isEmpty();
  }

  /** The id of the log that the files belong to; without meaning if there are no segments. */
  UUID logId() {
    return logId;
  }

  /** The marks of this log; null if they cannot be read, or are another log's. */
  tidemark.log.@Nullable Marks marks() {
    return marks != null && marks.logId().equals(logId) ? marks.marks() : null;
  }

  /** The epochs of this log; null if they cannot be read, or are another log's. */
  @Nullable Epochs epochs() {
    return epochs != null && epochs.logId().equals(logId) ? epochs.epochs() : null;
  }

  /** The merge file of this log, which a crash or a failure has left; null if there is none. */
  @Nullable MergeFile merge() {
    return merge;
  }

  /** Names of the files that were being written when the process ended. */
  List<String> asides() {
    return asides;
  }

  /**
   * The newest generation of each segment, in order of base offsets; a new list, which may be
   * changed.
   */
  List<SegmentName> segments() {
    return new ArrayList<>(newest.values());
  }

  /** The older generations, which a crash or a failure has left. */
  List<SegmentName> olderGenerations() {
    return older;
  }

  /** Whether the head of a segment can be read and has the id of this log. */
  boolean isOurs(SegmentName name) {
    SegmentHead head = heads.get(name);
    return head != null && head.logId().equals(logId);
  }

  /**
   * The head of a segment.
   *
   * @throws DamagedLogException if it is damaged, or the segment is of another log
   */
  SegmentHead head(SegmentName name) {
    SegmentHead head = heads.get(name);
    if (head == null) {
      DamagedLogException damage = damagedHeads.get(name);
      throw damage == null ? new DamagedLogException(name.logFile(), 0, "it has no head") : damage;
    }
    if (!head.logId().equals(logId)) {
      throw new DamagedLogException(
          name.logFile(), SegmentHead.LOG_ID_AT, "this is a segment of another log");
    }
    return head;
  }
}
