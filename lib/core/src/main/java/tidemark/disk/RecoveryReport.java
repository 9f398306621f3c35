package tidemark.disk;

import java.util.List;

/**
 * What opening a log found and did.
 *
 * @param closedCleanly whether the log was closed when it was last used, and its last segment was
 *     whole; true for a new log
 * @param bytesCut how many bytes were cut off the end of the last segment, from the first bad batch
 *     on; 0 if all were good
 * @param notes for people: one sentence for each thing that was found or mended
 */
public record RecoveryReport(boolean closedCleanly, long bytesCut, List<String> notes) {
  public RecoveryReport {
    notes = List.copyOf(notes);
  }
}
